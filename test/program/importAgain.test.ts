/** What a later import leaves of an earlier one: nothing of another input is lost, and what goes is said. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const named = (name: string) => gff3Text.replaceAll('MADE01', name);
const phages = (cwd: string) => fs.readdirSync(path.join(cwd, 'data/phages')).sort();
const annotations = (...args: string[]) => ['import', 'annotations', ...args];

test('inputs of the same name in other folders are others, wherever the command is run', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'lab1/a.gff': named('AA1'), 'lab2/a.gff': named('BB1') });
    for (const lab of ['lab1', 'lab2']) {
      await runWellInProcess(annotations('a.gff', '--data', '../data'), {
        cwd: path.join(cwd, lab),
      });
    }
    expect(phages(cwd)).toEqual(['AA1.json', 'BB1.json']);
    const again = await runWellInProcess(annotations('lab1/a.gff'), { cwd });
    expect(again.stdout).toMatch(/^Unchanged: /);
  });
});

test('an annotation file without a sequence is a fault, not a phage less', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': named('AA1') });
    await runWellInProcess(annotations('a.gff'), { cwd });
    await writeFiles(cwd, { 'a.gff': '##gff-version 3\n' });
    const { status, stderr } = await runInProcess(annotations('a.gff'), { cwd });
    expect([status, stderr]).toEqual([
      1,
      'a.gff:1: expected a sequence with its features, found none\n' +
        'Nothing was imported: the data folder is as it was.\n',
    ]);
    expect(phages(cwd)).toEqual(['AA1.json']);
  });
});

test('a phage that one input loses stays with what others say of it', async () => {
  await inWorkFolder(async (cwd) => {
    const whole = genbankText;
    await writeFiles(cwd, { 'a.gbk': whole, 't.csv': 'phage,cluster\none,A\nlate,B\n' });
    await runWellInProcess(annotations('a.gbk'), { cwd });
    await runWellInProcess(['import', 'table', 't.csv'], { cwd });
    await writeFiles(cwd, { 'a.gbk': whole.slice(whole.indexOf('LOCUS       MADE02')) });
    const { stdout } = await runWellInProcess(
      annotations('a.gbk', '--verbose', '--accept-renames'),
      { cwd },
    );
    expect(stdout).toContain('records with fewer fields, since their input no longer has them: 1');
    expect(stdout).toContain('files removed, since their input no longer has them: 3');
    const record = JSON.parse(fs.readFileSync(path.join(cwd, 'data/phages/one.json'), 'utf8'));
    expect(record).toMatchObject({ pcluster: { cluster: 'A' }, genome_length: null });
    // A row that a table no longer has is taken back, too.
    await writeFiles(cwd, { 't.csv': 'phage,cluster\none,A\n' });
    await runWellInProcess(['import', 'table', 't.csv', '--accept-renames'], { cwd });
    expect(phages(cwd)).toEqual(['MADE02.json', 'one.json']);
  });
});

test('names that differ by case from those of earlier imports are refused', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': named('phi'), 'b.gff': named('Phi') });
    await runWellInProcess(annotations('a.gff'), { cwd });
    const { status, stderr } = await runInProcess(annotations('b.gff'), { cwd });
    expect([status, stderr.split('\n')[0]]).toEqual([
      1,
      'b.gff:3: expected the name as it is in the data: phi, found Phi',
    ]);
  });
});

test.each(['.hidden', 'NUL', '\u03bb'.repeat(95)])('the name %s is refused', async (name) => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': gff3Text, 'names.tsv': `MADE01\t${name}\n` });
    const { status, stderr } = await runInProcess(annotations('a.gff', '--names', 'names.tsv'), {
      cwd,
    });
    expect(stderr).toContain('expected a name for the phage');
    expect(stderr).toContain('  hint: Name it with --names: ');
    expect(status).toBe(1);
  });
});

test('the working folder is never replaced', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': gff3Text, 'data/mine.txt': 'mine' });
    const inner = path.join(cwd, 'data');
    const { status, stderr } = await runInProcess(annotations('../a.gff', '--data', '.'), {
      cwd: inner,
    });
    expect(stderr).toContain('The working folder is in the data folder');
    expect(status).toBe(2);
    expect(await readTree(inner)).toEqual({ 'mine.txt': 'mine' });
  });
});

test("an edited file of another input is in nobody's way", async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': named('AA1'), 'b.gff': named('BB1') });
    await runWellInProcess(annotations('a.gff'), { cwd });
    await writeFiles(cwd, { 'data/genes/AA1.ndjson': 'edited' });
    const { stdout } = await runWellInProcess(annotations('b.gff'), { cwd });
    expect(stdout).toContain('Edited by hand, and kept: 1 file of genes changed.\n');
    expect(fs.readFileSync(path.join(cwd, 'data/genes/AA1.ndjson'), 'utf8')).toBe('edited');
    await writeFiles(cwd, { 'a.gff': named('AA1').replace('product=', 'product=new ') });
    const { status, stderr } = await runInProcess(annotations('a.gff'), { cwd });
    expect(stderr).toContain('genes/AA1.ndjson:1 is no record in JSON since it was edited');
    expect(status).toBe(1);
  });
});

test('a correction by hand stays when its input changes, when others come, and in a build', async () => {
  await inWorkFolder(async (cwd) => {
    const genes = path.join(cwd, 'data/genes/AA1.ndjson');
    await writeFiles(cwd, { 'a.gff': named('AA1') });
    await runWellInProcess(annotations('a.gff'), { cwd });
    const imported = fs.readFileSync(genes, 'utf8');
    const [first = ''] = imported.split('\n');
    const { Notes }: { Notes: string } = JSON.parse(first);
    fs.writeFileSync(genes, imported.replace(/"Notes":"[^"]*"/, '"Notes":"corrected"'));
    // The same protein: its family gets a colour now, in both files.
    await writeFiles(cwd, { 'b.gff': named('BB1') });
    const { stdout } = await runWellInProcess(annotations('b.gff'), { cwd });
    expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 gene.\n');
    expect(stdout).not.toContain('while the input changed');
    const [one, other] = ['AA1', 'BB1'].map((name) =>
      JSON.parse(
        fs.readFileSync(path.join(cwd, `data/genes/${name}.ndjson`), 'utf8').split('\n')[0] ?? '',
      ),
    );
    expect(one).toMatchObject({ Notes: 'corrected', PhamID: other.PhamID });
    expect(other.PhamID.Color).not.toBe('#FFFFFF');
    await writeFiles(cwd, { 'a.gff': named('AA1').replace('product=', 'product=new ') });
    const changed = await runWellInProcess(annotations('a.gff'), { cwd });
    expect(changed.stdout).toContain(`Edited by hand, while the input changed, too:
  genes/AA1.ndjson: AA1_CDS_1: Notes changed; the input has "new ${Notes}"
`);
    expect(fs.readFileSync(genes, 'utf8')).toContain('"Notes":"corrected"');
    const allowed = ['--allow', 'null-value', '--allow', 'gene-length'];
    const built = await runWellInProcess(['build', '--data', 'data', ...allowed], { cwd });
    expect(built.stderr).not.toContain('pham-color-consistent');
    expect(built.stderr).not.toContain('.imported');
  });
});

test('a phage that was corrected by hand gives its genes the same cluster', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': named('AA1') });
    await runWellInProcess(annotations('a.gff'), { cwd });
    const phage = path.join(cwd, 'data/phages/AA1.json');
    const record = JSON.parse(fs.readFileSync(phage, 'utf8'));
    record.pcluster = { cluster: 'Q', temperate: true };
    fs.writeFileSync(phage, JSON.stringify(record));
    await runWellInProcess(annotations('a.gff'), { cwd });
    const genes = fs.readFileSync(path.join(cwd, 'data/genes/AA1.ndjson'), 'utf8');
    expect(genes).toContain('"Cluster":"Q"');
    expect(JSON.parse(fs.readFileSync(phage, 'utf8')).pcluster).toEqual(record.pcluster);
  });
});

test('data without genes can be built by the command that is printed, also in a folder with a blank', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 't.csv': 'phage\nLonely\n' });
    const { stdout } = await runWellInProcess(['import', 'table', 't.csv', '--data', 'my data'], {
      cwd,
    });
    expect(stdout).toContain("Next: phagepress build --data 'my data' --allow null-value");
    await runWellInProcess(['build', '--data', 'my data', '--allow', 'null-value'], { cwd });
  });
});

test('no phage and no family is renamed in silence', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'a.gff': named('AA1'),
      'names.csv': 'AA1,Quillon\n',
      'families.csv': 'Quillon_CDS_1,900\n',
    });
    const options = ['--names', 'names.csv', '--families', 'families.csv'];
    await runWellInProcess(annotations('a.gff', ...options), { cwd });
    const before = await readTree(cwd);
    const { status, stderr } = await runInProcess(annotations('a.gff', '--names', 'names.csv'), {
      cwd,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ {2}gene families: 900, now \d+\n/m);
    const without = await runInProcess(annotations('a.gff'), { cwd });
    expect(without.stderr).toContain('  phages: Quillon, now AA1\n');
    expect(without.stderr).toContain(
      'Nothing was imported. If that is meant, add --accept-renames',
    );
    expect(await readTree(cwd)).toEqual(before);
    await runWellInProcess(annotations('a.gff', '--accept-renames'), { cwd });
    expect(phages(cwd)).toEqual(['AA1.json']);
  });
});

test('what has no input any more is named, and removed with --prune', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'runs/a.gff': named('AA1'),
      'runs/b.gff': named('BB1').replace('product=plain', 'phrog=38'),
      't.csv': 'phage,found city\nAA1,Kyoto\nBB1,Jena\n',
    });
    await runWellInProcess(annotations('runs'), { cwd });
    await runWellInProcess(['import', 'table', 't.csv'], { cwd });
    fs.rmSync(path.join(cwd, 'runs/b.gff'));
    const { stdout } = await runWellInProcess(annotations('runs'), { cwd });
    expect(stdout).toContain(`These have no input any more:
  BB1 (../runs/b.gff is gone)
The same command with --prune removes what came from it.
`);
    expect(phages(cwd)).toEqual(['AA1.json', 'BB1.json']);
    const pruned = await runWellInProcess(annotations('runs', '--prune'), { cwd });
    expect(pruned.stdout).toContain(`Removed, since they have no input any more:
  BB1 (../runs/b.gff is gone)
  and with them gene families: 38
`);
    expect(fs.existsSync(path.join(cwd, 'data/genes/BB1.ndjson'))).toBe(false);
    // What the table says of it stays.
    const record = JSON.parse(fs.readFileSync(path.join(cwd, 'data/phages/BB1.json'), 'utf8'));
    expect(record).toMatchObject({ found_city: 'Jena', genome_length: null });
    const again = await runWellInProcess(annotations('runs', '--prune'), { cwd });
    expect(again.stdout).not.toContain('no input');
  });
});

test('phages that change names with each other are renamed', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'a.gff': named('AA1'),
      'b.gff': named('BB1').replace('product=plain', 'product=other'),
      'names.csv': 'AA1,BB1\nBB1,AA1\n',
    });
    await runWellInProcess(annotations('a.gff', 'b.gff'), { cwd });
    const swapped = annotations('a.gff', 'b.gff', '--names', 'names.csv');
    const { status, stderr } = await runInProcess(swapped, { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain('  phages: AA1, now BB1, BB1, now AA1\n');
  });
});

test('an edited file whose input was pruned goes on as before once the input is back', async () => {
  await inWorkFolder(async (cwd) => {
    const genes = path.join(cwd, 'data/genes/BB1.ndjson');
    await writeFiles(cwd, { 'runs/a.gff': named('AA1'), 'runs/b.gff': named('BB1') });
    await runWellInProcess(annotations('runs'), { cwd });
    const before = fs.readFileSync(genes, 'utf8');
    const edited = before.replace(/"Notes":"[^"]*"/, '"Notes":"corrected"');
    fs.writeFileSync(genes, edited);
    fs.renameSync(path.join(cwd, 'runs/b.gff'), path.join(cwd, 'b.gff'));
    const { stdout } = await runWellInProcess(annotations('runs', '--prune'), { cwd });
    expect(stdout).toContain('genes/BB1.ndjson changed; the input has no such file');
    expect(fs.readFileSync(genes, 'utf8')).toContain('"Notes":"corrected"');
    fs.renameSync(path.join(cwd, 'b.gff'), path.join(cwd, 'runs/b.gff'));
    await runWellInProcess(annotations('runs'), { cwd });
    expect(fs.readFileSync(genes, 'utf8')).toBe(edited);
  });
});
