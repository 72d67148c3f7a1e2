/** A locus tag in `--families` that genes of several phages have means none of them; a GeneID, or a phage and a number, means one. */
import { expect } from 'vitest';
import { type Lab, test } from './lab.ts';

/** Genes by locus tag and protein. */
const phageText = (name: string, ...genes: (readonly [string, string])[]) =>
  `LOCUS       ${name} 60 bp DNA linear PHG 01-JAN-2026
FEATURES             Location/Qualifiers
${genes.map(([tag, protein], at) => `     CDS             ${at * 12 + 1}..${at * 12 + 12}\n                     /locus_tag="${tag}"\n                     /translation="${protein}"\n`).join('')}//\n`;

const a = phageText('AA1', ['gp1', 'MART'], ['gp2', 'MAVT'], ['gp3', 'MAAT']);
const b = phageText('BB1', ['gp1', 'MARS'], ['gp2', 'MAVT'], ['gp4', 'MAAS']);
const families = 'gene,family\ngp1,501\ngp2,502\ngp3,503\ngp4,504\n';

const familiesIn = (lab: Lab, ...phages: string[]) =>
  phages.map((name) =>
    lab
      .records(`genes/${name}.ndjson`)
      .map(({ PhamID: { PhamID } }) => (PhamID > 999 ? 'own' : PhamID)),
  );
const both = ['annotations', 'runs', '--families', 'f.csv'];
const said = (ids: string) =>
  '  locus tags of --families that several genes have, of which none gets that family (name genes by their GeneID): 1\n' +
  `    f.csv:2: gp1: ${ids}\n`;

test('genes of two phages with one tag get no family by it, unless their protein is the same', async (lab) => {
  await lab.write({ 'runs/a.gbk': a, 'runs/b.gbk': b, 'f.csv': families });
  const { stdout } = await lab.import(...both);
  expect(stdout).toContain(said('AA1_CDS_1, BB1_CDS_1'));
  expect(stdout).toContain('genes without a family, now in one by their translation: 2\n');
  expect(familiesIn(lab, 'AA1', 'BB1')).toEqual([
    ['own', 502, 503],
    ['own', 502, 504],
  ]);
  const again = await lab.import(...both);
  expect(again.stdout).toMatch(/^Unchanged/);
  expect(again.stdout).toContain(said('AA1_CDS_1, BB1_CDS_1'));
});

test('of many genes with one tag, the first are named, and how many more', async (lab) => {
  const names = [...'ABCDEFGHIKLM'];
  const text = names.map((sign) => phageText(`P${sign}`, ['gp1', `MA${sign}T`])).join('');
  await lab.write({ 'runs/a.gbk': text, 'f.csv': families });
  const { stdout } = await lab.import(...both);
  const first = names.slice(0, 10).map((sign) => `P${sign}_CDS_1`);
  expect(stdout).toContain(said(`${first.join(', ')} and 2 more`));
});

test('a GeneID says which gene is meant, and two genes of one phage are several, too', async (lab) => {
  await lab.write({ 'runs/a.gbk': a, 'runs/b.gbk': b, 'f.csv': `${families}BB1_CDS_1,505\n` });
  const { stdout } = await lab.import(...both);
  expect(stdout).not.toContain('several genes');
  expect(familiesIn(lab, 'AA1', 'BB1')).toEqual([
    [501, 502, 503],
    [505, 502, 504],
  ]);
  await lab.write({
    'runs/b.gbk': phageText('BB1', ['gp4', 'MARS'], ['gp4', 'MASS']),
    'f.csv': families,
  });
  await lab.import(...both, '--accept-renames');
  expect(familiesIn(lab, 'AA1', 'BB1')).toEqual([
    [501, 502, 503],
    ['own', 'own'],
  ]);
});

test('a GeneID that another gene has since the last import is listed to check', async (lab) => {
  await lab.write({ 'runs/a.gbk': a, 'f.csv': 'AA1_CDS_1,501\nAA1_CDS_2,502\n' });
  const first = await lab.import(...both);
  expect(first.stdout).not.toContain('another gene had');
  await lab.write({ 'runs/a.gbk': a.replace(/ {5}CDS {13}1\.\.12[^]*?(?= {5}CDS)/, '') });
  const { stdout } = await lab.import(...both, '--accept-renames');
  expect(stdout).toContain(
    'genes that --families names by a GeneID which another gene had before: 2\n    f.csv:1: AA1_CDS_1\n',
  );
});

test('a file that is not read again, and one of an earlier import, lose the family when another comes', async (lab) => {
  for (const args of [both, ['annotations', 'runs/b.gbk', '--families', 'f.csv']]) {
    await lab.write({ 'runs/a.gbk': a, 'f.csv': families });
    await lab.import(...both);
    expect(familiesIn(lab, 'AA1')).toEqual([[501, 502, 503]]);
    await lab.write({ 'runs/b.gbk': b });
    const { stderr } = await lab.ends(1, 'import', ...args);
    expect(stderr).toMatch(/^ {2}gene families: 501, now \d+\nNot taken:$/m);
    expect(stderr).toContain('    f.csv:2: gp1: ');
    const { stdout } = await lab.import(...args, '--accept-renames');
    expect(stdout).toContain('several genes have');
    expect(familiesIn(lab, 'AA1', 'BB1')).toEqual([
      ['own', 502, 503],
      ['own', 502, 504],
    ]);
    // Once it is gone, the tag means one gene again.
    lab.remove('runs/b.gbk');
    await lab.import(...both, '--prune', '--accept-renames');
    expect(familiesIn(lab, 'AA1')).toEqual([[501, 502, 503]]);
    lab.remove('data');
  }
});

test('a phage and a number mean the only gene of that name, or with that end of its locus tag', async (lab) => {
  const named = (text: string, tag: string, name: string) =>
    text.replace(
      `/locus_tag="${tag}"`,
      `/gene="${name}"\n                     /locus_tag="${tag}"`,
    );
  const c = phageText('CC1', ['C_0001', 'MART'], ['C_0002', 'MAVT'], ['C_0012A', 'MAAT']);
  const d = phageText('DD1', ['Dgp1', 'MART'], ['Dgp07', 'MAVT'], ['Dgp8', 'MAAT']);
  await lab.write({
    'runs/a.gbk': a,
    'runs/b.gbk': b,
    'runs/c.gbk': c.replace('FEATURES', 'VERSION     AB000003.1\nFEATURES'),
    // Of two with the number 7, it means neither.
    'runs/d.gbk': named(named(d, 'Dgp1', '7'), 'Dgp8', 'gp1'),
    'f.csv':
      'Phage,Gene no.,Pham\nAA1,gp1,501\nAA1,2.0,502\nAA1,3,503\nMycobacterium phage BB1,1,504\nBB1,4,505\n' +
      'CC1,01,506\nAB000003.1,12a,507\nCC1,12,508\nDD1,7,509\nDD1,1,510\nDD1,DD1_CDS_2,511\n,5,512\n',
  });
  const { stdout } = await lab.import(...both, '--verbose');
  expect(familiesIn(lab, 'AA1', 'BB1', 'CC1', 'DD1')).toEqual([
    [501, 502, 503],
    [504, 'own', 505],
    [506, 'own', 507],
    ['own', 511, 510],
  ]);
  expect(stdout).toContain(
    '  names of --families that are those of no gene: 3\n    f.csv:9: CC1 12\n    f.csv:10: DD1 7\n    f.csv:13: 5\n',
  );
  expect(stdout).not.toContain('columns of --families without');
  expect((await lab.import(...both)).stdout).toMatch(/^Unchanged/);
});

test('a phage and a number in a column of locus tags mean what the locus tag says, whatever the name', async (lab) => {
  const text = phageText('AA1', ['12', 'MART'], ['13', 'MAVT'], ['T_14', 'MAAT'])
    .replace('/locus_tag="12"', '/gene="1"\n                     /locus_tag="12"')
    .replace('/locus_tag="13"', '/gene="12"\n                     /locus_tag="13"');
  const ofTags = 'phage,locus_tag,pham\nAA1,12,501\nAA1,13,502\nAA1,14,503\nAA1,1,504\n';
  await lab.write({ 'runs/a.gbk': text, 'f.csv': ofTags });
  const { stdout } = await lab.import(...both);
  expect(familiesIn(lab, 'AA1')).toEqual([[501, 502, 503]]);
  expect(stdout).toContain('those of no gene: 1\n    f.csv:5: AA1 locus_tag 1\n');
  await lab.write({ 'f.csv': ofTags.replace('locus_tag', 'gene') });
  const byName = await lab.import(...both, '--accept-renames');
  expect(familiesIn(lab, 'AA1')).toEqual([[504, 501, 503]]);
  expect(byName.stdout).toContain('those of no gene: 1\n    f.csv:3: AA1 13\n');
});
