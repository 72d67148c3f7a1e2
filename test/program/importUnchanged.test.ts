/** Annotation files that are as they were at their last import are not read again, and the data is as if they had been. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { test } from './lab.ts';
import { gff3Text } from '../readers/annotatedFiles.ts';
import { runWellInProcess } from './runProgram.ts';
import { writeFiles } from '../integration/workFolder.ts';

// Each phage has a genome of its own.
const named = (name: string, end: string) =>
  gff3Text.replaceAll('MADE01', name).replace(/CGTAGCT\n$/, `${end}\n`);
const [a, b] = [named('AA1', 'CGTAGCT'), named('BB1', 'GGTAGCA')];
const table = 'phage,cluster,host\nAA1,A,Gordonia\n';

/** A file of an earlier version, which may hold something else: its hash was that of the text alone. */
function sealedByOther(text: string): string {
  return `${hash('sha256', text)}\n${text}`;
}

type Step = (cwd: string) => unknown;
const write =
  (files: Record<string, string>): Step =>
  (cwd) =>
    writeFiles(cwd, files);
const remove =
  (file: string): Step =>
  (cwd) =>
    fs.rmSync(path.join(cwd, file));
const edit =
  (file: string, from: string, to: string): Step =>
  (cwd) => {
    const place = path.join(cwd, file);
    fs.writeFileSync(place, fs.readFileSync(place, 'utf8').replace(from, to));
  };
const run =
  (...args: string[]): Step =>
  (cwd) =>
    runWellInProcess(['import', ...args], { cwd });

/** What is done after the first import, the import that follows, and how many of its files are not read again. */
const cases: Record<string, { steps: Step[]; args?: string[]; unread: number }> = {
  nothing: { steps: [], unread: 2 },
  'one input changes': { steps: [write({ 'in/a.gff': a.replace('plain', 'other') })], unread: 1 },
  'an input comes': { steps: [write({ 'in/c.gff': named('CC1', 'GATAGCA') })], unread: 2 },
  'an input comes with the genome of another, before it': {
    steps: [write({ 'in/A.gff': named('CC1', 'CGTAGCT') })],
    unread: 1,
  },
  'an input comes with a phage of another, which is named first': {
    steps: [write({ 'new.gff': a.replace('plain', 'other') })],
    args: ['new.gff', 'in/b.gff'],
    unread: 0,
  },
  'a table sets fields': { steps: [write({ 't.csv': table }), run('table', 't.csv')], unread: 2 },
  'a table that set fields is gone': {
    steps: [
      write({ 't.csv': 'phage,genome length\nAA1,61\n' }),
      run('table', 't.csv'),
      remove('t.csv'),
    ],
    args: ['in', '--prune'],
    unread: 1,
  },
  'a file of the data is gone': { steps: [remove('data/features/AA1.ndjson')], unread: 1 },
  'a record is edited': {
    steps: [edit('data/phages/AA1.json', '"is_annotated": true', '"is_annotated": false')],
    unread: 2,
  },
  'another choice': { steps: [], args: ['in', '--hypothetical', 'empty'], unread: 0 },
  'a table of names comes': {
    steps: [write({ 'names.tsv': 'AA1\tLast\n' })],
    args: ['in', '--names', 'names.tsv', '--accept-renames'],
    unread: 0,
  },
  'another date': { steps: [], args: ['in', '--date', '2026-01-02'], unread: 2 },
  'the notes are damaged': {
    steps: [edit('data/.imported/inputs.ndjson', 'AA1', 'AA2')],
    unread: 0,
  },
  'the notes are those of another version': {
    steps: [
      write({ 'data/.imported/inputs.ndjson': sealedByOther('["../in/a.gff",{}]\n') }),
      edit('data/genes/AA1.ndjson', 'plain', 'mine!'),
    ],
    unread: 0,
  },
};

const unreadIn = (stdout: string) => Number(/\((\d+) as before/.exec(stdout)?.[1] ?? 0);

for (const [what, { steps, args = ['in'], unread }] of Object.entries(cases)) {
  test(`the data is as if all was read again: ${what}`, async (lab) => {
    await lab.write({ 'in/a.gff': a, 'in/b.gff': b });
    await lab.import('annotations', 'in');
    for (const step of steps) await step(lab.cwd);
    fs.cpSync(lab.at('data'), lab.at('read'), { recursive: true });
    const all = ['import', 'annotations', ...args];
    const { stdout } = await lab.run(...all);
    expect(unreadIn(stdout)).toBe(unread);
    expect(stdout.includes('all read again: ')).toBe(what.startsWith('the notes are'));
    if (what.endsWith('version')) expect(stdout).toContain('Edited by hand, and kept: 1 field');
    const read = await lab.run(...all, '--data', 'read', '--verbose');
    expect(unreadIn(read.stdout)).toBe(0);
    expect(await lab.tree('data')).toEqual(await lab.tree('read'));
  });
}

test('what the tables of names and families have for no input is said as before', async (lab) => {
  await lab.write({
    'in/a.gff': a,
    'in/b.gff': b,
    'names.tsv': 'AA1\tFirst\nZZ1\tLast\n',
    'families.tsv': 'First_CDS_1\tphrog_9\nZZ1_CDS_1\tphrog_10\n',
  });
  const args = ['in', '--names', 'names.tsv', '--families', 'families.tsv'];
  const first = await lab.import('annotations', ...args);
  const again = await lab.import('annotations', ...args);
  expect(again.stdout).toBe(
    first.stdout
      .replace('Imported', 'Unchanged:')
      .replace('from 2 files', 'from 2 files (2 as before, and not read again)'),
  );
  expect(again.stdout).toContain('names.tsv:2: ZZ1');
  expect(again.stdout).toContain('families.tsv:2: ZZ1_CDS_1');
  await lab.write({ 'families.tsv': 'First_CDS_1\tphrog_11\n' });
  const other = ['import', 'annotations', ...args, '--accept-renames'];
  expect(unreadIn((await lab.run(...other)).stdout)).toBe(0);
});

test('a file is known by its times, but one with other bytes of that size and time is noticed', async (lab) => {
  await lab.write({ 'in/a.gff': a, 'in/b.gff': b });
  const args = ['import', 'annotations', 'in'];
  await lab.run(...args);
  // What has just changed is not known by its time.
  await setTimeout(50);
  await lab.run(...args);
  const hashes = lab.at('.data.phagepress-hashes');
  const known = fs.readFileSync(hashes, 'utf8');
  expect(known).toContain('in/a.gff');
  const swap = (name: string, from: string, to: string) => {
    const file = lab.at(name);
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(from, to));
    fs.utimesSync(file, atime, mtime);
  };
  swap('in/a.gff', 'plain', 'other');
  swap('data/genes/BB1.ndjson', 'plain', 'mine!');
  const { stdout } = await lab.run(...args);
  expect(unreadIn(stdout)).toBe(1);
  expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 gene');
  const genes = (name: string) => lab.text(`data/genes/${name}`);
  expect([genes('AA1.ndjson'), genes('BB1.ndjson')]).toEqual([
    expect.stringContaining('other'),
    expect.stringContaining('mine!'),
  ]);
  // Without it, and where it is damaged or another version's, all is hashed.
  const damaged = [known.replace('"in/', '"no/'), known.slice(0, -9)];
  for (const text of ['', ...damaged, sealedByOther('null')]) {
    fs.writeFileSync(hashes, text);
    swap('data/genes/BB1.ndjson', 'mine!', 'mine!');
    expect(unreadIn((await lab.run(...args)).stdout)).toBe(2);
  }
});

test('what was left out for its faults is read again', async (lab) => {
  await lab.write({ 'in/a.gff': a, 'in/b.gff': b.replace('\t9\t.\t+', '\t99\t.\t+') });
  const args = ['import', 'annotations', 'in', '--keep-going'];
  const [first, again] = [await lab.ends(1, ...args), await lab.ends(1, ...args)];
  expect(again.stderr).toBe(first.stderr);
  expect(unreadIn(again.stdout)).toBe(1);
});

test('a FASTA file beside is part of its input', async (lab) => {
  const [rows = '', fasta = ''] = a.split('##FASTA\n');
  await lab.write({ 'in/a.gff': rows, 'in/a.fasta': fasta, 'in/b.gff': b });
  const args = ['import', 'annotations', 'in'];
  await lab.run(...args);
  const again = await lab.run(...args);
  expect([unreadIn(again.stdout), again.stdout.includes('a.fasta')]).toEqual([2, false]);
  await lab.write({ 'in/a.fasta': fasta.replace(/CGTAGCT\n$/, 'CGTAGCA\n') });
  expect(unreadIn((await lab.run(...args)).stdout)).toBe(1);
  const genome = lab.text('data/genomes/AA1.fasta');
  expect(genome).toMatch(/CGTAGCA\n$/);
});
