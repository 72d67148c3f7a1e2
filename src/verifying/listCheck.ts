/** Checks the pages of a list in sequence: envelope, links, records and their order (L1 to L3, S2, S3). */
import { isUtf8 } from 'node:buffer';
import { attempt } from '../base/failure.ts';
import {
  type CollectionName,
  type DerivedName,
  isObject,
  requiredNames,
  sortFields,
} from '../contract/collectionName.ts';
import { publicName, publicPointer } from '../contract/siteOptions.ts';
import {
  createFactCollectors,
  factsOf,
  type JoinedFacts,
  type PieceFacts,
  shortcutOf,
} from '../records/collection.ts';
import { collections, createCrossRecordRules, derivedLists } from '../records/collections.ts';
import { neutralNaming, type Renaming } from '../records/renameFields.ts';
import { type FilePlace, ruleOf } from '../text/findings.ts';
import { endOfValue, showString, showToken } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import { compareText } from '../text/order.ts';
import type { ClauseLog, DepartureParts } from './clauses.ts';
import {
  type CheckedList,
  checkEnvelope,
  createRecordCheck,
  type Envelope,
  lineOf,
  placeOf,
  reportRepeatedKey,
  reportRule,
  scanPage,
  type SchemaChecks,
  type SentPage,
} from './envelope.ts';

/** A record on a page, to compare with its own address. */
export interface FoundRecord {
  readonly key: string;
  readonly index: number;
  readonly bytes: Buffer;
  readonly isRepeated: boolean;
}

interface CheckedPage {
  readonly envelope: Envelope;
  readonly records: number;
}

export interface ListSummary {
  readonly records: number;
  /** The keys of the first and the last record that has one. */
  readonly firstKey: string | null;
  readonly lastKey: string | null;
  readonly facts: PieceFacts;
}

type TakeRecord = (record: FoundRecord) => void;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const noKey: Buffer = Buffer.alloc(0);
const shownBytes = 40;

export function createListCheck(list: CheckedList, schemas: SchemaChecks, log: ClauseLog) {
  const { collection } = list;
  const facts = createFactCollectors(factsOf(collections[collection]));
  const plain = shortcutOf(collections[collection])?.create(facts, null) ?? null;
  const checkRecord = createRecordCheck(list, schemas, log);
  const naming = neutralNaming(collection, list.fieldNames);
  let records = 0;
  let firstKey: string | null = null;
  // As bytes: a million strings would cost more than the rest of the check of genes.
  let lastKey = noKey;
  let hasLast = false;
  let isAfterGap = false;

  const takePage = ({ address, number, bytes }: SentPage, take: TakeRecord | undefined) => {
    let index = 0;
    // The fast path assumes UTF-8; the slow path reports invalid bytes.
    const shortcut = isUtf8(bytes) ? plain : null;
    const scanned = scanPage(bytes, (start) => {
      const end = naming === null ? takeNeutral(bytes, start) : takeRenamed(naming, start);
      index++;
      return end;
    });
    return { scanned, found: index };

    /** Takes a record with neutral names; `published` are its bytes on the page, if the site renames fields. */
    function takeNeutral(json: Buffer, start: number, published?: Buffer): number {
      const plainEnd = shortcut?.match(json, start) ?? -1;
      const isTaken = plainEnd >= 0 && (shortcut?.breaches?.(json) ?? []).length === 0;
      if (shortcut !== null && isTaken) {
        shortcut.note(json, lineOf(number, index));
        const { keyStart, keyEnd } = shortcut.key;
        const key = json.subarray(keyStart, keyEnd);
        see(
          published === undefined ? key : Buffer.from(key),
          published ?? json.subarray(start, plainEnd),
        );
        return plainEnd;
      }
      const checked = checkRecord(json, start, `${address}#/results/${index}`);
      if (checked.value === null) facts.refuse(() => checked.key);
      else facts.note(checked.value, lineOf(number, index));
      if (checked.key !== null)
        see(Buffer.from(checked.key), published ?? json.subarray(start, checked.end));
      return checked.end;
    }

    function takeRenamed(of: Renaming, start: number): number {
      const renamed = of(bytes, start);
      if ('json' in renamed) {
        takeNeutral(renamed.json, 0, bytes.subarray(start, renamed.end));
        return renamed.end;
      }
      const { at, expected } = renamed;
      const found = bytes.toString('utf8', at, at + shownBytes);
      log.fail(
        'L1',
        `${address}#/results/${index}`,
        `${expected}, as release.json names it`,
        found === '' ? 'the end' : `'${showToken(found)}'`,
      );
      return endOfValue(bytes, start);
    }

    function see(key: Buffer, record: Buffer): void {
      const order = hasLast ? lastKey.compare(key) : -1;
      const isRepeated = order === 0 && !isAfterGap;
      // Built only for a departure: most records have none.
      const at = order >= 0 ? `${address}#/results/${index}` : '';
      if (order > 0) {
        const expected = `a ${sortFields[collection].join(', ')} behind ${showString(lastKey.toString())}`;
        log.fail('L3', at, expected, showString(key.toString()));
      }
      if (isRepeated) reportRepeatedKey(collection, at, key.toString(), list.allowed, log);
      if (take !== undefined) take({ key: key.toString(), index, bytes: record, isRepeated });
      firstKey ??= key.toString();
      lastKey = key;
      hasLast = true;
      isAfterGap = false;
    }
  };

  return {
    /** Checks the next page; null when the bytes are not a page. `take` gets each record that has a key. */
    page({ address, number, bytes: sent }: SentPage, take?: TakeRecord): CheckedPage | null {
      log.checked('L1');
      const start = sent.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
      if (start > 0) log.fail('L1', address, 'no byte order mark', 'one');
      const bytes = sent.subarray(start);
      const { scanned, found } = takePage({ address, number, bytes }, take);
      records += found;
      // Copied, since the page's buffer will be reused.
      lastKey = Buffer.from(lastKey);
      if ('offset' in scanned) {
        const at = bytes.toString('utf8', scanned.offset, scanned.offset + 20);
        log.fail(
          list.isExact ? 'L1' : 'S2',
          address,
          `${scanned.expected} at byte ${start + scanned.offset}`,
          at === '' ? 'the end' : `'${showToken(at)}'`,
        );
        return null;
      }
      const page = { address, number, bytes, scanned, records: found };
      const envelope = checkEnvelope(page, list, schemas, log);
      return envelope === null ? null : { envelope, records: found };
    },
    /** Marks a gap: the order is not checked across it. */
    skipTo(): void {
      isAfterGap = true;
    },
    /** Returns what is needed to join the result with those of other pages. */
    finish: (): ListSummary => ({
      records,
      firstKey,
      lastKey: hasLast ? lastKey.toString() : null,
      facts: facts.finish(),
    }),
  };
}

type ListCheck = ReturnType<typeof createListCheck>;

/** The same for a derived list: envelope, links and order (V1). What its records are is checked by their hash. */
export function createDerivedCheck(
  name: DerivedName,
  list: Omit<CheckedList, 'collection' | 'allowed'>,
  schemas: SchemaChecks,
  log: ClauseLog,
): ListCheck {
  const { expected, maxRecordBytes, fields, idOf } = derivedLists[name];
  let before = -1;
  const idIn = (bytes: Buffer): number | null => {
    const isShort = bytes.length <= maxRecordBytes;
    const value = isShort ? attempt((): unknown => JSON.parse(bytes.toString())) : null;
    if (!isObject(value)) return null;
    const named = fields.map((field) => [field, value[publicName(list.fieldNames, field)]]);
    return idOf(Object.fromEntries(named));
  };
  return {
    page({ address, number, bytes }) {
      let records = 0;
      log.checked('V1');
      const scanned = scanPage(bytes, (start) => {
        const end = endOfValue(bytes, start);
        const id = idIn(bytes.subarray(start, end));
        const at = `${address}#/results/${records++}`;
        if (id === null) log.fail('V1', at, expected, 'something else');
        else if (id <= before) {
          log.fail('L3', at, `a ${sortFields[name][0]} behind ${before}`, String(id));
        }
        before = id ?? before;
        return end;
      });
      if ('offset' in scanned) {
        log.fail('L1', address, `${scanned.expected} at byte ${scanned.offset}`, 'something else');
        return null;
      }
      const page = { address, number, bytes, scanned, records };
      const envelope = checkEnvelope(page, { ...list, collection: name }, schemas, log);
      return envelope === null ? null : { envelope, records };
    },
    skipTo: () => {},
    finish: () => {
      return {
        records: 0,
        firstKey: null,
        lastKey: null,
        facts: createFactCollectors([]).finish(),
      };
    },
  };
}

/** Joins the results of ranges of pages: the order across their borders, and the rules between records. */
interface JoinedRange extends Pick<ListSummary, 'firstKey' | 'lastKey'> {
  readonly address: string;
  readonly ifFirst: readonly DepartureParts[];
}

/** Reports findings across the border of two adjacent ranges; returns the last key so far. */
export function joinRange(
  collection: CollectionName,
  before: string | null,
  range: JoinedRange,
  allowed: ReadonlySet<RuleName>,
  log: ClauseLog,
): string | null {
  const { firstKey, address } = range;
  const order = before === null || firstKey === null ? -1 : compareText(before, firstKey);
  if (order > 0) {
    const expected = `a ${sortFields[collection].join(', ')} behind ${showString(before ?? '')}`;
    log.fail('L3', address, expected, showString(firstKey ?? ''));
  }
  if (order === 0) reportRepeatedKey(collection, address, firstKey ?? '', allowed, log);
  // Among records with the same key, only the first has the address (D1).
  else for (const departure of range.ifFirst) log.fail('D1', ...departure);
  return range.lastKey ?? before;
}

/** Reports breaches of the rules between records of all collections (S3); returns what these rules know. */
export function reportCrossRecordRules(
  facts: readonly { readonly collection: CollectionName; readonly facts: PieceFacts }[],
  addressOf: (collection: CollectionName, page: number) => string,
  {
    allowed,
    fieldNames,
    isWhole,
  }: Pick<CheckedList, 'allowed' | 'fieldNames'> & { readonly isWhole: boolean },
  log: ClauseLog,
): JoinedFacts {
  const crossing = createCrossRecordRules();
  facts.forEach((piece, rank) => crossing.note(piece.facts, rank));
  const locate = (place: { rank: number; line: number }): FilePlace => {
    const { page, index } = placeOf(place);
    const collection = facts[place.rank]?.collection ?? requiredNames[0];
    return { file: `${addressOf(collection, page)}#/results`, line: index };
  };
  for (const finding of crossing.findings(locate)) {
    // The phage may be on a page that was not read.
    if ((finding.rule === 'gene-phage-known' || finding.rule === 'feature-phage-known') && !isWhole)
      continue;
    const address = `${finding.file}/${finding.line}${publicPointer(finding.pointer, fieldNames)}`;
    reportRule(address, finding, allowed, log);
  }
  for (const { collection, as, count, expected } of crossing.unreported()) {
    const more = { rule: ruleOf(as), expected, found: `${count} others` };
    reportRule(addressOf(collection, 1), more, allowed, log);
  }
  return crossing.all;
}
