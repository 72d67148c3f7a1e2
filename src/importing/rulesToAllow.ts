/** Which rules a build must be told to allow for what was imported, now and before. */
import type { RuleName } from '../findings/rules.ts';
import { hasUnknown, type ImportedPhage } from './blankPhage.ts';
import type { ImportedFile } from './provenance.ts';

// As imports write it: the fields stand together, and in a text the quotes would be escaped.
const unknown = /"(?:Accession|Name|HostGenus|Cluster|Color|Notes)":null[,}]/;
const span = /"Start":(\d+),"Stop":(\d+),"Length":(\d+),/g;

/** Those that the bytes of one file need. */
export function rulesFor(file: string, bytes: Buffer): RuleName[] {
  if (file.startsWith('phages/')) {
    return hasUnknown(JSON.parse(bytes.toString()) as ImportedPhage) ? ['null-value'] : [];
  }
  if (!file.startsWith('genes/')) return [];
  // Digits and names are all that is looked at: no need to decode the rest.
  const text = bytes.toString('latin1');
  const rules: RuleName[] = unknown.test(text) ? ['null-value'] : [];
  for (const [, start, stop, length] of text.matchAll(span)) {
    if (Number(stop) - Number(start) !== Number(length)) return ['gene-length', ...rules];
  }
  return rules;
}

/** Those that all files need which imports wrote. */
export function rulesToAllow({
  files,
}: {
  readonly files: ReadonlyMap<string, ImportedFile>;
}): RuleName[] {
  return [...new Set([...files.values()].flatMap(({ allow = [] }) => allow))].sort();
}
