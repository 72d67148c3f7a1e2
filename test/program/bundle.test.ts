/** `phagepress bundle`: one file of a release, the same for the same release. */
import { lstatSync, symlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { tinyData } from '../integration/tinyData.ts';
import { test } from './lab.ts';

const about = { title: 'T', creators: [{ name: 'Ada Example' }] };
const build = ['build', '--quiet', '--no-html'];

test('phagepress bundle holds the bulk files, schemas, citation and release, each with its hash', async (lab) => {
  await lab.write({ ...tinyData, 'phagepress.config.json': JSON.stringify({ about }) });
  await lab.run(...build);
  const { stdout } = await lab.run('bundle', '--out', 'one.zip');
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(stdout).toMatch(hashOf(lab.bytes('one.zip')));
  const files = unzipSync(lab.bytes('one.zip'));
  const sums = Buffer.from(files['SHA256SUMS'] ?? [])
    .toString()
    .trimEnd()
    .split('\n');
  expect(sums.map((line) => line.slice(66)).sort()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'SHA256SUMS')
      .sort(),
  );
  for (const line of sums) expect(hashOf(files[line.slice(66)]!)).toBe(line.slice(0, 64));
  for (const file of [
    'bulk/genes.ndjson.gz',
    'bulk/datapackage.json',
    'CITATION.cff',
    'release.json',
    'schemas/gene.schema.json',
  ])
    expect(Buffer.from(files[file] ?? []).equals(lab.bytes(`dist/${file}`)), file).toBe(true);
  // Whatever was published before, and when.
  await lab.run(...build, '--no-cache', '--out', 'again');
  await lab.run('bundle', 'again', '--out', 'two.zip');
  expect(lab.bytes('two.zip').equals(lab.bytes('one.zip'))).toBe(true);
});

test('phagepress bundle replaces another bundle and nothing else, and is made of a whole site alone', async (lab) => {
  await lab.write({ ...tinyData, 'mine.txt': 'mine' });
  await lab.run(...build);
  await lab.run('bundle', '--out', 'one.zip');
  await lab.write({ 'one.zip.new': 'mine', 'empty.zip': '' });
  symlinkSync('one.zip', lab.at('link.zip'));
  for (const out of ['one.zip', 'link.zip', 'empty.zip']) await lab.run('bundle', '--out', out);
  expect(lab.text('one.zip.new')).toBe('mine');
  expect(lstatSync(lab.at('link.zip')).isSymbolicLink()).toBe(true);
  const refused = async (code: number, said: string, ...words: string[]) =>
    expect((await lab.ends(code, 'bundle', ...words)).stderr).toMatch(said);
  await refused(2, 'is no zip file', '--out', 'mine.txt');
  await refused(2, 'There is no folder nowhere for nowhere/one.zip', '--out', 'nowhere/one.zip');
  await refused(2, 'The site dist and its bundle dist/one.zip overlap', '--out', 'dist/one.zip');
  await refused(1, 'is no site of phagepress', 'data', '--out', 'two.zip');
  lab.edit('dist/bulk/index.json', '{', '[');
  await refused(1, 'bulk/index.json of dist is not what', '--out', 'two.zip');
  expect(lab.names('').filter((name) => name.startsWith('two'))).toEqual([]);
  await lab.run(...build, '--no-cache', '--no-bulk', '--out', 'bare');
  await refused(2, 'has no bulk files', 'bare', '--out', 'two.zip');
  expect(lab.text('mine.txt')).toBe('mine');
});
