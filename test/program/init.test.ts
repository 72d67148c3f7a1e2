/** `phagepress init`: a project that builds as it is, of somebody's own files or of an example. */
import { describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { spreadsheet, textRows } from '../unit/importing/spreadsheets.ts';
import { runInProcess, tarball } from './runProgram.ts';

const own = [
  '.github/workflows/site.yml',
  '.gitignore',
  'README.md',
  'package-lock.json',
  'package.json',
  'phagepress.config.json',
  tarball,
];

test('a folder of annotations and a table become a project, whose two commands are enough', async (lab) => {
  await lab.write({
    'runs/made.gbk': genbankText,
    'runs/other.gff': gff3Text.replaceAll('MADE01', 'OTHER'),
    'runs/phages.xlsx': spreadsheet([
      { name: 'Phages', rows: textRows(['Phage', 'Cluster', 'Freezer box'], ['one', 'A', '7']) },
    ]),
    // About phages only by what --columns says; its headers are none of the other table's.
    'runs/more.csv': 'Our freezer, room 2, left\n\nLab name\tYear found\nOTHER\t2020\n',
    'runs/genes.csv': 'phage,gene,notes\none,1,tail\none,2,\n',
    'runs/rates.tsv': 'gene\trate\nx\t1\n',
    'runs/notes.txt': 'none\n',
  });
  const columns = ['Freezer box=', 'Lab name=phage_name', 'Year found=found_year'];
  const args = ['site', '--from', 'runs', ...columns.flatMap((one) => ['--columns', one])];
  const { stdout, stderr } = await lab.run('init', ...args);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^Imported 3 phages, 6 genes, 4 other features, 3 genomes from 2 files, 1 field of 1 phage and 1 field of 1 phage, in site\/data\.\n/,
  );
  expect(stdout).toMatch(
    /^Not read:\n {2}runs\/notes\.txt: .*\n {2}runs\/genes\.csv: a table of genes, which is for --families\n {2}runs\/rates\.tsv: no table about phages\n/m,
  );
  expect(stdout).toMatch(
    /\nWrote in site: phagepress\.config\.json, \.gitignore, README\.md, \.github\/workflows\/site\.yml, phagepress-[\d.]+\.tgz, package\.json, package-lock\.json\.\nSay in "about" of phagepress\.config\.json what the site is: it is called “site” so far\.\nNext, in site:\n {2}npm ci\n {2}npx phagepress build\n {2}npx phagepress preview\n$/,
  );
  const site = lab.in('site');
  const config = site.json('phagepress.config.json');
  expect(config.allow).toEqual(['null-value', 'gene-length']);
  expect(config.imports).toEqual([
    ['annotations', '../runs'],
    ['table', '../runs/more.csv', '--columns', 'Lab name=phage_name,Year found=found_year'],
    ['table', '../runs/phages.xlsx', '--columns', 'Freezer box='],
  ]);
  // What a table says of a phage is in its genes, too.
  const genes = site.text('data/genes/one.ndjson');
  expect(genes).toContain('"Cluster":"A"');
  const again = await site.run('import');
  expect(again.stdout.match(/^phagepress import .*\n(?:Imported|Unchanged:)/gm)).toHaveLength(3);
  expect(again.stdout).not.toContain('Imported');
  const readme = site.text('README.md');
  for (const rule of config.allow)
    expect(readme).toMatch(new RegExp(`^- \`${rule}\`: .* line \\d+`, 'm'));
  await site.run('build');
  const ignored = site.text('.gitignore');
  const made = site.names('').filter((name) => !own.some((one) => one.startsWith(name)));
  // It depends on how long ago the last file was written.
  const others = made.filter((name) => name !== '.data.phagepress-hashes');
  expect(others.toSorted()).toEqual(['.dist.phagepress-cache', 'data', 'dist']);
  expect(ignored).toContain('/dist/\n/.dist.phagepress-*\n/.data.phagepress-*\n');
  await site.run('verify', 'dist');
});

test('what --columns says is not passed over without --from', async (lab) => {
  const { stderr } = await lab.ends(2, 'init', 'site', '--columns', 'Lab name=phage_name');
  expect(stderr).toBe(
    'phagepress: --columns says how to import, but --from names no file.\n' +
      '  hint: Name what to import with --from, or leave out --columns.\n',
  );
  expect(await lab.tree()).toEqual({});
});

test('what --columns says is not passed over where no table is about phages', async (lab) => {
  await lab.write({
    'runs/made.gbk': genbankText,
    'runs/more.csv': 'Lab name,Year found\none,2020\n',
  });
  const columns = ['--columns', 'Lab nane=phage_name', '--columns', 'Year found=found_year'];
  const { stdout, stderr } = await lab.ends(1, 'init', 'site', '--from', 'runs', ...columns);
  expect(stdout).toBe('');
  expect(stderr).toContain(
    '--columns says what headers mean, but there is no table about phages.\n  runs/more.csv: no table about phages\n',
  );
  await lab.write({ 'runs/more.csv': 'Phage,Year,Box,Shelf\none,2020,7,8\n' });
  const unknown = await lab.ends(1, 'init', 'site', '--from', 'runs');
  expect(unknown.stderr).toMatch(
    /\n {2}hint: --columns 'Box=,Shelf=' leaves out all columns that are not known\.\n$/,
  );
  expect(lab.has('site')).toBe(false);
});

test.for<[what: string, config: string, message: RegExp]>([
  [
    'a configuration file that is broken',
    '{"allow":[',
    /phagepress\.config\.json:1: .*json-syntax/s,
  ],
  [
    'one whose data lies elsewhere',
    '{"data":"records"}',
    /phagepress\.config\.json says that the data lies in site\/records, not in site\/data\./,
  ],
])('%s stops it before anything is imported', async ([_, config, message], { lab }) => {
  await lab.write({
    'made.gbk': genbankText,
    'site/phagepress.config.json': config,
    'site/data/phages/README.md': 'kept\n',
  });
  const before = await lab.tree('site');
  const { stderr } = await lab.ends(2, 'init', 'site', '--from', 'made.gbk');
  expect(stderr).toMatch(message);
  expect(await lab.tree('site')).toEqual(before);
});

test('without files it has an example, which builds without any rule allowed', async (lab) => {
  const { stdout } = await lab.run('init', 'my phägen');
  expect(stdout).toContain(
    'Wrote in my phägen: data/phages/Example.json, data/genes/Example.ndjson, ',
  );
  const site = lab.in('my phägen');
  expect(Object.keys(await site.tree()).toSorted()).toEqual(
    [...own, 'data/genes/Example.ndjson', 'data/phages/Example.json'].toSorted(),
  );
  await site.run('check');
  const { stdout: built } = await site.run('build');
  expect(built).toContain('warnings  none');
});

test('a profile goes into the configuration, or is told where that is left as it is', async (lab) => {
  await lab.run('init', 'site', '--profile', 'phagesdb');
  const site = lab.in('site');
  const config = site.text('phagepress.config.json');
  expect(JSON.parse(config)).toEqual({
    data: 'data',
    out: 'dist',
    about: { title: 'site' },
    profile: 'phagesdb',
    allow: [],
  });
  await site.run('build');
  const { stdout } = await lab.run('init', 'site', '--profile', 'phagesdb');
  expect(stdout).toContain(
    'The profile phagesdb was not written: put "profile": "phagesdb" into phagepress.config.json.',
  );
});

test('what is there is left as it is, and what it lacks is said', async (lab) => {
  await lab.write({
    'a.gbk': genbankText,
    'README.md': 'mine\n',
    'phagepress.config.json': '{ "allow": ["null-value"] }\n',
  });
  const { stdout } = await lab.run('init', '.', '--from', '.');
  expect(stdout).toContain('Left as they are: phagepress.config.json, README.md.\n');
  expect(stdout).toContain('also needs in "allow" of phagepress.config.json: gene-length.\n');
  expect(lab.text('README.md')).toBe('mine\n');
  await lab.run('build', '--allow', 'gene-length');
  const again = await lab.run('init', '.', '--from', '.');
  expect(again.stdout).toMatch(/^Unchanged: 2 phages/);
  expect(again.stdout).not.toMatch(/data\/|dist\//);
  expect(again.stdout).toContain('Wrote in .: nothing.\n');
});

test.for<[args: string[], code: number, message: string]>([
  [['deep/site', '--from', 'bad.gbk'], 1, 'bad.gbk:7: expected // at the end'],
  [
    ['deep/site', '--from', 'good.gbk', 'bad.csv'],
    1,
    "bad.csv:1: expected a known column, found 'Box'",
  ],
  [
    ['deep/site', '--from', 'good.gbk', 'words.txt'],
    1,
    'words.txt:1: expected a GenBank or GFF3 file',
  ],
  [['deep/site', '--from', 'empty'], 1, 'Nothing to import in empty.'],
  [['deep/site', '--from', 'nowhere'], 2, 'There is no file'],
  [['deep/site', '--from', ''], 2, 'Expected a path, found an empty string.'],
  [['deep/site', '--from'], 2, "option '--from <files...>' argument missing"],
  [['good.gbk', '--from', 'bad.csv'], 2, 'good.gbk is no folder.'],
  [['deep/site', '--host', 'nowhere'], 2, 'Expected one of nginx'],
  [[], 2, "missing required argument 'dir'"],
])('a failed init leaves nothing of what it made: %j', async ([args, code, message], { lab }) => {
  await lab.write({
    'good.gbk': genbankText,
    'bad.gbk': genbankText.slice(0, 200),
    'bad.csv': 'phage,Box\none,1\n',
    'words.txt': 'words\n',
    'empty/.keep': '',
  });
  const before = await lab.tree();
  const { stderr } = await lab.ends(code, 'init', ...args);
  expect(stderr).toContain(message);
  expect(await lab.tree()).toEqual(before);
  expect(lab.has('deep')).toBe(false);
});

test('data that breaks what cannot be allowed is named, and kept', async (lab) => {
  await lab.write({ 'data/genes/a.ndjson': '{}\n' });
  const { stdout } = await lab.ends(1, 'init', '.');
  expect(stdout).toContain('The data breaks rules that cannot be allowed: schema.\n');
  expect(stdout).toMatch(/Next, in \.:\n {2}npm ci\n {2}npx phagepress check\n$/);
});

test('an import that init made with names and families is repeated with them', async (lab) => {
  await lab.write({
    'a.gff': gff3Text,
    'names.csv': 'MADE01,Quillon\n',
    'families.csv': 'Quillon_CDS_1,900\n',
  });
  const options = ['--from', 'a.gff', '--names', 'names.csv', '--families', 'families.csv'];
  await lab.run('init', 'site', ...options);
  const site = lab.in('site');
  const config = site.json('phagepress.config.json');
  const tables = ['--names', '../names.csv', '--families', '../families.csv'];
  expect(config.imports).toEqual([['annotations', '../a.gff', ...tables]]);
  await lab.write({ 'a.gff': gff3Text.replace('product=plain', 'product=other') });
  const { stdout } = await site.run('import', '--verbose');
  expect(stdout).toMatch(
    /^phagepress import annotations \.\.\/a\.gff --names .* --verbose\nImported 1 phage/,
  );
  const genes = site.text('data/genes/Quillon.ndjson');
  expect(genes).toContain('"PhamID":{"PhamID":900,');
  await lab.write({
    'runs/a.gff': lab.text('a.gff'),
    'runs/b.gbk': '<html>',
    't.csv': 'phage,town\nMADE01,Bonn\n',
  });
  await lab.write({
    'kept/phagepress.config.json': JSON.stringify({
      imports: [
        ['table', '../gone.csv'],
        ['annotations', '../runs'],
        ['table', '../t.csv'],
      ],
    }),
  });
  const kept = await lab.in('kept').ends(2, 'import', '--keep-going');
  expect(kept.stderr).toContain('There is no file ../gone.csv.');
  expect(kept.stderr).toContain('The rest was imported.');
  expect(lab.json('kept/data/phages/MADE01.json').found_city).toBe('Bonn');
  lab.remove('names.csv');
  const without = await site.ends(2, 'import');
  expect(without.stderr).toContain(
    'There is no file ../names.csv.\n  hint: "imports" in phagepress.config.json has it: put it back, or change that.',
  );
  // Elsewhere, and with the name of another project, nothing is repeated.
  const elsewhere = await lab.ends(2, 'import');
  expect(elsewhere.stderr).toContain('No "imports" in phagepress.config.json');
});

test.for<[args: string[], said: string]>([
  [
    ['import', 'annotation', 'a.gff'],
    "'annotation' is no kind of import.\n  hint: Did you mean annotations?",
  ],
  [['import', 'nothing'], 'There are annotations, api, phamerator, table.'],
])('%j is refused with what there is', async ([args, said]) => {
  const { status, stderr } = await runInProcess(args, { cwd: '.' });
  expect(status).toBe(2);
  expect(stderr).toContain(said);
});

describe('the package.json of a project', () => {
  const dependencyIn = (site: Lab) => site.json('package.json').dependencies.phagepress;

  test('names a packed copy of the program, which lies beside it', async (lab) => {
    await lab.run('init', 'site');
    expect(dependencyIn(lab.in('site'))).toBe(`file:${tarball}`);
  });

  test('names what --package says; a file is copied', async (lab) => {
    await lab.write({ 'made/phagepress-9.9.9.tgz': 'packed' });
    await lab.run('init', 'a', '--package', 'made/phagepress-9.9.9.tgz');
    const copied = await lab.tree('a');
    expect(String(copied['phagepress-9.9.9.tgz'])).toBe('packed');
    expect(dependencyIn(lab.in('a'))).toBe('file:phagepress-9.9.9.tgz');
    await lab.run('init', 'b', '--package', '^1.2.3');
    expect(dependencyIn(lab.in('b'))).toBe('^1.2.3');
  });

  test('is left as it is where there is one, and what it lacks is told', async (lab) => {
    await lab.write({ 'package.json': '{}' });
    const { stdout } = await lab.run('init', '.');
    expect(stdout).toContain('Left as they are: package.json.\n');
    expect(stdout).toContain('The workflow needs phagepress in package.json: ');
    expect(lab.text('package.json')).toBe('{}');
  });
});
