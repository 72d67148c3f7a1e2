/** What a later import leaves of an earlier one: nothing of another input is lost, and what goes is said. */
import fs from 'node:fs';
import { expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { readTree } from '../integration/workFolder.ts';

const named = (name: string) => gff3Text.replaceAll('MADE01', name);
const phages = (lab: Lab) => lab.names('data/phages');
const annotations = (...args: string[]) => ['import', 'annotations', ...args];

test('inputs of the same name in other folders are others, wherever the command is run', async (lab) => {
  await lab.write({ 'lab1/a.gff': named('AA1'), 'lab2/a.gff': named('BB1') });
  for (const folder of ['lab1', 'lab2']) {
    await runWellInProcess(annotations('a.gff', '--data', '../data'), {
      cwd: lab.at(folder),
    });
  }
  expect(phages(lab)).toEqual(['AA1.json', 'BB1.json']);
  const again = await lab.import('annotations', 'lab1/a.gff');
  expect(again.stdout).toMatch(/^Unchanged: /);
});

test('an annotation file without a sequence is a fault, not a phage less', async (lab) => {
  await lab.write({ 'a.gff': named('AA1') });
  await lab.import('annotations', 'a.gff');
  await lab.write({ 'a.gff': '##gff-version 3\n' });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff');
  expect(stderr).toBe(
    'a.gff:1: expected a sequence with its features, found none\n' +
      'Nothing was imported: the data folder is as it was.\n',
  );
  expect(phages(lab)).toEqual(['AA1.json']);
});

test('a phage that one input loses stays with what others say of it', async (lab) => {
  const whole = genbankText;
  await lab.write({ 'a.gbk': whole, 't.csv': 'phage,cluster\none,A\nlate,B\n' });
  await lab.import('annotations', 'a.gbk');
  await lab.import('table', 't.csv');
  await lab.write({ 'a.gbk': whole.slice(whole.indexOf('LOCUS       MADE02')) });
  const { stdout } = await lab.import('annotations', 'a.gbk', '--verbose', '--accept-renames');
  expect(stdout).toContain('records with fewer fields, since their input no longer has them: 1');
  expect(stdout).toContain('files removed, since their input no longer has them: 3');
  const record = lab.json('data/phages/one.json');
  expect(record).toMatchObject({ pcluster: { cluster: 'A' }, genome_length: null });
  // A row that a table no longer has is taken back, too.
  await lab.write({ 't.csv': 'phage,cluster\none,A\n' });
  await lab.import('table', 't.csv', '--accept-renames');
  expect(phages(lab)).toEqual(['MADE02.json', 'one.json']);
});

test('names that differ by case from those of earlier imports are refused', async (lab) => {
  await lab.write({ 'a.gff': named('phi'), 'b.gff': named('Phi') });
  await lab.import('annotations', 'a.gff');
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'b.gff');
  expect(stderr.split('\n')[0]).toBe(
    'b.gff:3: expected the name as it is in the data: phi, found Phi',
  );
});

test.for(['.hidden', '..', 'NUL', '\u03bb'.repeat(95)])(
  'the name %s is refused',
  async (name, { lab }) => {
    await lab.write({ 'a.gff': gff3Text, 'names.tsv': `MADE01\t${name}\n` });
    const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff', '--names', 'names.tsv');
    expect(stderr).toContain('expected a name for the phage');
    expect(stderr).toContain('  hint: Name it with --names: ');
  },
);

test('the working folder is never replaced', async (lab) => {
  await lab.write({ 'a.gff': gff3Text, 'data/mine.txt': 'mine' });
  const inner = lab.at('data');
  const { status, stderr } = await runInProcess(annotations('../a.gff', '--data', '.'), {
    cwd: inner,
  });
  expect(stderr).toContain('The working folder is in the data folder');
  expect(status).toBe(2);
  expect(await readTree(inner)).toEqual({ 'mine.txt': 'mine' });
});

test("an edited file of another input is in nobody's way", async (lab) => {
  await lab.write({ 'a.gff': named('AA1'), 'b.gff': named('BB1') });
  await lab.import('annotations', 'a.gff');
  await lab.write({ 'data/genes/AA1.ndjson': 'edited' });
  const { stdout } = await lab.import('annotations', 'b.gff');
  expect(stdout).toContain('Edited by hand, and kept: 1 file of genes changed.\n');
  expect(lab.text('data/genes/AA1.ndjson')).toBe('edited');
  await lab.write({ 'a.gff': named('AA1').replace('product=', 'product=new ') });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff');
  expect(stderr).toContain('genes/AA1.ndjson:1 is no record in JSON since it was edited');
});

test('an editor may begin a corrected file with a byte order mark, and end its lines as Windows does', async (lab) => {
  await lab.write({ 'a.gff': named('AA1') });
  await lab.import('annotations', 'a.gff');
  lab.edit('data/genes/AA1.ndjson', /"Notes":"[^"]*"/, '"Notes":"MINE"');
  lab.edit('data/phages/AA1.json', '"found_city": ""', '"found_city": "Bonn"');
  for (const file of ['data/genes/AA1.ndjson', 'data/phages/AA1.json'])
    await lab.write({ [file]: `\uFEFF${lab.text(file).replaceAll('\n', '\r\n')}` });
  await lab.write({ 'a.gff': named('AA1').replace('product=tRNA', 'product=tmp') });
  const { stdout } = await lab.import('annotations', 'a.gff');
  expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 gene, 1 field of 1 phage.\n');
});

test('data whose provenance is gone names that, and how to get it back', async (lab) => {
  await lab.write({ 'a.gff': named('AA1') });
  await lab.import('annotations', 'a.gff');
  lab.remove('data/provenance.json');
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff');
  expect(stderr).toMatch(
    /data\/provenance\.json is gone, which says what imports wrote\.\n {2}hint: Restore it/,
  );
});

test('a correction by hand stays when its input changes, when others come, and in a build', async (lab) => {
  const genes = lab.at('data/genes/AA1.ndjson');
  await lab.write({ 'a.gff': named('AA1') });
  await lab.import('annotations', 'a.gff');
  const imported = fs.readFileSync(genes, 'utf8');
  const [first = ''] = imported.split('\n');
  const { Notes }: { Notes: string } = JSON.parse(first);
  fs.writeFileSync(genes, imported.replace(/"Notes":"[^"]*"/, '"Notes":"corrected"'));
  // The same protein: its family gets a colour now, in both files.
  await lab.write({ 'b.gff': named('BB1') });
  const { stdout } = await lab.import('annotations', 'b.gff');
  expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 gene.\n');
  expect(stdout).not.toContain('while the input changed');
  const [one, other] = ['AA1', 'BB1'].map((name) =>
    JSON.parse(lab.text(`data/genes/${name}.ndjson`).split('\n')[0] ?? ''),
  );
  expect(one).toMatchObject({ Notes: 'corrected', PhamID: other.PhamID });
  expect(other.PhamID.Color).not.toBe('#FFFFFF');
  await lab.write({ 'a.gff': named('AA1').replace('product=', 'product=new ') });
  const changed = await lab.import('annotations', 'a.gff');
  expect(changed.stdout).toContain(`Edited by hand, while the input changed, too:
  genes/AA1.ndjson: AA1_CDS_1: Notes changed; the input has "new ${Notes}"
`);
  expect(fs.readFileSync(genes, 'utf8')).toContain('"Notes":"corrected"');
  const allowed = ['--allow', 'null-value', '--allow', 'gene-length'];
  const built = await lab.run('build', '--data', 'data', ...allowed);
  expect(built.stderr).not.toContain('pham-color-consistent');
  expect(built.stderr).not.toContain('.imported');
});

test('a phage that was corrected by hand gives its genes the same cluster', async (lab) => {
  await lab.write({ 'a.gff': named('AA1') });
  await lab.import('annotations', 'a.gff');
  const phage = lab.at('data/phages/AA1.json');
  const record = JSON.parse(fs.readFileSync(phage, 'utf8'));
  record.pcluster = { cluster: 'Q', temperate: true };
  fs.writeFileSync(phage, JSON.stringify(record));
  await lab.import('annotations', 'a.gff');
  const genes = lab.text('data/genes/AA1.ndjson');
  expect(genes).toContain('"Cluster":"Q"');
  expect(JSON.parse(fs.readFileSync(phage, 'utf8')).pcluster).toEqual(record.pcluster);
});

test('data without genes can be built by the command that is printed, also in a folder with a blank', async (lab) => {
  await lab.write({ 't.csv': 'phage\nLonely\n' });
  const { stdout } = await lab.import('table', 't.csv', '--data', 'my data');
  expect(stdout).toContain("Next: phagepress build --data 'my data' --allow null-value");
  await lab.run('build', '--data', 'my data', '--allow', 'null-value');
});

test('no phage and no family is renamed in silence', async (lab) => {
  await lab.write({
    'a.gff': named('AA1'),
    'names.csv': 'AA1,Quillon\n',
    'families.csv': 'Quillon_CDS_1,900\n',
  });
  const options = ['--names', 'names.csv', '--families', 'families.csv'];
  await lab.import('annotations', 'a.gff', ...options);
  const before = await lab.tree();
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff', '--names', 'names.csv');
  expect(stderr).toMatch(/^ {2}gene families: 900, now \d+\n/m);
  const without = await lab.ends(1, 'import', 'annotations', 'a.gff');
  expect(without.stderr).toContain('  phages: Quillon, now AA1\n');
  expect(without.stderr).toContain('Nothing was imported. If that is meant, add --accept-renames');
  expect(await lab.tree()).toEqual(before);
  await lab.import('annotations', 'a.gff', '--accept-renames');
  expect(phages(lab)).toEqual(['AA1.json']);
});

test('what has no input any more is named, and removed with --prune', async (lab) => {
  await lab.write({
    'runs/a.gff': named('AA1'),
    'runs/b.gff': named('BB1').replace('product=plain', 'phrog=38'),
    't.csv': 'phage,found city\nAA1,Kyoto\nBB1,Jena\n',
  });
  await lab.import('annotations', 'runs');
  await lab.import('table', 't.csv');
  fs.rmSync(lab.at('runs/b.gff'));
  const { stdout } = await lab.import('annotations', 'runs');
  expect(stdout).toContain(`These have no input any more:
  BB1 (runs/b.gff is gone)
The same command with --prune removes what came from it.
`);
  expect(phages(lab)).toEqual(['AA1.json', 'BB1.json']);
  const pruned = await lab.import('annotations', 'runs', '--prune');
  expect(pruned.stdout).toContain(`Removed, since they have no input any more:
  BB1 (runs/b.gff is gone)
  and with them gene families: 38
`);
  expect(lab.has('data/genes/BB1.ndjson')).toBe(false);
  // What the table says of it stays.
  const record = lab.json('data/phages/BB1.json');
  expect(record).toMatchObject({ found_city: 'Jena', genome_length: null });
  const again = await lab.import('annotations', 'runs', '--prune');
  expect(again.stdout).not.toContain('no input');
});

test('phages that change names with each other are renamed', async (lab) => {
  await lab.write({
    'a.gff': named('AA1'),
    'b.gff': named('BB1').replace('product=plain', 'product=other'),
    'names.csv': 'AA1,BB1\nBB1,AA1\n',
  });
  await lab.import('annotations', 'a.gff', 'b.gff');
  const swapped = annotations('a.gff', 'b.gff', '--names', 'names.csv');
  const { stderr } = await lab.ends(1, ...swapped);
  expect(stderr).toContain('  phages: AA1, now BB1, BB1, now AA1\n');
});

test('an edited file whose input was pruned goes on as before once the input is back', async (lab) => {
  const genes = lab.at('data/genes/BB1.ndjson');
  await lab.write({ 'runs/a.gff': named('AA1'), 'runs/b.gff': named('BB1') });
  await lab.import('annotations', 'runs');
  const before = fs.readFileSync(genes, 'utf8');
  const edited = before.replace(/"Notes":"[^"]*"/, '"Notes":"corrected"');
  fs.writeFileSync(genes, edited);
  fs.renameSync(lab.at('runs/b.gff'), lab.at('b.gff'));
  const { stdout } = await lab.import('annotations', 'runs', '--prune');
  expect(stdout).toContain('BB1_CDS_1: Notes changed, in .imported/aside/genes/BB1.ndjson');
  expect(fs.existsSync(genes)).toBe(false);
  fs.renameSync(lab.at('b.gff'), lab.at('runs/b.gff'));
  await lab.import('annotations', 'runs');
  expect(fs.readFileSync(genes, 'utf8')).toBe(edited);
});
