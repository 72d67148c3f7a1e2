/** `build --spreadsheet-safe`, as a publisher and whoever verifies the site run it. */
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from './lab.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';

test('cells of tables are marked as text, no other file is changed, and the site verifies', async (lab) => {
  const notes = tinyGene('Vexmoor', 9, { Notes: '=HYPERLINK("http://evil.example")' });
  await lab.write({ ...tinyData, 'data/genes/z.ndjson': asLines([notes]) });
  const build = ['build', '--quiet', '--no-changes'];
  const table = () => gunzipSync(lab.bytes('dist/bulk/genes.tsv.gz')).toString();
  await lab.run(...build);
  const before = await lab.tree('dist');
  expect(table()).toContain('\t"=HYPERLINK(""');

  await lab.run(...build, '--spreadsheet-safe');
  expect(table()).toContain('\t"\'=HYPERLINK(""');
  await lab.run('verify', 'dist');
  const after = await lab.tree('dist');
  const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
  expect(changed.toSorted()).toEqual([
    'bulk/datapackage.json',
    'bulk/genes.tsv.gz',
    'bulk/index.json',
    'manifest.json',
    'release.json',
  ]);
  expect(JSON.parse(after['release.json']!)).toMatchObject({ spreadsheet_safe: true });
  expect(after['bulk/datapackage.json']).toContain('has an apostrophe before it');

  // Who says otherwise is found out.
  const release = after['release.json']!.replace('  "spreadsheet_safe": true,\n', '');
  await lab.write({ 'dist/release.json': release });
  const { stdout } = await lab.ends(1, 'verify', 'dist');
  expect(stdout).toMatch(/B1 +FAIL/);

  // And taken back, the tables are what they were.
  await lab.write({ 'dist/release.json': after['release.json']! });
  await lab.run(...build);
  expect(await lab.tree('dist')).toEqual(before);
});
