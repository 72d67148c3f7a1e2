/**
 * The names of sources as the cache has them: below the data folder, wherever that lies. The cache lies beside the
 * site, where a web server may hand it out, and the way to the data is nobody's business.
 */
import path from 'node:path';
import type { Finding } from '../findings/finding.ts';
import type { CachedBundle } from './remembered.ts';

// Never in what a finding says: control characters are escaped there.
const hidden = '\0';

/** The bundles as they are kept. */
export function hideDataIn(bundles: readonly CachedBundle[], data: string): CachedBundle[] {
  return renamed(bundles, (file) => path.relative(data, file));
}

/** The bundles as they were given to `hideDataIn`, or with another name of the data folder. */
export function showDataIn(bundles: readonly CachedBundle[], data: string): CachedBundle[] {
  return renamed(bundles, (file) => path.join(data, file));
}

function renamed(bundles: readonly CachedBundle[], nameOf: (file: string) => string) {
  return bundles.map((bundle) => ({
    ...bundle,
    pieces: bundle.pieces.map((piece) => ({ ...piece, file: nameOf(piece.file) })),
  }));
}

/** Findings as they are kept: what they say may name a second file. */
export function hideInFindings(findings: readonly Finding[], data: string): Finding[] {
  return replaceIn(findings, (text) =>
    text === data ? hidden + hidden : text.replaceAll(prefixOf(data), hidden),
  );
}

/** The findings as they were given to `hideInFindings`; `data` must be spelt as it was then. */
export function showInFindings(findings: readonly Finding[], data: string): Finding[] {
  return replaceIn(findings, (text) =>
    text === hidden + hidden ? data : text.replaceAll(hidden, prefixOf(data)),
  );
}

/** As the names of sources begin. */
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
