/** A worker's task: checks a range of a list's pages in a site's folder, and the addresses of their records. */
import { crc32 } from 'node:zlib';
import { lowerCaseAlias, unsafeNameReason } from '../../contract/recordName.ts';
import { indexFile } from '../../contract/packs.ts';
import { publicName } from '../../contract/siteOptions.ts';
import {
  isFurtherPage,
  isHtmlPage,
  listFile,
  pageFile,
  recordFile,
} from '../../contract/sitePaths.ts';
import { collections } from '../../records/collections.ts';
import {
  forEachGene,
  forEachRow,
  type PageNotes,
  phamAt,
  sortByNumber,
} from '../../records/notes.ts';
import type { PhamGroups } from '../../records/phams.ts';
import { neutralNaming, renamed } from '../../records/renameFields.ts';
import { phamFile } from '../../sinks/phamViews.ts';
import { madeFiles, piecesOf } from '../../sinks/renderViews.ts';
import {
  envelopeOf,
  isForThread,
  plannedBytes,
  type Planned,
  type PlannedList,
} from '../../sinks/view.ts';
import type { ClauseLog, DepartureParts, Tallies } from '../clauses.ts';
import type { CheckedList, SchemaChecks } from '../envelope.ts';
import { createListCheck, type FoundRecord, type ListSummary } from '../listCheck.ts';
import { compareText } from '../../text/order.ts';
import type { IndexRange } from '../packs.ts';
import { openManifest } from '../siteManifest.ts';
import {
  type FileCheck,
  hashOf,
  openSite,
  readable,
  type ReadBuffer,
  type SiteRef,
  withPages,
} from './fileCheck.ts';

export interface VerifyPagesTask extends SiteRef {
  readonly list: CheckedList;
  readonly recordFiles: boolean;
  readonly caseInsensitiveNames: boolean;
  readonly areNoted: boolean;
  readonly firstPage: number;
  readonly endPage: number;
  /** Where the index has the records that are cut out of these pages; null if they are not. */
  readonly cutFrom: readonly IndexRange[] | null;
}

export interface VerifiedPages extends ListSummary {
  readonly tallies: Tallies;
  /** Findings on the first record, which do not count if the previous page ends with the same key. */
  readonly ifFirst: readonly DepartureParts[];
  /** The offsets of the records, if noted; else null. */
  readonly notes: PageNotes | null;
  /** Whether any key is repeated, if records are noted. */
  readonly hasRepeats: boolean;
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
      log.fail('L7', address, `page ${number}`, 'no such file');
      check.skipTo();
    } else if (task.recordFiles || noter !== null) {
      check.page({ address, number, bytes }, (record) => {
        if (task.recordFiles) singles.take(record, address);
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
    log.fail('L7', address, 'the first page', 'no such file');
  } else if (page !== null && !page.equals(listed)) {
    log.fail('L7', address, `the bytes of ${pageFile(collection, 1)}`, 'others');
  }
}

function createSingleCheck(task: VerifyPagesTask, files: FileCheck, log: ClauseLog) {
  const { collection } = task.list;
  const nameField = publicName(task.list.fieldNames, 'GeneID');
  const ranges = new Map(task.cutFrom?.map((range) => [range.file, range]));
  const ifFirst: DepartureParts[] = [];
  let firstKey: string | null = null;
  let lastPage = '';

  /** The line of a page is its first name that is on none before it. */
  function checkStart(key: string, page: string): void {
    if (task.cutFrom === null || ranges.get(page)?.from === key) return;
    const expected = `a line from ${JSON.stringify(key)} on for ${page}`;
    const found = JSON.stringify(ranges.get(page)?.from ?? null);
    report(key, indexFile(`api/${collection}`), expected, found);
  }

  function report(key: string, ...parts: DepartureParts): void {
    if (key === firstKey) ifFirst.push(parts);
    else log.fail('D1', ...parts);
  }

  return {
    ifFirst,
    take({ key, bytes, isRepeated }: FoundRecord, page: string): void {
      firstKey ??= key;
      if (!isRepeated && page !== lastPage) {
        lastPage = page;
        checkStart(key, page);
      }
      if (isRepeated || unsafeNameReason(key) !== null) return;
      const alias = task.caseInsensitiveNames ? lowerCaseAlias(key) : null;
      for (const name of alias === null ? [key] : [key, alias]) {
        const address = recordFile(collection, name);
        if (task.cutFrom === null) checkFile(address, key, bytes);
        else checkCut(address, key, ranges.get(page));
      }
    },
  };

  /** The bytes of a record that is cut out of its page are those on it. */
  function checkCut(address: string, key: string, range?: IndexRange): void {
    const isInRange =
      range?.key === nameField &&
      compareText(range.from, key) <= 0 &&
      (range.end === null || compareText(key, range.end) < 0);
    if (isInRange) return;
    const expected = `the record ${JSON.stringify(key)}, by the index of its group`;
    report(key, address, expected, 'another page');
  }

  function checkFile(address: string, key: string, bytes: Buffer): void {
    const single = files.claim(address);
    if (single === null) report(key, address, `the record ${JSON.stringify(key)}`, 'no such file');
    else if (!single.equals(bytes))
      report(key, address, 'the bytes of the record in its list', 'others');
  }
}

const pieceBytes = 1 << 20;
// Larger files are not held in memory.
const heldBytes = 64 << 20;

/** A worker's task: compares the views of a site's folder, and pages in further sizes, with its default pages. */
export function verifyViews({
  views,
  ...site
}: SiteRef & { readonly views: readonly Planned[] }): Tallies {
  const expected = 'what the records of its list come to';
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  return withPages(site, ({ log, files }, read) => {
    const wanted = (list: PlannedList) => readable(piecesOf(list, piece, read));
    for (const view of views) {
      if (isForThread(view)) {
        // The table of all similar phages is compared as a whole.
        const made = view.kind === 'similarity' ? { ...view, parts: null } : view;
        for (const { path, bytes } of madeFiles(made, read)) {
          const clause = clauseOf(path);
          log.checked(clause);
          files.expect(clause, path, expected, bytes);
        }
        continue;
      }
      const clause = clauseOf(view.path);
      log.checked(clause);
      if (view.kind === 'text') files.expect(clause, view.path, expected, Buffer.from(view.text));
      else if (plannedBytes(view) > heldBytes && !files.hasSiblings(view.path))
        files.expectHash(clause, view.path, expected, () => hashOf(wanted(view)));
      else files.expect(clause, view.path, expected, (bytes) => holds(bytes, wanted(view)));
    }
    return log.tallies;
  });
}

function clauseOf(file: string): 'L7' | 'V1' | 'W1' {
  if (isHtmlPage(file)) return 'W1';
  return isFurtherPage(file) ? 'L7' : 'V1';
}

function holds(bytes: Buffer, pieces: Iterable<Uint8Array>): boolean {
  let at = 0;
  for (const part of pieces) {
    if (!bytes.subarray(at, at + part.length).equals(part)) return false;
    at += part.length;
  }
  return at === bytes.length;
}

interface CheckedPhams {
  readonly ids: readonly number[];
  readonly counts: Uint32Array;
  /** Size and CRC-32 of each gene, grouped by pham. */
  readonly genes: Uint32Array;
}

// The overhead of a pham, in genes.
const workOfPham = 16;

/** `sums` has the CRC-32 of all genes in page order. Lazy. */
export function* checkedPhams(
  notes: PageNotes,
  groups: PhamGroups,
  sums: Uint32Array,
  // Work per task, in genes.
  maxWork = 1 << 16,
): Generator<CheckedPhams> {
  const { ids, numberOf } = groups;
  const lengths = new Uint32Array(sums.length);
  forEachRow(notes, (row, _, firstGene) =>
    forEachGene(notes, row, firstGene, (_pham, from, to, gene) => {
      lengths[gene] = to - from;
    }),
  );
  const genesOf = sortByNumber(
    sums.length,
    (gene) => numberOf[phamAt(notes, gene)] ?? 0,
    ids.length + 1,
  );
  for (let start = 0, end = 0; start < ids.length; start = end) {
    let count = 0;
    for (; end < ids.length && count + (end - start) * workOfPham < maxWork; end++) {
      count += genesOf(end + 1).length;
    }
    const genes = new Uint32Array(count * 2);
    const counts = new Uint32Array(end - start);
    let at = 0;
    for (let number = start + 1; number <= end; number++) {
      counts[number - start - 1] = genesOf(number).length;
      for (const gene of genesOf(number)) {
        genes[at++] = lengths[gene] ?? 0;
        genes[at++] = sums[gene] ?? 0;
      }
    }
    yield { ids: [...ids.subarray(start, end)], counts, genes };
  }
}

/**
 * A worker's task: compares the genes of phams with the pages. The manifest has the hash of the whole file. Each
 * gene in it is compared by size and CRC-32 instead of bytes, since the genes of a pham are spread over all pages.
 */
const comma = 0x2c;

export function verifyPhams({
  phams,
  ...site
}: SiteRef & { readonly phams: CheckedPhams }): Tallies {
  const { log, files } = openSite(site);
  log.checked('V1');
  const expected = 'the genes of the pham, as they are on the pages';
  let first = 0;
  phams.ids.forEach((id, index) => {
    const count = phams.counts[index] ?? 0;
    const genes = phams.genes.subarray(first * 2, (first + count) * 2);
    first += count;
    files.expect('V1', phamFile(id), expected, (bytes) => holdsGenes(bytes, genes));
  });
  return log.tallies;
}

function holdsGenes(bytes: Buffer, genes: Uint32Array): boolean {
  const [head, end] = envelopeOf({ count: genes.length / 2 });
  if (bytes.toString('latin1', 0, head.length) !== head) return false;
  let at = head.length;
  for (let gene = 0; gene < genes.length; gene += 2) {
    if (gene > 0 && bytes[at++] !== comma) return false;
    const to = at + (genes[gene] ?? 0);
    if (to > bytes.length || crc32(bytes.subarray(at, to)) !== genes[gene + 1]) return false;
    at = to;
  }
  return bytes.toString('latin1', at) === end;
}

export interface AliasFile {
  readonly own: string;
  readonly alias: string;
}

/**
 * A worker's task: compares the files under other names of phages with the phages' own by their hashes: the contents of these
 * are checked where they are read.
 */
export function verifyAliases({
  files: some,
  ...site
}: SiteRef & { readonly files: readonly AliasFile[] }): Tallies {
  const { log, files } = openSite(site);
  const manifest = openManifest(site.manifest);
  for (const { own, alias } of some) {
    files.expectHash('D3', alias, `the same as ${own}`, () => manifest.get(own)?.sha256);
  }
  return log.tallies;
}
