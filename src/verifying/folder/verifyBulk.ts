/** A worker's task: compares bulk files of a site's folder with its pages. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { bulkParts } from '../../bulk/bulkPlan.ts';
import { pathsOf } from '../../bulk/formats.ts';
import type { PartTexts, TextMaker } from '../../bulk/partTexts.ts';
import type { TableOptions } from '../../bulk/maker.ts';
import type { BulkPart } from '../../bulk/bulkParts.ts';
import type { BulkFile, BulkName, BulkPath } from '../../contract/bulkFiles.ts';
import type { PerCollection } from '../../contract/collectionName.ts';
import { attempt, reasonOf } from '../../failure.ts';
import { openPages, type Pages } from '../../pages/openPages.ts';
import type { PageNotes } from '../../pages/pageNotes.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type AtSite, openSite } from './fileCheck.ts';

export interface VerifyBulkFileTask extends AtSite {
  readonly file: Pick<BulkFile, 'name' | 'collection'> & { readonly path: BulkPath };
  /** Of all pages. */
  readonly notes: PerCollection<PageNotes>;
  readonly table: TableOptions;
}

export interface VerifiedBulkFile {
  readonly tallies: Tallies;
  /** The number of records that the file must contain. */
  readonly records: number;
}

const expected = 'what the records come to';
const comparedBytes = 1 << 18;

/** Decompresses a file of all records as a stream, so that little of it is in memory. */
export async function verifyBulkFile(
  { file, notes, table, ...site }: VerifyBulkFileTask,
  maker: TextMaker,
): Promise<VerifiedBulkFile> {
  const { log, files } = openSite(site);
  log.checked('B1');
  const address = file.path;
  const pages = openPages(site.root);
  const wanted = new Set([file.name]);
  let records = 0;
  function* textsOf(): Generator<Buffer> {
    for (const part of bulkParts(wanted, notes, [file.collection])) {
      if (!pathsOf(part, wanted).includes(address)) continue;
      const { texts } = textsIn(part, wanted, maker, pages.read, table);
      const made = texts.find(({ path: its }) => its === address);
      if (made === undefined) continue;
      records += made.records;
      yield made.text;
    }
  }
  try {
    const texts = textsOf();
    const found =
      files.claimHashed(address) === null
        ? 'no such file'
        : await differenceOf(path.join(site.root, address), texts);
    if (found !== null) log.fail('B1', { address, expected, found });
    // Runs to the end: the index depends on all texts.
    for (const _ of texts);
    return { tallies: log.tallies, records };
  } finally {
    pages.close();
  }
}

/** A page that cannot be read is reported under its own clause, and gives no text here. */
function textsIn(
  part: BulkPart,
  wanted: ReadonlySet<BulkName>,
  maker: TextMaker,
  read: Pages['read'],
  table: TableOptions,
): PartTexts {
  return attempt(() => maker.textsOf(part, wanted, read, table)) ?? { texts: [], phageFiles: [] };
}

/** The first difference from the texts; null when the file contains exactly them. */
async function differenceOf(file: string, texts: Iterator<Buffer>): Promise<string | null> {
  const source = createReadStream(file, { highWaterMark: comparedBytes });
  const unpacked = createGunzip({ chunkSize: comparedBytes });
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  let text: Buffer = Buffer.alloc(0);
  let at = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      for (let used = 0; used < chunk.length;) {
        while (at === text.length) {
          const next = texts.next();
          if (next.done === true) return 'more than that';
          text = next.value;
          at = 0;
        }
        const length = Math.min(chunk.length - used, text.length - at);
        if (text.compare(chunk, used, used + length, at, at + length) !== 0)
          return 'something else';
        used += length;
        at += length;
      }
    }
    return at < text.length || restOf(texts) ? 'less than that' : null;
  } catch (error) {
    return `what cannot be unpacked: ${reasonOf(error)}`;
  } finally {
    source.destroy();
  }
}

function restOf(texts: Iterator<Buffer>): boolean {
  for (let next = texts.next(); next.done !== true; next = texts.next()) {
    if (next.value.length > 0) return true;
  }
  return false;
}

export interface VerifyPhageFilesTask extends AtSite {
  readonly part: BulkPart;
}

/** Checks the files of single phages that belong to a part. */
export function verifyPhageFiles(
  { part, ...site }: VerifyPhageFilesTask,
  maker: TextMaker,
): Tallies {
  const { log, files } = openSite(site);
  log.checked('B1');
  const pages = openPages(site.root);
  const phages = new Set(['phages'] as const);
  try {
    const { phageFiles } = textsIn(part, phages, maker, pages.read, { isGuarded: false });
    for (const { path: file, bytes } of phageFiles) {
      files.expect('B1', file, expected, (found) => found.equals(bytes));
    }
  } finally {
    pages.close();
  }
  return log.tallies;
}
