/** Lays out a small sample in files by phage, in every form in which sources may come (S1). */
import type { SampledPhage } from './sampleRecords.ts';

export interface SampleFile {
  /** Relative to the folder of the sample, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Gives a file of genes for each phage and a file for most phage records. */
export function sampleFiles(sampled: readonly SampledPhage[]): SampleFile[] {
  const phages = sampled.map(({ phage }) => phage);
  // The first have a file each, then two share a page envelope and two an array.
  const alone = phages.slice(0, Math.max(1, phages.length - 4));
  const shared = phages.slice(alone.length);
  const [paged, listed] = [shared.slice(0, -2), shared.slice(-2)];
  const files = sampled.map(({ phage, genes }, index) => ({
    path: `genes/${phage.phage_name}.${index === 1 ? 'jsonl' : 'ndjson'}`,
    text: jsonLines(genes),
  }));
  files.push(
    ...alone.map((phage) => ({ path: `phages/${phage.phage_name}.json`, text: prettyJson(phage) })),
  );
  if (paged.length > 0) {
    const envelope = { count: paged.length, next: null, previous: null, results: paged };
    files.push({ path: 'phages/more/page.json', text: prettyJson(envelope) });
  }
  if (listed.length > 0) {
    files.push({ path: 'phages/more/array.json', text: prettyJson(listed) });
  }
  return files;
}

/** Compact JSON, a record a line, in the form in which records are published (L1). */
export function jsonLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function prettyJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
