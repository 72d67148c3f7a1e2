/** Reads one line of features of a GFF3 file. */
import { util } from '@gmod/gff';
import type { FeaturePart } from '../annotation.ts';

export interface FeatureLine {
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

/** The line, or what is wrong with it. */
export function parseFeatureLine(text: string): FeatureLine | string {
  const columns = text.split('\t');
  if (columns.length < 9) return `${columns.length} columns`;
  if (columns[0]?.trim() === '') return 'no name of a sequence';
  if (!/^[.012]$/.test(columns[7] ?? '')) return `the phase '${columns[7]}'`;
  if (![columns[3], columns[4]].every((column) => /^\d+$/.test(column ?? ''))) {
    return `no positions: '${columns[3]}', '${columns[4]}'`;
  }
  if ((columns[8] ?? '').split(';', maxAttributes + 1).length > maxAttributes)
    return `more than ${maxAttributes} attributes`;
  const untaken = [...untakenColumns(columns), ...untakenAttributes(columns[8] ?? '')];
  columns[8] = escapeAttributes(columns[8] ?? '');
  let parsed: ReturnType<typeof util.parseFeature>;
  try {
    parsed = util.parseFeature(
      columns.map((column, at) => (at < 8 ? escapeStray(column) : column)).join('\t'),
    );
  } catch {
    return 'percent signs that are no UTF-8';
  }
  const { seq_id: sequence, type, start, end, strand } = parsed;
  if (sequence === null) return 'no name of a sequence';
  if (type === null) return 'no type';
  if (!isPosition(start) || !isPosition(end))
    return `no positions: '${columns[3]}', '${columns[4]}'`;
  const qualifiers = new Map<string, string[]>();
  for (const [name, values] of Object.entries(parsed.attributes ?? {})) {
    if (values !== undefined) qualifiers.set(name.slice(mark.length), values);
  }
  return {
    sequence,
    type,
    part: { start: start - 1, end, strand: strand === '-' ? -1 : strand === '+' ? 1 : 0 },
    phase: Number(parsed.phase ?? 0) % 3,
    qualifiers,
    untaken,
  };
}

function untakenColumns(columns: readonly string[]): string[] {
  const isSaid = (at: number) => !/^\.?$/.test(columns[at]?.trim() ?? '');
  return [
    ...(isSaid(1) ? ['the column source'] : []),
    ...(isSaid(5) ? ['the column score'] : []),
    ...(columns.length > 9 && columns.slice(9).some((one) => one.trim() !== '')
      ? ['columns after the ninth']
      : []),
  ];
}

/** What the parser leaves out, such as the rest of a text with a semicolon that is not escaped. */
function untakenAttributes(text: string): string[] {
  if (text.trim() === '.') return [];
  return text
    .split(';')
    .filter((attribute) => attribute.trim() !== '' && !attribute.includes('='))
    .map(() => 'attributes without an equals sign');
}

function isPosition(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value > 0;
}

/**
 * Attributes in lower case are specific to programs: their values are texts, where a comma does not separate values.
 * Most programs do not escape commas, percent and equals signs there.
 */
function escapeAttributes(text: string): string {
  return text
    .split(';')
    .map((attribute) => {
      const equals = attribute.indexOf('=');
      if (equals < 0) return attribute;
      const name = attribute.slice(0, equals).trim();
      const value = escapeStray(attribute.slice(equals + 1)).replaceAll('=', '%3D');
      return `${mark}${name}=${/^[a-z]/.test(name) ? value.replaceAll(',', '%2C') : value}`;
    })
    .join(';');
}

// A prefix for each name: the parser keeps names in an object, which has some of its own.
const mark = '_';

function escapeStray(text: string): string {
  return text.replaceAll(/%(?![\da-f]{2})/gi, '%25');
}
