import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRelease } from '../../../src/releases/openRelease.ts';
import { renderManifest } from '../../../src/publishing/manifest.ts';
import { build, inFastFolder } from '../../property/siteBuilds.ts';
import { tinyData } from '../../integration/tinyData.ts';
import { writeFiles } from '../../integration/workFolder.ts';
import { readFileSync, writeFileSync } from 'node:fs';

/** The paths that are read of a site whose manifest is this text. */
async function pathsOf(manifest: string, tops?: readonly string[]): Promise<string[]> {
  return inFastFolder(async (folder) => {
    await writeFiles(folder, tinyData);
    const out = path.join(folder, 'site');
    await build({ data: path.join(folder, 'data'), out, bulk: [], views: [] });
    const file = path.join(out, 'release.json');
    const release = createHash('sha256').update(manifest).digest('hex');
    const text = readFileSync(file, 'utf8').replace(/"release": "\w+"/, `"release": "${release}"`);
    writeFileSync(file, text);
    writeFileSync(path.join(out, 'manifest.json'), manifest);
    const paths: string[] = [];
    for await (const one of (await openRelease(out)).files(tops)) paths.push(one.path);
    return paths;
  });
}

const sha256 = 'ab'.repeat(32);
const names = ['a b', 'api/genes/"quoted"', 'api/genes/Ünïco%de', 'api/phages/x', 'z'];

describe('the files of a release', () => {
  test('are those of its manifest, whatever is in their names', async () => {
    const manifest = renderManifest(names.map((name) => ({ path: name, bytes: 12, sha256 })));
    expect(await pathsOf(manifest)).toEqual(names);
    expect(await pathsOf(manifest, ['api/genes/', 'z'])).toEqual([names[1], names[2], 'z']);
  });

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a/./b', 'a\\b', 'a\0b', ''])(
    'never lie outside it: %j',
    async (name) => {
      const manifest = renderManifest([{ path: name, bytes: 1, sha256 }]);
      await expect(pathsOf(manifest)).rejects.toThrow('is not what its release.json says');
    },
  );

  test.each([
    ['a hash cut short', `{"path":"a","bytes":1,"sha256":"${sha256.slice(1)}"}`],
    ['no size', `{"path":"a","bytes":,"sha256":"${sha256}"}`],
    ['more', `{"path":"a","bytes":1,"sha256":"${sha256}","x":1}`],
    ['a broken escape', `{"path":"\\u12","bytes":1,"sha256":"${sha256}"}`],
  ])('have a line each of one form, and not %s', async (_, line) => {
    await expect(pathsOf(`{"files":[\n${line}\n]}\n`)).rejects.toThrow('is not what');
  });
});
