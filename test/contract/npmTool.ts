/** Programs from npm that are too large to be installed with everything else: only these tests need them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/phagepress/', import.meta.url));

/**
 * Where a file of a package lies. In CI the package is installed if need be, so that no test is skipped;
 * elsewhere that takes PHAGEPRESS_TOOLS=1, and without it the answer is null.
 */
export function npmTool(name: string, version: string, file: string): string | null {
  const installed = join(folder, `${name}-${version}`);
  if (!existsSync(installed)) {
    if (process.env['CI'] === undefined && process.env['PHAGEPRESS_TOOLS'] === undefined) {
      return null;
    }
    install(`${name}@${version}`, installed);
  }
  return join(installed, 'node_modules', name, file);
}

/** What the title of a skipped test says. */
export const toolsHint = 'PHAGEPRESS_TOOLS=1 installs it';

function install(what: string, target: string): void {
  mkdirSync(folder, { recursive: true });
  const fresh = mkdtempSync(join(folder, 'installing-'));
  const options = ['--prefix', fresh, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, what], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${what} cannot be installed: ${stderr}`);
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another test was faster.
    rmSync(fresh, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}
