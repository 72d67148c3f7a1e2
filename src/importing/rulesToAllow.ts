/** The rules that a build must be told to allow for imported data, of this and earlier imports. */
import type { RuleName } from '../findings/rules.ts';
import { hasUnknown, type ImportedPhage } from './blankPhage.ts';
import type { ImportedFile } from './provenance.ts';

// As imports write it: fields are adjacent, and inside a text the quotes would be escaped.
const unknown = /"(?:Accession|Name|HostGenus|Cluster|Color|Notes)":null[,}]/;
const span = /"Start":(\d+),"Stop":(\d+),"Length":(\d+),/g;

/** The rules that one file needs, given its bytes. */
export function rulesFor(file: string, bytes: Buffer): RuleName[] {
  if (file.startsWith('phages/')) {
    return hasUnknown(JSON.parse(bytes.toString()) as ImportedPhage) ? ['null-value'] : [];
  }
  if (!file.startsWith('genes/')) return [];
  // Only digits and names matter: the rest need not be decoded.
  const text = bytes.toString('latin1');
  const rules: RuleName[] = text.includes(':null') && unknown.test(text) ? ['null-value'] : [];
  for (const [, start, stop, length] of text.matchAll(span)) {
    if (Number(stop) - Number(start) !== Number(length)) return ['gene-length', ...rules];
  }
  return rules;
}

/** The rules that all files written by imports need. */
export function rulesToAllow({
  files,
}: {
  readonly files: ReadonlyMap<string, ImportedFile>;
}): RuleName[] {
  return [...new Set([...files.values()].flatMap(({ allow = [] }) => allow))].sort();
}
