/** Collects from each record the facts that the rules between records need (S3). */
import type { Gene } from '../../collections/genes/geneRecord.ts';
import type { Phage } from '../../collections/phages/phageRecord.ts';
import type { CollectionName } from '../../contract/collectionName.ts';
import type { RecordPlace } from '../../findings/recordPlace.ts';
import { type FactCollector, noteGene, notePhage } from '../../validation/pieceFacts.ts';
import type { PlainGeneMatcher } from '../../collections/genes/plainGene.ts';

// More records than a page can have; multiplied by a page number, still a safe integer.
const recordsPerPage = 2 ** 24;

/** Encodes a record's page and index as the "line" of a fact. */
export function lineOf(page: number, index: number): number {
  return page * recordsPerPage + Math.min(index, recordsPerPage - 1);
}

/** Decodes the page and the index in `results` from a "line". */
export function placeOf({ line }: RecordPlace): { readonly page: number; readonly index: number } {
  return { page: Math.floor(line / recordsPerPage), index: line % recordsPerPage };
}

/** A cache of the last fact: the genes of a phage are usually consecutive. */
export interface LastNoted {
  summary: string;
  part: string;
}

/** Collects facts from a gene that the matcher has just recognized in `bytes`. */
export function notePlainGene(
  gene: PlainGeneMatcher['gene'],
  bytes: Buffer,
  last: LastNoted,
  facts: FactCollector,
  line: number,
): void {
  facts.noteColor(gene.phamId, gene.color, line);
  const summary = bytes.toString('utf8', gene.summaryStart, gene.summaryEnd);
  if (summary !== last.summary) {
    last.summary = summary;
    const phageId = bytes.toString('utf8', gene.phageIdStart - 1, gene.phageIdEnd + 1);
    facts.noteSummary(String(JSON.parse(phageId)), summary, line);
  }
  const part = bytes.toString('latin1', gene.keyStart, gene.phagePartEnd);
  if (part !== last.part) {
    last.part = part;
    facts.notePhagePart(part, line);
  }
}

/** Collects facts from a validated record, which may break its schema only by nulls. */
export function noteRecord(
  collection: CollectionName,
  value: Readonly<Record<string, unknown>>,
  facts: FactCollector,
  line: number,
): void {
  if (collection === 'genes') noteGene(value as unknown as Gene, facts, line);
  else notePhage(value as unknown as Phage, facts, line);
}
