/** Which rules a build must be told to allow for what was imported, now and before. */
import type { RuleName } from '../findings/rules.ts';
import { hasUnknown, type ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';

// As imports write it: the fields stand together, and in a text the quotes would be escaped.
const span = /"Start":(\d+),"Stop":(\d+),"Length":(\d+),/g;

export function rulesToAllow(staged: StagedData): RuleName[] {
  const allow = new Set<RuleName>();
  for (const file of staged.files.keys()) {
    const text = /^(genes|phages)\//.test(file)
      ? staged.readOwn(file)?.toString('utf8')
      : undefined;
    if (text === undefined) continue;
    if (file.startsWith('phages/')) {
      if (hasUnknown(JSON.parse(text) as ImportedPhage)) allow.add('null-value');
      continue;
    }
    for (const [, start, stop, length] of text.matchAll(span)) {
      if (Number(stop) - Number(start) !== Number(length)) allow.add('gene-length');
    }
  }
  return [...allow].sort();
}
