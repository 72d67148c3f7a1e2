/**
 * `npm run bench -- --pages`, in part: what the neighbours of families and the indexes for people add to a build of lists
 * and views. The yardstick is this program, bundled without its neighbours: there is no option that leaves them out.
 */
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { options } from '../../.bundle.mjs';
import { measure, measureInTurns, printBeside } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function benchPagesCost(folder, data, { runs }) {
  const program = path.join(root, 'lib/cli.js');
  const out = path.join(folder, 'measured');
  const take = (cli, ...flags) => {
    const args = ['build', '--data', data, '--out', out, '--no-gene-files', '--no-bulk', ...flags];
    return async () => {
      const taken = await measure('node', [
        cli,
        ...args,
        '--no-cache',
        '--quiet',
        '--max-errors',
        '0',
      ]);
      rmSync(out, { recursive: true });
      return taken;
    };
  };
  const measured = await measureInTurns(runs, {
    'lists and views, but for neighbours': take(await withoutNeighbours(folder), '--no-pages'),
    'and neighbours': take(program, '--no-pages'),
    'and pages': take(program),
  });
  printBeside(measured);
  console.log('');
}

/** The program as it is, beside a `src/sinks/neighbours.ts` that plans nothing. Returns its command line. */
async function withoutNeighbours(folder) {
  const copy = path.join(folder, 'program');
  mkdirSync(copy);
  for (const name of ['docs', 'node_modules', 'package.json', 'schemas'])
    symlinkSync(path.join(root, name), path.join(copy, name));
  cpSync(path.join(root, 'lib'), path.join(copy, 'lib'), { recursive: true });
  await build({
    ...options,
    output: { ...options.output, dir: path.join(copy, 'lib') },
    plugins: [
      {
        name: 'without-neighbours',
        load: (id) =>
          /views[\\/]neighbours\.ts$/.test(id)
            ? `export const neighboursFile = () => '';
              export const shareNeighbourhoods = () => null;
              export const planNeighbours = () => [];`
            : null,
      },
    ],
  });
  return path.join(copy, 'lib/cli.js');
}
