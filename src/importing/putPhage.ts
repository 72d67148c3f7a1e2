/** Sets the fields of a phage's record that an input knows, and leaves those of others. */
import { blankPhage, type ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import type { ImportedInput } from './provenance.ts';

/**
 * Writes `phages/<name>.json`: `fields` come from `input`; what this input had set before and no longer knows becomes
 * blank again; a field that a table set is left to it by annotations. Returns the record.
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
