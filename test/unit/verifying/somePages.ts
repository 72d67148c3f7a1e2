/** Pages of a list of genes, as a build writes them, for tests of what verify says of others. */
import { pageLinks } from '../../../src/contract/links.ts';
import { type CheckedList, createSchemaChecks } from '../../../src/verifying/envelope.ts';
import { exampleGene } from '../generated/exampleRecords.ts';

export const baseUrl = 'https://example.org/phages';

/** One set for all tests: a schema takes a while to compile. */
export const schemas = createSchemaChecks();

/** A list of genes with two on a page, whose count is known. */
export function geneList(count: number, changes: Partial<CheckedList> = {}): CheckedList {
  const lastPage = Math.max(1, Math.ceil(count / 2));
  const known = { count, pageSize: 2, lastPage, allowed: new Set<never>(), isExact: true };
  return { collection: 'genes', baseUrl, links: 'query', fieldNames: {}, ...known, ...changes };
}

/** A valid gene in its canonical form. */
export function geneText(key: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...exampleGene, GeneID: key, ...changes });
}

/** The text of a page with these records. */
export function pageText(
  { count, lastPage }: Pick<CheckedList, 'count' | 'lastPage'>,
  number: number,
  records: readonly string[],
): string {
  const { next, previous } = pageLinks(baseUrl, 'genes', number, lastPage ?? 1, 'query');
  const head = JSON.stringify({ count, next, previous }).slice(0, -1);
  return `${head},"results":[${records.join(',')}]}`;
}

export function pageAt(number: number, text: string) {
  return { address: `page ${number}`, number, bytes: Buffer.from(text) };
}
