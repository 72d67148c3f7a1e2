/** Columns for fields within the objects of a phage, named as in `bulk/phages.tsv.gz`: `seq_method_method_name`. */
import { blankPhage, blankProgram, type ImportedPhage } from '../blankPhage.ts';
import { type PhageColumn, truthOf } from './cellKinds.ts';

/** `aliases` are pairs of another header and the column that it means. */
export function innerColumns(...aliases: readonly (readonly [string, string])[]): PhageColumn[] {
  const { phage_name: _name, ...fields } = { ...blankPhage(''), program: blankProgram };
  return Object.entries(fields).flatMap(([field, blank]) =>
    [...leavesOf(blank, [])].map(([path, leaf]): PhageColumn => {
      const name = [field, ...path].join('_');
      return {
        name,
        aliases: aliases.flatMap(([alias, of]) => (of === name ? [alias] : [])),
        explanation: expected[typeof leaf] ?? '',
        read(text, { record }) {
          const value = valueOf(text, leaf);
          if (value === null) return expected[typeof leaf] ?? '';
          const before = { ...((record[field as keyof ImportedPhage] ?? blank) as object) };
          return { [field]: withLeaf(before, path, value) };
        },
      };
    }),
  );
}

const expected: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a whole number',
  boolean: 'yes or no',
};

/** The leaves of an object, each with the names that lead to it; none of what is no object. */
function* leavesOf(value: unknown, path: readonly string[]): Generator<[string[], unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, of] of Object.entries(value)) {
    if (typeof of === 'object') yield* leavesOf(of, [...path, name]);
    else yield [[...path, name], of];
  }
}

/** The value of a cell, of the type of what stands there in a blank record; null for another type. */
function valueOf(text: string, blank: unknown): string | number | boolean | null {
  if (typeof blank === 'boolean') return truthOf(text);
  if (typeof blank === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : null;
  return text;
}

function withLeaf(object: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const { [name]: inner = {} } = object as Record<string, object>;
  return { ...object, [name]: rest.length === 0 ? value : withLeaf(inner, rest, value) };
}
