/** `phagepress preview`: serves a built site on this machine until interrupted. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, failureOf, Interrupted } from '../base/failure.ts';
import { listLink } from '../contract/links.ts';
import type { Config } from '../pipeline/settings.ts';
import { type PreviewOptions, serveFolder, startPreview } from '../preview/server.ts';
import { createSiteNews, createSourceWatcher, workOnChange } from '../preview/watch.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { printable } from '../text/json.ts';
import { buildOnce, type BuiltOnce, clearUp } from './build.ts';
import { defaultConfigFile, resolveConfig } from './config.ts';
import { renderFindings, renderFindingsText } from './renderFindings.ts';
import { rebuildLine } from './summary.ts';
import type { Terminal } from './terminal.ts';
import { renderFailure } from './terminalProgress.ts';

/** The lines of a preview that say where to open it. */
function addressLines(url: string): string[] {
  return [`${url}/`, listLink(url, 'genes'), listLink(url, 'phages')].map((one) => `  ${one}`);
}

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

export interface WatchOptions extends Omit<PreviewOptions, 'dir'> {
  readonly dir?: string;
  readonly data?: string;
  readonly config?: string;
}

// Longer than the gaps between the single writes of editors and copy programs.
const quietMs = 200;
const findingsOnPage = 3;

/**
 * `phagepress preview --watch`: builds the site, serves it, and builds it again whenever its sources change. Runs until a
 * signal ends it; returns the exit code. Throws a Failure if it cannot start.
 */
export async function runPreviewWatched(
  options: WatchOptions,
  terminal: Terminal,
): Promise<number> {
  const signal = terminal.interruption();
  const flags = {
    ...(options.data === undefined ? {} : { data: options.data }),
    ...(options.dir === undefined ? {} : { out: options.dir }),
  };
  const configured = () => resolveConfig(flags, options.config);
  const { out: dir } = await configured();
  await repairSwap(await realPathOf(dir));
  const news = createSiteNews();
  const served = await serveFolder({ ...options, dir }, news);
  const watcher = createSourceWatcher((text) => terminal.err(`${printable(text)}\n`));
  terminal.out(
    [
      `Serving ${printable(dir)}, which is built again whenever its sources or configuration change. Open one of:`,
      ...addressLines(served.url),
      'Ctrl-C ends it.\n',
    ].join('\n'),
  );
  try {
    return await workOnChange(watcher, {
      sources: [options.config ?? defaultConfigFile],
      pause: () => sleep(quietMs, undefined, { signal }),
      signal,
      async work(cover) {
        try {
          const config = await configured();
          cover([config.data, ...(config.static === undefined ? [] : [config.static])]);
          assertSameFolder(config, dir);
          news.tell(await buildAndReport(config, terminal));
        } catch (error) {
          if (error instanceof Interrupted) throw error;
          const failure = failureOf(error);
          terminal.err(renderFailure(failure, terminal.calledAs));
          news.tell([failure.message, ...failure.lines].join('\n'));
        }
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    if (error instanceof Interrupted && error !== signal.reason) {
      terminal.err(`${printable(error.message)}\n`);
    }
    return 0;
  } finally {
    watcher.close();
    await served.close();
  }
}

function assertSameFolder({ out }: Config, dir: string): void {
  if (out === dir) return;
  throw new Failure('usage', `The site is in ${out} now, and ${dir} is served.`, {
    hint: 'End the preview and start it again.',
  });
}

/** Builds, and prints the result; returns the reason of a failed build, for the open page, or null. */
async function buildAndReport(config: Config, terminal: Terminal): Promise<string | null> {
  const startedAt = terminal.now();
  const built: BuiltOnce = await buildOnce(config, terminal, { isServing: true });
  const { findings, site } = built.outcome;
  const report = findings.report();
  terminal.err(renderFindingsText(report, terminal.calledAs));
  const line = rebuildLine({
    report,
    site,
    out: config.out,
    elapsedMs: terminal.now() - startedAt,
  });
  if (!config.quiet || site === null) terminal.out(`${line}\n`);
  await clearUp(built, config, terminal);
  if (site !== null) return null;
  const errors = report.kept.filter(({ severity }) => severity === 'error');
  return [line, ...renderFindings(errors.slice(0, findingsOnPage))].join('\n');
}
