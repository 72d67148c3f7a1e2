/** A worker's task: checks a range of a list's pages in a site's folder, and the addresses of their records. */
import { crc32 } from 'node:zlib';
import { lowerCaseAlias, unsafeNameReason } from '../../contract/recordName.ts';
import { listFile, pageFile, recordFile } from '../../contract/sitePaths.ts';
import { collections } from '../../collections/collections.ts';
import { neutralNaming, renamed } from '../../validation/renameFields.ts';
import type { PageNotes } from '../../pages/pageNotes.ts';
import type { ClauseLog, Departure, Tallies } from '../report/clauseLog.ts';
import { type SiteRef, type FileCheck, openSite } from './fileCheck.ts';
import { createListCheck, type FoundRecord, type ListSummary } from '../pages/listCheck.ts';
import type { CheckedList } from '../pages/checkedList.ts';
import type { SchemaChecks } from '../pages/schemaChecks.ts';
import type { ReadBuffer } from './siteFolder.ts';

export interface VerifyPagesTask extends SiteRef {
  readonly list: CheckedList;
  /** Whether each record has an address of its own (D1). */
  readonly recordFiles: boolean;
  /** Whether each such address also has a lower-case alias. */
  readonly caseInsensitiveNames: boolean;
  /** Whether to take notes of the records, for the views. */
  readonly areNoted: boolean;
  readonly firstPage: number;
  /** The page after the last. */
  readonly endPage: number;
}

export interface VerifiedPages extends ListSummary {
  readonly tallies: Tallies;
  /**
   * Findings on the first record's own address. They do not count if the previous page ends with the same key, since
   * the address is that of the key's first record.
   */
  readonly ifFirst: readonly Departure[];
  /** The offsets of the records, if noted; else null. */
  readonly notes: PageNotes | null;
  /** Whether any key is repeated, if records are noted. */
  readonly hasRepeats: boolean;
  /** The CRC-32 of each noted record. */
  readonly sums: Uint32Array;
}

export function verifyPages(task: VerifyPagesTask, schemas: SchemaChecks): VerifiedPages {
  const { list, firstPage, endPage } = task;
  const { log, files } = openSite(task);
  const check = createListCheck(list, schemas, log);
  const pageBuffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  const singles = createSingleCheck(task, files, log);
  const noter = task.areNoted ? createRecordNoter(list) : null;
  const sums: number[] = [];
  let hasRepeats = false;
  log.checked('L7', ...(task.recordFiles ? (['D1'] as const) : []));

  for (let number = firstPage; number < endPage; number++) {
    const address = pageFile(list.collection, number);
    const bytes = files.claim(address, pageBuffer);
    if (number === 1) checkIndex(list, bytes, files, log);
    if (bytes === null) {
      log.fail('L7', { address, expected: `page ${number}`, found: 'no such file' });
      check.skipTo();
    } else if (task.recordFiles || noter !== null) {
      check.page({ address, number, bytes }, (record) => {
        if (task.recordFiles) singles.take(record);
        hasRepeats ||= record.isRepeated;
        if (noter?.note(record, number, bytes) === true) {
          sums.push(crc32(record.bytes));
        }
      });
    } else {
      check.page({ address, number, bytes });
    }
  }
  return {
    ...check.finish(),
    tallies: log.tallies,
    ifFirst: singles.ifFirst,
    notes: noter?.finish() ?? null,
    hasRepeats,
    sums: Uint32Array.from(sums),
  };
}

function createRecordNoter({ collection, fieldNames }: CheckedList) {
  const noter = collections[collection].createNoter();
  const naming = neutralNaming(collection, fieldNames);
  return {
    note(record: FoundRecord, page: number, bytes: Buffer): boolean {
      const start = record.bytes.byteOffset - bytes.byteOffset;
      const end = start + record.bytes.length;
      try {
        const json = naming === null ? null : renamed(naming, record.bytes, 0);
        if (json === null) noter.note(bytes, start, end, { page, start, end });
        else noter.note(json, 0, json.length, { page, start, end });
        return true;
      } catch {
        // The record is not canonical. That is reported, and so are the views that lack it.
        return false;
      }
    },
    finish: () => noter.finish(),
  };
}

/** The list's own address returns page 1 (L4, L7). */
function checkIndex(
  { collection }: CheckedList,
  page: Buffer | null,
  files: FileCheck,
  log: ClauseLog,
): void {
  const address = listFile(collection);
  const listed = files.claim(address);
  if (listed === null) {
    log.fail('L7', { address, expected: 'the first page', found: 'no such file' });
  } else if (page !== null && !page.equals(listed)) {
    const expected = `the bytes of ${pageFile(collection, 1)}`;
    log.fail('L7', { address, expected, found: 'others' });
  }
}

function createSingleCheck(task: VerifyPagesTask, files: FileCheck, log: ClauseLog) {
  const { collection } = task.list;
  const ifFirst: Departure[] = [];
  let firstKey: string | null = null;

  return {
    ifFirst,
    take({ key, bytes, isRepeated }: FoundRecord): void {
      firstKey ??= key;
      if (isRepeated || unsafeNameReason(key) !== null) return;
      const alias = task.caseInsensitiveNames ? lowerCaseAlias(key) : null;
      for (const name of alias === null ? [key] : [key, alias]) {
        const departure = departureOf(recordFile(collection, name), key, bytes);
        if (departure === null) continue;
        if (key === firstKey) ifFirst.push(departure);
        else log.fail('D1', departure);
      }
    },
  };

  function departureOf(address: string, key: string, bytes: Buffer): Departure | null {
    const single = files.claim(address);
    if (single === null) {
      return { address, expected: `the record ${JSON.stringify(key)}`, found: 'no such file' };
    }
    if (single.equals(bytes)) return null;
    return { address, expected: 'the bytes of the record in its list', found: 'others' };
  }
}
