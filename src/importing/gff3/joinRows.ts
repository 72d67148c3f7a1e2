/** Decides which rows of a GFF3 file are parts of one feature: what its IDs say is checked. */
import { beginsWithStart, translate } from '../../sequences/translate.ts';
import { reverseComplement } from '../../sequences/nucleotides.ts';
import type { FeaturePart, ReadingReports } from '../annotation.ts';
import type { FeatureLine } from './parseFeatureLine.ts';

export interface HeldRow extends Omit<FeatureLine, 'sequence' | 'untaken'> {
  readonly line: number;
}

export interface FoundFeature {
  readonly line: number;
  readonly first: HeldRow;
  /** By place; those of a feature on both strands in the order of the file. */
  readonly parts: (FeaturePart & Pick<FeatureLine, 'phase'>)[];
}

/** Where a ribosome shifts its frame, it reads a base or two again. */
const mostShared = 2;
// A file may give one ID to all of its rows: each is compared with so many others.
const mostCompared = 8;
/** Attributes that are the same in all rows of a feature, if they say them. */
const same = ['locus_tag', 'protein_id', 'product', 'gene'];
const transcript = /(?:RNA|transcript|gene)$/i;
const usualCode = 11;

/**
 * Rows with one ID are parts of a feature, and so are rows of a CDS without an ID under one transcript or gene, but only
 * if they have one strand, one parent and one locus tag, do not overlap, and are not whole genes each. Where the file
 * speaks of trans-splicing, strands and parents may differ. A row that stands twice is taken once. In the order of the
 * file.
 */
export function joinRows(
  rows: readonly HeldRow[],
  bases: Buffer,
  reports: Pick<ReadingReports, 'passOver' | 'doubt'>,
): FoundFeature[] {
  const features: FoundFeature[] = [];
  for (const group of groupsOf(rows)) {
    const joined = splitUp(group, reports.doubt);
    const apart = joined.flatMap((one) => (areGenes(one, bases) ? one.map((row) => [row]) : [one]));
    const id = idOf(group[0]);
    for (const one of apart) {
      const [first, ...others] = one.toSorted((a, b) => a.line - b.line);
      if (first === undefined) continue;
      if (one !== apart[0] && id !== undefined) {
        const kind = 'rows with the ID of another feature, taken as features of their own';
        reports.doubt({ line: first.line, kind, what: id });
      }
      for (const other of others) passOverRest(other, first, reports.passOver);
      const isOneStrand = others.every(({ part }) => part.strand === first.part.strand);
      const parts = (isOneStrand ? one : [first, ...others]).map(partOf);
      features.push({ line: first.line, first, parts });
    }
  }
  return features.toSorted((a, b) => a.line - b.line);
}

function partOf({ part, phase }: HeldRow) {
  return { ...part, phase };
}

function idOf(row: HeldRow | undefined): string | undefined {
  return row?.qualifiers.get('ID')?.[0];
}

/** Rows that may be one feature. */
function groupsOf(rows: readonly HeldRow[]): HeldRow[][] {
  const groups = new Map<string, HeldRow[]>();
  const typeOfId = new Map<string, string>();
  const put = (key: string, row: HeldRow) => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  };
  for (const row of rows) {
    const id = idOf(row);
    if (id !== undefined) typeOfId.set(id, row.type);
  }
  for (const row of rows) {
    const { type, line, part, qualifiers } = row;
    const id = idOf(row);
    if (id !== undefined) {
      put(JSON.stringify([type, id]), row);
      continue;
    }
    const spliced = isTransSpliced(row) ? same.flatMap((name) => qualifiers.get(name) ?? []) : [];
    if (spliced.length > 0) {
      put(JSON.stringify([type, 'spliced', ...spliced]), row);
      continue;
    }
    const parents = type === 'CDS' ? parentsOf(row) : [];
    const transcripts = parents.filter((one) => transcript.test(typeOfId.get(one) ?? 'mRNA'));
    // Under the gene and its transcript, it is a part of the transcript.
    const own = transcripts.filter((one) => !/gene$/i.test(typeOfId.get(one) ?? 'mRNA'));
    const under = own.length > 0 ? own : transcripts;
    for (const one of under) put(JSON.stringify([type, 'under', one]), row);
    if (under.length > 0) continue;
    // Only the same row again is the same feature.
    const about = [type, part, parents, ...qualifiers];
    put(JSON.stringify(type === 'CDS' ? about : [line]), row);
  }
  // Under each of several parents, the rows may be the same.
  const found = new Map<string, HeldRow[]>();
  for (const group of groups.values()) found.set(group.map(({ line }) => line).join(), group);
  return [...found.values()];
}

function parentsOf({ qualifiers }: HeldRow): string[] {
  return (qualifiers.get('Parent') ?? []).filter((parent) => parent !== '');
}

function parentNames(row: HeldRow): string {
  return parentsOf(row).join();
}

function isTransSpliced({ qualifiers }: HeldRow): boolean {
  const said = [...(qualifiers.get('exception') ?? []), ...qualifiers.keys()];
  return said.some((one) => /^trans[-_ ]splicing$/i.test(one));
}

/** The rows of each feature, by place. Leaves out rows that stand twice. */
function splitUp(group: readonly HeldRow[], doubt: ReadingReports['doubt']): HeldRow[][] {
  if (group.length === 1) return [[...group]];
  const sorted = group.toSorted(
    ({ part: a, line }, { part: b, line: other }) =>
      a.start - b.start || a.end - b.end || line - other,
  );
  const features: HeldRow[][] = [];
  for (const row of sorted) {
    const near = features.slice(-mostCompared);
    const twin = near.find((one) => isTwin(row, one.at(-1)));
    if (twin !== undefined) {
      doubt({ line: row.line, kind: 'rows that stand twice, taken once', what: row.type });
      continue;
    }
    const fitting = near.findLast((one) => fits(row, one));
    if (fitting === undefined) features.push([row]);
    else fitting.push(row);
  }
  return features.toSorted((a, b) => (a[0]?.line ?? 0) - (b[0]?.line ?? 0));
}

function isTwin(row: HeldRow, other: HeldRow | undefined): boolean {
  const [a, b] = [row.part, other?.part];
  return a.start === b?.start && a.end === b.end && agree(row, other);
}

function fits(row: HeldRow, feature: readonly HeldRow[]): boolean {
  const last = feature.at(-1);
  return last !== undefined && row.part.start >= last.part.end - mostShared && agree(row, last);
}

function agree(row: HeldRow, other: HeldRow | undefined): boolean {
  if (other === undefined) return false;
  const isSame = (name: string) => {
    const [a, b] = [row.qualifiers.get(name), other.qualifiers.get(name)];
    return a === undefined || b === undefined || a.join() === b.join();
  };
  if (!same.every(isSame)) return false;
  if (isTransSpliced(row) && isTransSpliced(other)) return true;
  // Parts of one transcript of several genes may lie on both strands.
  const isOfSeveral = parentsOf(row).length > 1 && parentNames(row) === parentNames(other);
  if (isOfSeveral && idOf(row) === undefined) return true;
  // Rows without an ID are those under one parent, whatever others they have.
  const isUnderSame = idOf(row) === undefined || parentNames(row) === parentNames(other);
  return row.part.strand === other.part.strand && isUnderSame;
}

/** Whether each row by itself is a gene, from its start to its stop. */
function areGenes(rows: readonly HeldRow[], bases: Buffer): boolean {
  if (rows.length < 2 || rows[0]?.type !== 'CDS') return false;
  return rows.every(({ part: { start, end, strand } }) => {
    const read = bases.subarray(start, end);
    const along = strand === -1 ? reverseComplement(read) : read;
    const protein = translate(along, usualCode);
    const isWhole = along.length % 3 === 0 && protein.indexOf('*') === protein.length - 1;
    return isWhole && protein.length > 1 && beginsWithStart(along, usualCode);
  });
}

/** Of the rows of a feature, the first says what it is. */
function passOverRest(
  { line, type, qualifiers }: HeldRow,
  first: HeldRow,
  passOver: ReadingReports['passOver'],
): void {
  for (const [name, values] of qualifiers) {
    const isSaid = values.join() === first.qualifiers.get(name)?.join();
    if (!isSaid) passOver({ line, kind: `/${name}`, what: type });
  }
}
