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
    const { stdout } = await runWellInProcess(annotations('a.gbk', '--verbose'), { cwd });
    expect(stdout).toContain('records with fewer fields, since their input no longer has them: 1');
    expect(stdout).toContain('files removed, since their input no longer has them: 3');
    const record = JSON.parse(fs.readFileSync(path.join(cwd, 'data/phages/one.json'), 'utf8'));
    expect(record).toMatchObject({ pcluster: { cluster: 'A' }, genome_length: null });
    // A row that a table no longer has is taken back, too.
    await writeFiles(cwd, { 't.csv': 'phage,cluster\none,A\n' });
    await runWellInProcess(['import', 'table', 't.csv'], { cwd });
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
    await runWellInProcess(annotations('b.gff'), { cwd });
    expect(fs.readFileSync(path.join(cwd, 'data/genes/AA1.ndjson'), 'utf8')).toBe('edited');
    const { status, stderr } = await runInProcess(annotations('a.gff'), { cwd });
    expect(stderr).toContain('genes/AA1.ndjson was edited since it was imported');
    expect(status).toBe(1);
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
