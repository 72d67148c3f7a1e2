/** The recipes of docs/hosts.md for each host, run as they are written, on records like those of real genomes. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../../src/hosts/host.ts';
import { startPreview } from '../../../src/preview/server.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { inWorkFolder, sharedFolder, writeFiles } from '../../integration/workFolder.ts';
import { readPage, sectionOf } from '../../docs/pages.ts';
import { runInProcess, runWellInProcess } from '../../program/runProgram.ts';

/** What docs/data.md says that real genomes need, once and for all commands. */
const allowing =
  /^```json\n(\{ "allow": .*\})\n```$/m.exec(
    sectionOf('docs/data.md', '## Findings and rules'),
  )?.[1] ?? '';

const recipes = [...readPage('docs/hosts.md').matchAll(/^## (.+)$[^]*?^```sh\n([^]*?)^```$/gm)].map(
  ([, title = '', text = '']) => {
    const commands = text
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
      .flatMap(([program, ...args]) => (program === 'phagepress' ? [args] : []));
    return { title, commands };
  },
);

const data = sharedFolder(async (folder) => {
  await writeFiles(folder, {
    'phagepress.config.json': allowing,
    'data/genes/a.ndjson': asLines([
      ...Array.from({ length: 101 }, (_, n) => tinyGene('Quillon', n + 1)),
      // Through the origin; in two parts, by a programmed frameshift.
      tinyGene('Vexmoor', 1, { Start: 152829, Stop: 4, Length: 576 }),
      tinyGene('Vexmoor', 2, { Start: 100, Stop: 400, Length: 301 }),
    ]),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon'), unsequenced('Vexmoor')]),
  });
});

/** As the service has phages whose sequencing is not finished. */
function unsequenced(name: string): object {
  return { ...tinyPhage(name, { seq_finished: false }), genome_length: null, gcpercent: null };
}

test('there is a recipe for every host, which builds, and verifies what is served', () => {
  const built = recipes.map(({ commands }) => commands[0]?.[commands[0].indexOf('--host') + 1]);
  expect(built).toEqual([...hostNames]);
  for (const { title, commands } of recipes) {
    expect(commands.at(-1)?.slice(0, 2), title).toEqual([
      'verify',
      expect.stringMatching(/^https:/),
    ]);
  }
});

test('records like those of real genomes need what docs/data.md says', async () => {
  await writeFiles(data(), { 'none.json': '{}' });
  const refused = await runInProcess(['check', '--config', 'none.json'], { cwd: data() });
  expect(refused.status).toBe(1);
  for (const rule of (JSON.parse(allowing) as { allow: string[] }).allow) {
    expect(refused.stderr).toContain(`[${rule}]`);
  }
});

describe.each(recipes)('the recipe for $title', ({ commands }) => {
  test('works as it is written', async () => {
    await inWorkFolder(async (cwd) => {
      await cp(data(), cwd, { recursive: true });
      for (const args of commands.slice(0, -1)) await runWellInProcess(args, { cwd });
      await runWellInProcess(['verify', 'dist'], { cwd });
      // The site is served here, by what answers as all hosts should.
      const dir = path.join(cwd, 'dist');
      const preview = await startPreview({ dir, port: 0, address: '127.0.0.1' });
      try {
        const verify = commands
          .at(-1)!
          .map((arg) => (arg.startsWith('https:') ? preview.url : arg));
        await runWellInProcess(verify, { cwd });
      } finally {
        await preview.close();
      }
    });
  });
});
