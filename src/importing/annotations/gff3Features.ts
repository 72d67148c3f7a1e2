/** Reads the rows of a GFF3 file, and decides which are parts of one feature: what its IDs say is checked. */
import { util } from '@gmod/gff';
import {
  beginsWithStart,
  codeNumbers,
  reverseComplement,
  translate,
} from '../../sequences/nucleotides.ts';
import { copied } from '../../text/words.ts';
import {
  type FeaturePart,
  type ImportFault,
  maxFeatures,
  plainType,
  type ReadingReports,
} from '../annotation.ts';
import { gtf } from '../fileKinds.ts';
import { TextFault } from '../inputs.ts';
import { addTo, type Spill, defaultWaiting } from '../spill.ts';

interface FeatureLine {
  readonly sequence: string;
  readonly type: string;
  /** Its end is not behind its start where the row runs through the origin of a circular sequence. */
  readonly part: FeaturePart;
  /** The number of bases of the part before the first codon: 0, 1 or 2. */
  readonly phase: number;
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
  /** Columns and attributes that have a value which records have no field for. */
  readonly untaken: readonly string[];
}

// A feature has ten or twenty. A line has room for a hundred thousand, which take far more memory than their text.
const maxAttributes = 1000;

const ofBlanks =
  'Its tabs have become blanks, as they do when text is copied: take the file itself.';
const ofPhase = 'Column 8 has 0, 1 or 2, or a dot where nothing is known: write a dot for NA.';
const ofPercent = 'GFF3 escapes the bytes of UTF-8: ü is %C3%BC, or stands there as it is.';

type RowFault = Pick<ImportFault, 'found' | 'hint'>;

/** The line, or what is wrong with it. */
export function parseFeatureLine(text: string): FeatureLine | RowFault {
  const columns = text.split('\t');
  if (columns.length < 9) {
    const found = `${columns.length} columns`;
    return /^\S+ +\S+ +\S+ +\d+ +\d+ /.test(text) ? { found, hint: ofBlanks } : { found };
  }
  if (columns[0]?.trim() === '') return { found: 'no name of a sequence' };
  if (!/^[.012]$/.test(columns[7] ?? ''))
    return { found: `the phase '${columns[7]}'`, hint: ofPhase };
  const noPositions = { found: `no positions: '${columns[3]}', '${columns[4]}'` };
  if (![columns[3], columns[4]].every((column) => /^\d+$/.test(column ?? ''))) return noPositions;
  if ((columns[8] ?? '').split(';', maxAttributes + 1).length > maxAttributes)
    return { found: `more than ${maxAttributes} attributes` };
  const attributes = attributesIn(columns[8] ?? '');
  if (attributes.every((one) => !one.includes('=')) && /^\s*\w+ "/.test(columns[8] ?? ''))
    return { found: `attributes of GTF or GFF2: ${columns[8]?.slice(0, 40)}`, hint: gtf.hint };
  const untaken = untakenOf(columns, attributes);
  columns[8] = escapeAttributes(attributes);
  let parsed: ReturnType<typeof util.parseFeature>;
  try {
    parsed = util.parseFeature(
      columns.map((column, at) => (at < 8 ? escapeStray(column) : column)).join('\t'),
    );
  } catch {
    return { found: 'percent signs that are no UTF-8', hint: ofPercent };
  }
  const { seq_id: sequence, type, start, end, strand } = parsed;
  if (sequence === null) return { found: 'no name of a sequence' };
  if (type === null) return { found: 'no type' };
  if (!isPosition(start) || !isPosition(end)) return noPositions;
  const qualifiers = new Map<string, string[]>();
  for (const [marked, values] of Object.entries(parsed.attributes ?? {})) {
    const name = marked.slice(mark.length);
    const usual = knownSpellings.get(name.toLowerCase()) ?? name;
    const isFree =
      usual === name || (parsed.attributes?.[mark + usual] === undefined && !qualifiers.has(usual));
    if (values !== undefined) qualifiers.set(isFree ? usual : name, values);
  }
  return {
    sequence,
    type: plainType(type),
    part: { start: start - 1, end, strand: strand === '-' ? -1 : strand === '+' ? 1 : 0 },
    phase: Number(parsed.phase ?? 0) % 3,
    qualifiers,
    untaken,
  };
}

/** Names of attributes that scripts write in another case, such as `id` and `Locus_tag`. */
const knownSpellings: ReadonlyMap<string, string> = new Map(
  ['ID', 'Parent', 'Name', 'Is_circular', 'locus_tag', 'gene', 'product', 'translation'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

const unknownEntity = /&(?:#|\w)\w+$/;

/** Between semicolons; what follows one that is not escaped in a text is the rest of it. */
function attributesIn(text: string): string[] {
  const attributes: string[] = [];
  for (const one of text.split(';')) {
    const before = attributes.at(-1) ?? '';
    const isWithin = /\s/.test(one) || unknownEntity.test(before);
    const isRest = !one.includes('=') && /\S/.test(one) && isWithin && ofWords.test(before);
    attributes.push(isRest ? `${attributes.pop()}%3B${one}` : one);
  }
  return attributes;
}

const ofWords = /^\s*(?:product|[Nn]ote|Name|function|description)\s*=\s*\S/;

function untakenOf(columns: readonly string[], attributes: readonly string[]): string[] {
  const hasValue = (at: number) => !/^\.?$/.test(columns[at]?.trim() ?? '');
  const hasMore = columns.slice(9).some((one) => one.trim() !== '');
  return [
    ...(hasValue(1) ? ['the column source'] : []),
    ...(hasValue(5) ? ['the column score'] : []),
    ...(hasMore ? ['columns after the ninth'] : []),
    // The parser leaves them out.
    ...attributes
      .filter((attribute) => !attribute.includes('=') && !['', '.'].includes(attribute.trim()))
      .map(() => 'attributes without an equals sign'),
  ];
}

function isPosition(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value > 0;
}

/** The attributes that hold lists. In all others, a comma belongs to the text: most programs escape none. */
const lists = new Set(['Parent', 'Alias', 'Dbxref', 'Ontology_term']);

/** Most programs do not escape percent and equals signs either, and some put texts in quotes. */
function escapeAttributes(attributes: readonly string[]): string {
  return attributes
    .map((attribute) => {
      const equals = attribute.indexOf('=');
      if (equals < 0) return attribute;
      const name = attribute.slice(0, equals).trim();
      const [, quoted] = /^\s*"([^"]*)"\s*$/.exec(attribute.slice(equals + 1)) ?? [];
      const text = quoted ?? attribute.slice(equals + 1).trim();
      const value = escapeStray(text).replaceAll('=', '%3D');
      return `${mark}${name}=${lists.has(name) ? value : value.replaceAll(',', '%2C')}`;
    })
    .join(';');
}

// A prefix for each name: the parser keeps names in an object, which has some of its own.
const mark = '_';

/** With percent signs escaped that escape nothing. */
export function escapeStray(text: string): string {
  return text.replaceAll(/%(?![\da-f]{2})/gi, '%25');
}

interface HeldRow extends Omit<FeatureLine, 'sequence' | 'untaken'> {
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

/**
 * Rows with one ID are parts of a feature, and so are rows of a CDS without an ID under one transcript or gene, but only
 * if they have one strand, one parent and one locus tag, do not overlap, and are not whole genes each. Where the file
 * speaks of trans-splicing, strands and parents may differ, and `part` numbers the parts. A row that stands twice is taken
 * once. In the order of the file.
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
      const ordered = isOneStrand ? one : inOrderOfPart([first, ...others]);
      const parts = ordered.map(({ part, phase }) => ({
        ...part,
        phase,
      }));
      features.push({ line: first.line, first, parts });
    }
  }
  return features.toSorted((a, b) => a.line - b.line);
}

/** As `part=1/2` numbers the parts of a trans-spliced gene; in the order of the file where it does not number each. */
function inOrderOfPart(rows: readonly HeldRow[]): readonly HeldRow[] {
  const numberOf = ({ qualifiers }: HeldRow) =>
    Number.parseInt(qualifiers.get('part')?.[0] ?? '', 10);
  if (rows.some((row) => Number.isNaN(numberOf(row)))) return rows;
  return rows.toSorted((a, b) => numberOf(a) - numberOf(b) || a.line - b.line);
}

function idOf(row: HeldRow | undefined): string | undefined {
  return row?.qualifiers.get('ID')?.[0];
}

/** Rows that may be one feature. */
function groupsOf(rows: readonly HeldRow[]): HeldRow[][] {
  const groups = new Map<string, HeldRow[]>();
  const typeOfId = new Map<string, string>();
  const put = (row: HeldRow, ...about: readonly unknown[]) =>
    addTo(groups, JSON.stringify([row.type, ...about]), row);
  for (const row of rows) {
    const id = idOf(row);
    if (id !== undefined) typeOfId.set(id, row.type);
  }
  for (const row of rows) {
    const { type, line, part, qualifiers } = row;
    const id = idOf(row);
    if (id !== undefined) {
      put(row, id);
      continue;
    }
    const spliced = isTransSpliced(row) ? same.flatMap((name) => qualifiers.get(name) ?? []) : [];
    if (spliced.length > 0) {
      put(row, 'spliced', ...spliced);
      continue;
    }
    const parents = type === 'CDS' ? parentsOf(row) : [];
    const transcripts = parents.filter((one) => transcript.test(typeOfId.get(one) ?? 'mRNA'));
    // Under the gene and its transcript, it is a part of the transcript.
    const own = transcripts.filter((one) => !/gene$/i.test(typeOfId.get(one) ?? 'mRNA'));
    const under = own.length > 0 ? own : transcripts;
    for (const one of under) put(row, 'under', one);
    if (under.length > 0) continue;
    // Only the same row again is the same feature.
    if (type === 'CDS') put(row, part, parents, ...qualifiers);
    else put(row, line);
  }
  // Under each of several parents, the rows may be the same.
  const found = new Map<string, HeldRow[]>();
  for (const group of groups.values()) found.set(group.map(({ line }) => line).join(), group);
  return [...found.values()];
}

function parentsOf({ qualifiers }: HeldRow): string[] {
  return (qualifiers.get('Parent') ?? []).filter((parent) => parent !== '');
}

function isTransSpliced({ qualifiers }: HeldRow): boolean {
  const values = [...(qualifiers.get('exception') ?? []), ...qualifiers.keys()];
  return values.some((one) => /^trans[-_ ]splicing$/i.test(one));
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
  const hasSameParents = parentsOf(row).join() === parentsOf(other).join();
  if (parentsOf(row).length > 1 && hasSameParents && idOf(row) === undefined) return true;
  // Rows without an ID are those under one parent, whatever others they have.
  const isUnderSame = idOf(row) === undefined || hasSameParents;
  return row.part.strand === other.part.strand && isUnderSame;
}

/** Whether each row by itself is a gene, from its start or where the sequence begins to its stop, by one genetic code. */
function areGenes(rows: readonly HeldRow[], bases: Buffer): boolean {
  if (rows.length < 2 || rows[0]?.type !== 'CDS') return false;
  return codeNumbers.some((code) =>
    rows.every(({ part: { start, end, strand } }) => {
      const read = bases.subarray(start, end);
      const along = strand === -1 ? reverseComplement(read) : read;
      const isCut = strand === -1 ? end === bases.length : start === 0;
      const first = isCut ? along.length % 3 : 0;
      const protein = translate(along.subarray(first), code);
      const isWhole =
        (along.length - first) % 3 === 0 && protein.indexOf('*') === protein.length - 1;
      return isWhole && protein.length > 1 && (isCut || beginsWithStart(along, code));
    }),
  );
}

/** Of the rows of a feature, the first says what it is. */
function passOverRest(
  { line, type, qualifiers }: HeldRow,
  first: HeldRow,
  passOver: ReadingReports['passOver'],
): void {
  for (const [name, values] of qualifiers) {
    const isSame = values.join() === first.qualifiers.get(name)?.join();
    if (!isSame) passOver({ line, kind: `/${name}`, what: type });
  }
}

/** How much may be held: of the features of all sequences, and of those of one. */
export interface HeldLimits {
  /** Beyond it, features wait on disk. */
  readonly letters: number;
  readonly sequenceFeatures: number;
  readonly sequenceBytes: number;
}

export const defaultLimits: HeldLimits = {
  letters: defaultWaiting,
  sequenceFeatures: maxFeatures,
  sequenceBytes: 256 << 20,
};

// Only those of one sequence are in memory at a time. Each takes memory beside its text, and so does each attribute.
const bytesOfFeature = 400;
const bytesOfAttribute = 150;
// Thirty times the largest collection of phages. Each takes a few hundred bytes.
const maxSequences = 1_000_000;
// A phage's name is shorter still. In the file, each of its bytes may be escaped as three.
const maxNameBytes = 600;
const maxNamesBytes = 128 << 20;
// On disk: a small file that was compressed can become as long as it likes.
const maxBytes = 2 ** 34;

export interface Region {
  /** Of its first feature. */
  readonly line: number;
  readonly isCircular: boolean;
  /** Whether a row was reported. */
  readonly isFaulty: boolean;
  /** The genetic code that a comment before its first feature names. */
  readonly headerTable: string | undefined;
  readonly features: readonly FoundFeature[];
}

export type HeldFeatures = ReturnType<typeof holdFeatures>;

/** Throws a TextFault for a name that is longer than any: names are kept until the end of the file. */
export function assertSequenceName(name: string, line: number): void {
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new TextFault(line, `a name of a sequence that is longer than ${maxNameBytes} bytes`);
}

export function holdFeatures(
  spill: Spill,
  reports: ReadingReports,
  { sequenceFeatures, sequenceBytes }: HeldLimits,
) {
  const sequences = new Map<
    string,
    { readonly line: number; readonly headerTable: string | undefined; bytes: number }
  >();
  let [allBytes, nameBytes] = [0, 0];
  return {
    /** Throws a TextFault for more features than an import takes. */
    add(feature: FeatureLine, line: number, headerTable?: string): void {
      const { sequence, type, part, phase, qualifiers } = feature;
      assertSequenceName(sequence, line);
      let known = sequences.get(sequence);
      if (known === undefined) {
        sequences.set(copied(sequence), (known = { line, headerTable, bytes: 0 }));
        nameBytes += sequence.length;
      }
      if (sequences.size > maxSequences)
        throw new TextFault(line, `features of more than ${maxSequences} sequences`);
      if (nameBytes > maxNamesBytes)
        throw new TextFault(line, `names of sequences of more than ${maxNamesBytes} bytes`);
      const { start, end, strand } = part;
      const text = JSON.stringify([type, start, end, strand, phase, [...qualifiers]]);
      spill.add(sequence, [String(line), text]);
      let values = 0;
      for (const one of qualifiers.values()) values += one.length;
      known.bytes += text.length + bytesOfFeature + bytesOfAttribute * values;
      allBytes += text.length;
      if (known.bytes > sequenceBytes) {
        const found = `features of ${sequence} that take more than ${sequenceBytes} bytes of memory`;
        throw new TextFault(line, found);
      }
      if (allBytes > maxBytes) throw new TextFault(line, `features of more than ${maxBytes} bytes`);
    },
    has: (sequence: string) => sequences.has(sequence),
    /** Undefined for a sequence without features. Throws a TextFault for more than a sequence may have. */
    get(sequence: string, bases: Buffer): Region | undefined {
      const known = sequences.get(sequence);
      if (known === undefined) return undefined;
      let isCircular: boolean | null = null;
      const rows: HeldRow[] = [];
      for (const [number = '', text = ''] of spill.itemsOf(sequence)) {
        const line = Number(number);
        const feature = parseHeld(text, line);
        if (isCircular === null || feature.type === 'region')
          isCircular = /^true$/i.test(feature.qualifiers.get('Is_circular')?.[0] ?? '');
        rows.push(feature);
      }
      const circle = isCircular === true ? bases.length : null;
      const fitting: HeldRow[] = [];
      for (const row of rows) {
        const { start, end } = row.part;
        if (end > start) fitting.push(row);
        else if (circle !== null && start < circle)
          fitting.push({ ...row, part: { ...row.part, end: end + circle } });
        // Through the origin, it would be nearly as long as the sequence.
        else if (row.part.strand === -1 && start + 1 - end < bases.length / 2) {
          fitting.push({ ...row, part: { ...row.part, start: end - 1, end: start + 1 } });
          const kind = 'rows of the reverse strand with their end before their start, now turned';
          reports.doubt({ line: row.line, kind, what: `${start + 1}, ${end}` });
        } else {
          const expected = `an end behind the start, or Is_circular=true in the region of ${sequence}`;
          reports.report({ line: row.line, expected, found: `${start + 1}, ${end}` });
        }
      }
      const isFaulty = fitting.length < rows.length;
      const features = joinRows(fitting, bases, reports);
      const beyond = features[sequenceFeatures];
      if (beyond !== undefined)
        throw new TextFault(beyond.line, `more than ${sequenceFeatures} features of ${sequence}`);
      const { line, headerTable } = known;
      return { line, isCircular: isCircular ?? false, isFaulty, headerTable, features };
    },
    /** The sequences that have features, with the line of the first. */
    *firstLines(): Generator<readonly [sequence: string, line: number]> {
      for (const [sequence, { line }] of sequences) yield [sequence, line];
    },
  };
}

function parseHeld(text: string, line: number): HeldRow {
  const [type, start, end, strand, phase, qualifiers] = JSON.parse(text) as [
    string,
    number,
    number,
    FeaturePart['strand'],
    number,
    [string, string[]][],
  ];
  return { line, type, part: { start, end, strand }, phase, qualifiers: new Map(qualifiers) };
}
