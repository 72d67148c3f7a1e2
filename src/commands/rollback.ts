/** `phagepress rollback`: lets the path of a site lead to the folder of a former release again. */
import { withSiteLock } from '../publishing/lock.ts';
import { sitePathOf } from '../publishing/outFolder.ts';
import { describeFolder, rollBack } from '../publishing/switchLink.ts';
import { printable } from '../text/json.ts';
import { resolveConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

export interface RollbackOptions {
  /** The id of a release, or its beginning; null for the one before the live one. */
  readonly id: string | null;
  readonly out?: string;
  readonly config?: string;
}

/** Goes back and tells where to; returns the exit code. Throws a Failure. */
export async function runRollback(options: RollbackOptions, terminal: Terminal): Promise<number> {
  const { id, config } = options;
  const { out } = await resolveConfig(
    options.out === undefined ? {} : { out: options.out },
    config,
  );
  const site = await sitePathOf(out);
  const place = printable(out);
  const onWait = () => terminal.err(`Waiting for another command that is at work on ${place} …\n`);
  const { from, to, damaged } = await withSiteLock(site, { onWait, signal: null }, () =>
    rollBack(site, id),
  );
  const stays = from === to;
  for (const name of damaged) terminal.err(`${printable(name)} is damaged, and was passed over.\n`);
  terminal.out(
    stays
      ? `${place} has this release already: ${describeFolder(to)}\n`
      : `${place} has this release again: ${describeFolder({ ...to, isLive: false })}\nBefore: ${describeFolder({ ...from, isLive: false })}\nThe next build publishes the current data again.\n`,
  );
  return 0;
}
