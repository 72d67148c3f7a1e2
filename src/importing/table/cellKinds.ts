/** Kinds of columns in a table about phages, and what their cells mean. */
import type { ImportedPhage } from '../blankPhage.ts';

/** The fields that a cell sets, or what was expected in its place. */
export type CellMeaning = Partial<ImportedPhage> | string;

/** What is known of a phage when a cell is read; columns are read in the order of their list. */
export interface RowSoFar {
  /** The record with the fields that the row has set. */
  readonly record: ImportedPhage;
  readonly fields: Partial<ImportedPhage>;
  /** Counts what a cell was taken for, or why it sets nothing. */
  readonly say: (list: 'changed' | 'refused', kind: string) => void;
}

export interface PhageColumn {
  readonly name: string;
  /** Other accepted headers; like the name, compared without case, blanks and punctuation. */
  readonly aliases: readonly string[];
  /** For people who fill in the table. */
  readonly explanation: string;
  /** `text` is not empty. */
  readonly read: (text: string, row: RowSoFar) => CellMeaning;
}

type Field = keyof ImportedPhage;

export function text(name: Field, explanation: string, ...aliases: readonly string[]): PhageColumn {
  return { name, aliases, explanation, read: (value) => ({ [name]: value }) };
}

export function matching(
  name: Field,
  form: RegExp,
  expected: string,
  explanation: string,
  ...aliases: readonly string[]
): PhageColumn {
  const read = (value: string) => (form.test(value) ? { [name]: value } : expected);
  return { name, aliases, explanation, read };
}

/** Spreadsheets add `.0` to numbers. */
export function wholeNumber(name: Field, ...aliases: readonly string[]): PhageColumn {
  const explanation = 'a whole number, such as 52000';
  const read = (value: string) => {
    const [, digits] = /^(\d{1,15})(?:\.00?)?$/.exec(value) ?? [];
    return digits === undefined ? explanation : { [name]: Number(digits) };
  };
  return { name, aliases, explanation, read };
}

export function yesOrNo(name: Field, ...aliases: readonly string[]): PhageColumn {
  const explanation = 'yes or no';
  const read = (value: string) => {
    const is = truthOf(value);
    return is === null ? explanation : { [name]: is };
  };
  return { name, aliases, explanation, read };
}

/** Null for other words. */
export function truthOf(value: string): boolean | null {
  if (/^(?:true|yes|t|y|1)$/i.test(value)) return true;
  return /^(?:false|no|f|n|0)$/i.test(value) ? false : null;
}

/** From 1 to 100, with a decimal point; a comma is taken for one. */
export function percentage(
  name: Field,
  explanation: string,
  ...aliases: readonly string[]
): PhageColumn {
  const read = (value: string, { say }: RowSoFar) => {
    if (!/^\d{1,3}(?:[.,]\d+)?$/.test(value)) return explanation;
    const given = withPoint(value, say);
    return Number(given) >= 1 && Number(given) <= 100 ? { [name]: given } : explanation;
  };
  return { name, aliases, explanation, read };
}

function withPoint(value: string, say: RowSoFar['say']): string {
  if (value.includes(',')) say('changed', 'decimal commas, now points');
  return value.replace(',', '.');
}

/** Accepts a sign in place of the letter. */
export function degrees(
  name: 'found_GPS_lat' | 'found_GPS_long',
  [positive, negative]: readonly [string, string],
  most: number,
  ...aliases: readonly string[]
): PhageColumn {
  const expected = `decimal degrees up to ${most}, such as 40.44 ${positive} or -40.44`;
  return {
    name,
    aliases,
    explanation: expected,
    read(value, { say }) {
      const [, sign = '', number = '', letter = ''] =
        /^([+-]?)(\d+(?:[.,]\d+)?)°?\s*([a-z]?)$/i.exec(value) ?? [];
      const side = letter === '' ? (sign === '-' ? negative : positive) : letter.toUpperCase();
      const isBoth = sign !== '' && letter !== '';
      const isSide = side === positive || side === negative;
      if (number === '' || isBoth || !isSide) return expected;
      const given = withPoint(number, say);
      return Number(given) > most ? expected : { [name]: `${given} ${side}` };
    },
  };
}

/** For fields whose type is not settled: a number, yes or no, or text. */
export function unsettled(name: Field, ...aliases: readonly string[]): PhageColumn {
  const read = (value: string) => {
    const number = Number(value);
    const is = /^(?:true|false)$/i.test(value) ? truthOf(value) : null;
    return { [name]: is ?? (String(number) === value ? number : value) };
  };
  return { name, aliases, explanation: 'a number or text', read };
}

/** Hosts as in JSON. */
export function hostList(name: 'verified_hosts' | 'verified_non_hosts'): PhageColumn {
  const explanation = 'an array of JSON, such as ["Gordonia rubripertincta"]';
  const read = (value: string) => {
    try {
      const hosts: unknown = JSON.parse(value);
      return Array.isArray(hosts) ? { [name]: hosts } : explanation;
    } catch {
      return explanation;
    }
  };
  return { name, aliases: [], explanation, read };
}

/** A column for which records have no field. */
export function fieldless(name: string): PhageColumn {
  return {
    name,
    aliases: [],
    explanation: 'not taken',
    read(_, { say }) {
      say('refused', `cells of "${name}", for which records have no field`);
      return {};
    },
  };
}
