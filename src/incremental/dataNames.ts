/**
 * Source names as the cache stores them: relative to the data folder. The cache is beside the site, where a web
 * server may expose it, so it must not disclose where the data is.
 */
import path from 'node:path';
import type { Finding } from '../findings/finding.ts';
import type { CachedBundle } from './remembered.ts';

// A placeholder for the data folder. It cannot occur in the text of a finding, where control characters are
// escaped.
const hidden = '\0';

/** The bundles as the cache stores them. */
export function hideDataIn(bundles: readonly CachedBundle[], data: string): CachedBundle[] {
  return renamed(bundles, (file) => path.relative(data, file));
}

/** The inverse of `hideDataIn`; `data` may be another name of the data folder. */
export function showDataIn(bundles: readonly CachedBundle[], data: string): CachedBundle[] {
  return renamed(bundles, (file) => path.join(data, file));
}

function renamed(bundles: readonly CachedBundle[], nameOf: (file: string) => string) {
  return bundles.map((bundle) => ({
    ...bundle,
    pieces: bundle.pieces.map((piece) => ({ ...piece, file: nameOf(piece.file) })),
  }));
}

/** Findings as the cache stores them: their text, too, may name a file. */
export function hideInFindings(findings: readonly Finding[], data: string): Finding[] {
  return replaceIn(findings, (text) =>
    text === data ? hidden + hidden : text.replaceAll(prefixOf(data), hidden),
  );
}

/** The inverse of `hideInFindings`; `data` must be spelt as it was then. */
export function showInFindings(findings: readonly Finding[], data: string): Finding[] {
  return replaceIn(findings, (text) =>
    text === hidden + hidden ? data : text.replaceAll(hidden, prefixOf(data)),
  );
}

/** The prefix of all source names. */
function prefixOf(data: string): string {
  return path.join(data, path.sep);
}

function replaceIn(findings: readonly Finding[], replaced: (text: string) => string): Finding[] {
  return findings.map(({ file, expected, found, ...finding }) => ({
    ...finding,
    file: replaced(file),
    expected: replaced(expected),
    found: replaced(found),
  }));
}
