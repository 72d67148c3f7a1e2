/** Requests published files at their addresses, several at once, and compares them with the manifest's hashes. */
import type { PublishedFile } from '../../publishing/fileList.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { AddressOptions } from './addressOptions.ts';
import { escapedPath } from '../manifest/escapedPath.ts';
import { showStatus } from './headerChecks.ts';
import type { HttpReply } from '../../http/httpReply.ts';
import { samplePages } from './samplePages.ts';
import { type Service, targetOf } from './service.ts';

export interface AskedFile {
  readonly file: PublishedFile;
  readonly address: string;
}

export type Sampling = Pick<AddressOptions, 'sample' | 'seed'>;

// Enough to include all sorts of names, few enough for a site of a million phams.
const usualSample = 40;

/** Which of `total` files of a kind to request, from 0. */
export function sampleOf(total: number, { sample, seed }: Sampling, kind: string): number[] {
  if (total === 0) return [];
  return samplePages(total, sample ?? usualSample, `${seed} ${kind}`).map((number) => number - 1);
}

/** The files of some manifest entries, with their addresses; without those whose names no URL can contain. */
export function filesAt(
  { baseUrl, manifest }: Service,
  entries: readonly number[],
): readonly AskedFile[] {
  if (manifest === null) return [];
  return entries.flatMap((entry) => {
    const file = manifest.fileOf(entry);
    const path = escapedPath(file.path);
    return path === null ? [] : [{ file, address: `${baseUrl}/${path}` }];
  });
}

/** Each check has a log of its own, so that the report does not depend on the order of responses. */
export async function checkEach<Asked>(
  service: Service,
  asked: readonly Asked[],
  connections: number,
  check: (one: Asked, log: ClauseLog) => Promise<void>,
): Promise<void> {
  const logs = asked.map(() => service.freshLog());
  try {
    await mapTasks(asked, connections, (one, at) => check(one, logs[at] ?? service.freshLog()));
  } finally {
    for (const { tallies } of logs) service.log.merge(tallies);
  }
}

export const expectedFile = 'the file that manifest.json has';
const spareBytes = 64 * 1024;

/** Requests a whole file and keeps only its hash; returns the response if it is the published file. */
export async function checkHashed(
  service: Service,
  { file, address }: AskedFile,
  clause: Clause,
  log: ClauseLog,
): Promise<HttpReply | null> {
  log.checked(clause);
  // A wrong file may be longer; the limit protects against one without end.
  const maxBytes = 2 * file.bytes + spareBytes;
  const request = { target: targetOf(address), maxBytes, take: 'hashed' } as const;
  const result = await service.client.ask(request);
  if (!result.ok) {
    log.fail('answers', { address, expected: expectedFile, found: result.reason });
    return null;
  }
  const { reply } = result;
  const found =
    reply.status !== 200
      ? showStatus(reply)
      : reply.hashed?.bytes !== file.bytes
        ? `${reply.hashed?.bytes} bytes`
        : reply.hashed.sha256 !== file.sha256
          ? 'other bytes'
          : null;
  if (found === null) return reply;
  log.fail(clause, { address, expected: expectedFile, found });
  return null;
}
