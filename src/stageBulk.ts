/** Makes the bulk files on all threads, from the pages that are staged already and the notes about them. */
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { bulkIndex } from './bulk/bulkIndex.ts';
import type { BulkPlan, BulkSizes, KeptMember, PlannedPart } from './bulk/keptParts.ts';
import type { BulkMember, RenderedBulk } from './bulk/renderBulk.ts';
import { type BulkPath, bulkIndexFile } from './contract/bulkFiles.ts';
import { DamagedCache } from './failure.ts';
import type { Progress } from './progress.ts';
import type { PublishedFile } from './publishing/manifest.ts';
import { createSiteWriter, type SiteWriterOptions } from './publishing/siteWriter.ts';
import { createStreamedFile, type StreamedFile } from './publishing/streamedFile.ts';
import { inTurn } from './workers/inTurn.ts';
import type { Workers } from './workers/pool.ts';

export interface StagedBulk {
  readonly files: readonly PublishedFile[];
  /** How many of them are links to files of the live site. */
  readonly linked: number;
  /** What the next build must know to take over what stays as it is. */
  readonly sizes: BulkSizes;
}

/** `carried` are the files of single phages that stay as they are. Throws a Failure. */
export async function stageBulk(
  plan: BulkPlan,
  carried: readonly PublishedFile[],
  site: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>,
  workers: Workers,
  progress: Progress,
): Promise<StagedBulk> {
  if (plan.wanted.size === 0) return { files: [], linked: 0, sizes: {} };
  progress.stage('Writing bulk files', plan.records, 'records');
  const streams = new Map<BulkPath, StreamedFile>();
  const sizes: Record<string, { bytes: number; records: number }[]> = {};
  const files: PublishedFile[] = [];
  let linked = 0;
  const append = ({ path: file, bytes, records }: BulkMember) => {
    const stream = streams.get(file) ?? createStreamedFile(file, site);
    streams.set(file, stream);
    stream.append(bytes);
    (sizes[file] ??= []).push({ bytes: bytes.length, records });
  };
  const make = async (planned: PlannedPart): Promise<RenderedBulk> =>
    planned.kept === null
      ? await workers.run('renderBulk', { site, part: planned.part, wanted: plan.wanted })
      : { members: readKept(site.liveDir ?? '', planned.kept), files: [], linked: 0 };
  try {
    // Twice as many as there are threads, so that none waits for its next task.
    await inTurn(plan.parts(), 2 * workers.jobs, make, (made, { records }) => {
      for (const member of made.members) append(member);
      files.push(...made.files);
      linked += made.linked;
      progress.advance(records);
    });
    for (const stream of streams.values()) {
      const { file, isLinked } = stream.finish();
      files.push(file);
      if (isLinked) linked++;
    }
  } finally {
    for (const stream of streams.values()) stream.close();
    progress.end();
  }
  const writer = createSiteWriter({ ...site, precompress: [] });
  const records = (file: BulkPath) =>
    (sizes[file] ?? []).reduce((sum, member) => sum + member.records, 0);
  const index = bulkIndex(plan.wanted, [...files, ...carried], records);
  writer.put(bulkIndexFile, Buffer.from(index));
  return { files: [...files, ...writer.files], linked: linked + writer.linked(), sizes };
}

/** Members of the live files, which were found to be as they were published. */
function readKept(liveDir: string, kept: readonly KeptMember[]): BulkMember[] {
  return kept.map(({ path: file, from, bytes, records }) => {
    const handle = openSync(path.join(liveDir, file), 'r');
    try {
      const member = Buffer.allocUnsafeSlow(bytes);
      for (let used = 0; used < bytes;) {
        const more = readSync(handle, member, used, bytes - used, from + used);
        if (more === 0) throw new DamagedCache(`${file} is shorter than it was published`);
        used += more;
      }
      return { path: file, bytes: member, records };
    } finally {
      closeSync(handle);
    }
  });
}
