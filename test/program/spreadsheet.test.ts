/** `build --spreadsheet-safe`, as a publisher and whoever verifies the site run it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

test('cells of tables are marked as text, no other file is changed, and the site verifies', async () => {
  await inWorkFolder(async (cwd) => {
    const notes = tinyGene('Vexmoor', 9, { Notes: '=HYPERLINK("http://evil.example")' });
    await writeFiles(cwd, { ...tinyData, 'data/genes/z.ndjson': asLines([notes]) });
    const build = ['build', '--quiet'];
    const table = () =>
      gunzipSync(readFileSync(path.join(cwd, 'dist/bulk/genes.tsv.gz'))).toString();
    await runWellInProcess(build, { cwd });
    const before = await readTree(path.join(cwd, 'dist'));
    expect(table()).toContain('\t"=HYPERLINK(""');

    await runWellInProcess([...build, '--spreadsheet-safe'], { cwd });
    expect(table()).toContain('\t"\'=HYPERLINK(""');
    await runWellInProcess(['verify', 'dist'], { cwd });
    const after = await readTree(path.join(cwd, 'dist'));
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
    await writeFiles(cwd, { 'dist/release.json': release });
    const { status, stdout } = await runInProcess(['verify', 'dist'], { cwd });
    expect(status).toBe(1);
    expect(stdout).toMatch(/B1 +FAIL/);

    // And taken back, the tables are what they were.
    await writeFiles(cwd, { 'dist/release.json': after['release.json']! });
    await runWellInProcess(build, { cwd });
    expect(await readTree(path.join(cwd, 'dist'))).toEqual(before);
  });
});
