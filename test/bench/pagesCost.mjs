/**
 * `npm run bench -- --pages`, in part: what the neighbours of families and the indexes for people add to a build of lists
 * and views. The yardstick is this program, bundled without its neighbours: there is no option that leaves them out.
 */
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { measure } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function benchPagesCost(folder, data, { runs }) {
  const program = path.join(root, 'lib/cli.js');
  const variants = {
    'lists and views, but for neighbours': [await withoutNeighbours(folder), '--no-pages'],
    'and neighbours': [program, '--no-pages'],
    'and pages': [program],
  };
  const out = path.join(folder, 'measured');
  const best = new Map();
  // In turns, so that what else the machine does falls on all of them.
  for (let run = 0; run < runs; run++) {
    for (const [what, [cli, ...flags]] of Object.entries(variants)) {
      const args = ['build', '--data', data, '--out', out, '--no-gene-files', '--no-bulk'];
      args.push('--no-cache', '--quiet', '--max-errors', '0', ...flags);
      const taken = await measure('node', [cli, ...args]);
      rmSync(out, { recursive: true });
      const before = best.get(what) ?? taken;
      best.set(what, {
        seconds: Math.min(before.seconds, taken.seconds),
        cpuSeconds: Math.min(before.cpuSeconds, taken.cpuSeconds),
        peakBytes: Math.min(before.peakBytes, taken.peakBytes),
      });
    }
  }
  const [least] = best.values();
  console.log('| | time | CPU time | peak memory | ÷ the first | CPU |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, { seconds, cpuSeconds, peakBytes }] of best) {
    const ratios = [seconds / least.seconds, cpuSeconds / least.cpuSeconds];
    console.log(
      `| ${what} | ${seconds.toFixed(2)} s | ${cpuSeconds.toFixed(2)} s | ${Math.round(peakBytes / 1e6)} MB | ${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')} |`,
    );
  }
  console.log('');
}

/** The program as it is, beside a `src/views/neighbours.ts` that plans nothing. Returns its command line. */
async function withoutNeighbours(folder) {
  const copy = path.join(folder, 'program');
  mkdirSync(copy);
  for (const name of ['docs', 'node_modules', 'package.json', 'schemas'])
    symlinkSync(path.join(root, name), path.join(copy, name));
  cpSync(path.join(root, 'lib'), path.join(copy, 'lib'), { recursive: true });
  await build({
    entryPoints: [path.join(root, 'src/cli.ts')],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    charset: 'utf8',
    outdir: path.join(copy, 'lib'),
    logLevel: 'warning',
    plugins: [
      {
        name: 'without-neighbours',
        setup(bundle) {
          bundle.onLoad({ filter: /views[\\/]neighbours\.ts$/ }, () => ({
            contents: `export const neighboursFile = () => '';
              export const shareNeighbourhoods = () => null;
              export const planNeighbours = () => [];`,
          }));
        },
      },
    ],
  });
  return path.join(copy, 'lib/cli.js');
}
