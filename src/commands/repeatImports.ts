/** `phagepress import` without a kind of input: repeats the imports that the configuration file names. */
import { defaultConfigFile, defaults, readSettings } from '../config/config.ts';
import { Failure } from '../failure.ts';
import { nearestName } from '../text/nearestName.ts';
import { shellWord } from '../text/shellWord.ts';
import type { RemovalOptions } from './intoData.ts';
import type { Terminal } from './terminal.ts';

export interface RepeatOptions extends RemovalOptions {
  readonly date?: string;
  readonly verbose?: boolean;
}

/** Throws a Failure for a word in place of a kind of input. */
export function assertKind([kind]: readonly string[], kinds: readonly string[]): void {
  if (kind === undefined) return;
  const nearest = nearestName(kind, kinds);
  const hint =
    nearest === undefined ? `There are ${kinds.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new Failure('usage', `'${kind}' is no kind of import.`, { hint });
}

/**
 * Runs the imports in order, until one fails; `run` takes the words behind `phagepress import`. Returns the exit code.
 * Throws a Failure.
 */
export async function repeatImports(
  { acceptRenames = false, prune = false, date, verbose = false }: RepeatOptions,
  terminal: Terminal,
  run: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  const { imports = [], data = defaults.data } = await readSettings(undefined, {});
  if (imports.length === 0) {
    throw new Failure('usage', `No "imports" in ${defaultConfigFile} say what to import.`, {
      hint: '`phagepress init --from` writes them; `phagepress import annotations <files>` and its siblings import once.',
    });
  }
  const added = [
    ...(data === defaults.data ? [] : ['--data', data]),
    ...(acceptRenames ? ['--accept-renames'] : []),
    ...(prune ? ['--prune'] : []),
    ...(date === undefined ? [] : ['--date', date]),
    ...(verbose ? ['--verbose'] : []),
  ];
  for (const words of imports) {
    const all = [...words, ...added];
    terminal.out(`phagepress import ${all.map(shellWord).join(' ')}\n`);
    const code = await run(all);
    if (code !== 0) return code;
  }
  return 0;
}
