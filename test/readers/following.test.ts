/** A script that knows only docs/reading.md follows ten releases, and ends with the bytes of the last one. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { canRun, installing, runSnippet } from '../docs/runSnippet.ts';
import { exampleSite, readSnippets } from '../docs/snippets.ts';
import { runWell } from '../integration/runCli.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { releaseData } from '../program/releaseData.ts';

const snippet = readSnippets().find(({ name }) => name === 'Python: Following a site');

test.skipIf(!canRun('python'))(
  `the example in Python follows ten releases (to run this: ${installing('python')})`,
  () =>
    inWorkFolder(async (cwd) => {
      const printed: string[] = [];
      const run = () =>
        withPreview(['--port', '0'], cwd, ({ url }) =>
          runSnippet('python', snippet!.text.replaceAll(exampleSite, url), path.join(cwd, 'copy')),
        );
      for (let release = 0; release < 10; release++) {
        await writeFiles(cwd, releaseData(release));
        await runWell(['build', '--quiet', '--max-drop', '100', '--bulk', 'ndjson'], { cwd });
        // At the third, it is away.
        if (release !== 2) printed.push((await run()).trim());
        if (release === 5) printed.push((await run()).trim());
      }
      expect(printed.map((line) => line.replace(/\d+ genes/, 'genes'))).toEqual([
        '0 steps, genes',
        '1 steps, genes',
        '2 steps, genes',
        '1 steps, genes',
        '1 steps, genes',
        '0 steps, nothing new',
        ...Array<string>(4).fill('1 steps, genes'),
      ]);
      const bulk = gunzipSync(await readFile(path.join(cwd, 'dist/bulk/genes.ndjson.gz')));
      expect(await readFile(path.join(cwd, 'copy/genes.ndjson'), 'utf8')).toBe(bulk.toString());
    }),
);
