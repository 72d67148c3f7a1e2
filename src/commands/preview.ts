/** `phagepress preview`: serves a built site on this machine until interrupted. */
import { once } from 'node:events';
import { printable } from '../json/showToken.ts';
import { type PreviewOptions, startPreview } from '../preview/previewServer.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { addressLines } from './previewLines.ts';
import type { Terminal } from './terminal.ts';

export type { PreviewOptions } from '../preview/previewServer.ts';

/** Serves, prints the addresses to open, and ends cleanly on Ctrl-C; returns the exit code. Throws a Failure. */
export async function runPreview(options: PreviewOptions, terminal: Terminal): Promise<number> {
  const interruption = terminal.interruption();
  await repairSwap(await realPathOf(options.dir));
  const preview = await startPreview(options);
  const lines = [`Serving ${printable(options.dir)}. Open one of:`, ...addressLines(preview.url)];
  if (preview.rewritesFrom !== null) {
    lines.push(
      `The site was built for ${preview.rewritesFrom}; here its links lead to the preview instead.`,
    );
  }
  lines.push('Ctrl-C ends it.');
  terminal.out(`${lines.join('\n')}\n`);
  if (!interruption.aborted) await once(interruption, 'abort');
  await preview.close();
  return 0;
}
