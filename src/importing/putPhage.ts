/** Sets the fields of a phage's record that an input knows, and leaves those of other inputs. */
import { blankPhage, type ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import type { ImportedInput } from './provenance.ts';

/**
 * Writes `phages/<name>.json`: `fields` come from `input`. What this input set earlier and no longer knows becomes
 * blank again; annotations do not override a field that a table set. Returns the record.
 */
export function putPhage(
  staged: StagedData,
  name: string,
  { input, kind }: { readonly input: string; readonly kind: ImportedInput['kind'] },
  fields: Partial<ImportedPhage>,
): ImportedPhage {
  const file = `phages/${name}.json`;
  const known = staged.files.get(file);
  const blank = blankPhage(name);
  const record: ImportedPhage =
    known === undefined
      ? blank
      : { ...blank, ...(JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage) };
  const owners = new Map(Object.entries(known?.fields ?? {}));
  for (const [field, owner] of owners) {
    if (owner !== input || field in fields) continue;
    owners.delete(field);
    Object.assign(record, { [field]: blank[field as keyof ImportedPhage] });
  }
  for (const [field, value] of Object.entries(fields)) {
    const owner = owners.get(field);
    const isOther = owner !== undefined && owner !== input;
    if (isOther && kind !== 'table' && staged.inputs.get(owner)?.kind === 'table') continue;
    owners.set(field, input);
    Object.assign(record, { [field]: value });
  }
  const inputs = [...new Set([...owners.values(), input])].sort();
  staged.put(file, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), {
    inputs,
    fields: Object.fromEntries([...owners].sort(([a], [b]) => (a < b ? -1 : 1))),
  });
  return record;
}

/** The record without the fields that an input set; a blank record if there is none. */
export function recordWithout(staged: StagedData, name: string, input: string): ImportedPhage {
  const file = `phages/${name}.json`;
  const blank = blankPhage(name);
  const known = staged.files.get(file);
  if (known === undefined) return blank;
  const record = JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage;
  for (const [field, owner] of Object.entries(known.fields ?? {})) {
    if (owner === input) Object.assign(record, { [field]: blank[field as keyof ImportedPhage] });
  }
  return record;
}

/**
 * Removes what an input contributed to a file: from a phage's record its fields, as long as other inputs have fields in
 * it; else the file. Returns whether the file is gone.
 */
export function takeBack(staged: StagedData, file: string, input: string): boolean {
  const owners = Object.entries(staged.files.get(file)?.fields ?? {});
  const left = owners.filter(([, owner]) => owner !== input);
  const name = /^phages\/(.*)\.json$/.exec(file)?.[1];
  if (name === undefined || left.length === 0) {
    staged.remove(file);
    return true;
  }
  const record = recordWithout(staged, name, input);
  staged.put(file, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), {
    inputs: [...new Set(left.map(([, owner]) => owner))].sort(),
    fields: Object.fromEntries(left),
  });
  return false;
}
