/** Runs Python programs of this folder, which read files with libraries that are not ours. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Debian's own, to which its packages of libraries belong.
export const debianPython = '/usr/bin/python3';
const maxBuffer = 1 << 28;

/** What the program `name` prints, which is JSON. */
export async function runPython(name: string, ...args: readonly string[]): Promise<unknown> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const { stdout } = await promisify(execFile)(debianPython, ['-I', file, ...args], {
    maxBuffer,
    env: { PATH: process.env['PATH'] ?? '', PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' },
  });
  return JSON.parse(stdout);
}

/**
 * Whether Python has these modules. In CI it must have them, so that no test is skipped; elsewhere a test
 * without them is skipped, and its title says how to get them.
 */
export function pythonHas(...modules: readonly string[]): boolean {
  const { error, status } = spawnSync(debianPython, ['-I', '-c', `import ${modules.join(', ')}`]);
  const has = error === undefined && status === 0;
  if (!has && process.env['CI'] !== undefined) {
    throw new Error(`${debianPython} has no ${modules.join(', ')}`);
  }
  return has;
}
