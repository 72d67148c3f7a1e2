/**
 * Validates the structure of a cache index and its consistency. A checksum proves that the bytes are those that
 * were written, not that they make sense. What the index says of runs, facts and pages is checked when these are
 * read.
 */
import { perCollection } from '../contract/collectionName.ts';
import { isFindingKind } from '../findings/findingKind.ts';
import { rules } from '../findings/rules.ts';
import { sourceKinds } from '../sources/source.ts';
import { compareText } from '../text/compareText.ts';
import type { CacheIndex } from './remembered.ts';

type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

/** Never throws. */
export function isValidIndex(value: unknown): value is CacheIndex {
  return has(value, { intakeKey: isText, bundles: listOf(isBundle), published: isPublished });
}

function isBundle(value: unknown): boolean {
  if (!has(value, bundleChecks)) return false;
  const { blocks, count } = value as CacheIndex['bundles'][number];
  let records = 0;
  let offset = 0;
  let lastKey = '';
  for (const block of blocks) {
    if (block.offset !== offset || compareText(block.firstKey, lastKey) < 0) return false;
    offset += block.bytes;
    records += block.count;
    lastKey = block.firstKey;
  }
  return records === count;
}

const bundleChecks: Checks = {
  // The id becomes part of file names.
  id: (id) => isText(id) && /^[0-9a-zA-Z-]+$/.test(id),
  collection: (name) => sourceKinds.some((kind) => kind === name),
  count: isAmount,
  factsHash: isText,
  blocks: listOf((block) => has(block, blockChecks)),
  pieces: listOf((piece) => has(piece, pieceChecks)),
};

const blockChecks: Checks = {
  offset: isAmount,
  bytes: isAmount,
  count: isAmount,
  // Cached blocks always have a checksum.
  crc: isAmount,
  firstKey: isText,
};

const pieceChecks: Checks = {
  file: isText,
  start: isAmount,
  end: isAmount,
  bytes: isAmount,
  mtimeMs: isNumber,
  ctimeMs: isNumber,
  ino: isNumber,
  hash: isText,
};

function isPublished(value: unknown): boolean {
  return has(value, {
    siteKey: (key) => has(key, { records: isText, pages: isText, about: isText }),
    dataKey: isText,
    discovered: isText,
    // Compared as a whole with that of the live site.
    release: (release) => has(release, { release: isText }),
    publishedAtMs: isNumber,
    discoveredAtMs: isNumber,
    firstKeys: (keys) =>
      has(
        keys,
        perCollection(() => isTextsOrNull),
      ),
    notesHash: isText,
    findings: listOf(isFinding),
    uncounted: listOf(isUncounted),
  });
}

function isFinding(value: unknown): boolean {
  const texts = { file: isText, pointer: isText, expected: isText, found: isText };
  return has(value, { ...texts, rule: isRule, line: isAmount, kind: isKindOrNone });
}

function isUncounted(value: unknown): boolean {
  return Array.isArray(value) && (isRule(value[0]) || isKind(value[0])) && isAmount(value[1]);
}

function isKind(value: unknown): boolean {
  return isText(value) && isFindingKind(value);
}

function isKindOrNone(value: unknown): boolean {
  return value === undefined || isKind(value);
}

function isRule(value: unknown): boolean {
  return isText(value) && Object.hasOwn(rules, value);
}

function has(value: unknown, checks: Checks): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(checks).every(([name, check]) => check(fields.get(name)));
}

function listOf(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(check);
}

const isTexts = listOf(isText);

function isTextsOrNull(value: unknown): boolean {
  return value === null || isTexts(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isAmount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
