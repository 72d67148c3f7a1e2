/** `phagepress import api`: records of a running service. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createHttpClient, type HttpOptions } from '../base/httpClient.ts';
import { type ApiReport, importApi } from '../importing/importApi.ts';
import { createSpread } from '../importing/servedRecords.ts';
import {
  fetchedFolder,
  ReleaseChanged,
  removeFetched,
  serviceAddress,
} from '../importing/service.ts';
import { createSpill } from '../importing/spill.ts';
import { programVersion } from '../installed.ts';
import { type ImportOptions, inputOptions, recordSummary, runImport } from './importing.ts';
import type { Terminal } from './terminal.ts';
import { withSpillFile } from './workFolder.ts';

export interface ApiImportOptions extends ImportOptions {
  /** Requests a second. */
  readonly rate: number;
  /** A mail address or a URL. */
  readonly contact?: string;
  /** Date or date and time. */
  readonly since?: string;
  readonly genomes?: boolean;
}

/** How long to wait for a service; with doubled pauses, about two minutes. */
const patience = {
  timeoutMs: 120_000,
  backoffMs: 1000,
  maxTries: 8,
  maxFailures: 100,
  maxSilenceMs: 3_600_000,
} satisfies Partial<HttpOptions>;

/** `phagepress import api`: imports from a running service; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportApi(
  baseUrl: string,
  options: ApiImportOptions,
  terminal: Terminal,
  waiting: Partial<typeof patience> = {},
): Promise<number> {
  const { rate, contact, since = null, genomes: withGenomes = false } = options;
  const address = serviceAddress(baseUrl);
  const choices = { since, withGenomes, ...inputOptions(options) };
  const version = `phagepress/${programVersion()}`;
  const userAgent = contact === undefined ? version : `${version} (+${contact})`;
  const progress = terminal.progress({ quiet: false }, [['Fetching', 1]]);
  let data = '';
  const run = (isAgain: boolean) =>
    withSpillFile((spillFile) =>
      runImport(
        options,
        terminal,
        (report: ApiReport) => recordSummary(report, ''),
        async (staged, signal) => {
          data = staged.data;
          const spill = createSpill(spillFile);
          const client = createHttpClient({
            origin: address.origin,
            connections: 1,
            rate,
            wholeMs: null,
            userAgent,
            signal,
            spread: createSpread(address.id),
            ...patience,
            ...waiting,
          });
          const onAnswer = () => {
            signal.throwIfAborted();
            progress.advance(1);
          };
          const begin = () => progress.stage('Fetching', null, 'requests');
          const note = (text: string) => {
            progress.end();
            terminal.err(`${text}\n`);
            begin();
          };
          begin();
          try {
            const effects = { client, spill, now: Date.now(), onAnswer, note, isAgain };
            return await importApi(address, staged, choices, effects);
          } finally {
            progress.end();
            client.close();
            spill.close();
          }
        },
      ),
    );
  const code = await run(false).catch((error: unknown) => {
    if (!(error instanceof ReleaseChanged)) throw error;
    terminal.err(`${error.message}\n`);
    return run(true);
  });
  if (code === 0) removeFetched(data);
  else if (existsSync(fetchedFolder(data)))
    terminal.err(
      `What was fetched is kept in ${shown(fetchedFolder(data))} for a day: the same command goes on from there.\n`,
    );
  return code;
}

function shown(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative.startsWith('..') ? folder : relative;
}
