/** Runs some of the tests with another amount and another seed than a plain test run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs');

/**
 * Takes the amount and the seed from the command line, and hands them on in the environment; gives the
 * exit code.
 * @param {{ tests: string[], amount: { option: string, variable: string, usual: string } }} options
 * @returns {Promise<number>}
 */
export async function runTests({ tests, amount }) {
  const { values } = parseArgs({
    options: { [amount.option]: { type: 'string' }, seed: { type: 'string' } },
  });
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  const wanted = values[amount.option] ?? amount.usual;
  for (const number of [seed, wanted]) {
    if (/^\d+$/.test(String(number))) continue;
    process.stderr.write(`--${amount.option} and --seed take whole numbers, not ${number}\n`);
    return 2;
  }
  const args = ['run', '--config', 'test/vitest.config.ts', ...tests];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: repository,
    env: { ...process.env, [amount.variable]: String(wanted), PHAGEPRESS_SEED: seed },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 3;
}
