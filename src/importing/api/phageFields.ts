/** Reads a service's record of a phage into the fields of our records. */
import { type JsonObject } from '../../contract/jsonObject.ts';
import type { PhageRecord } from '../../generated/records.ts';
import { blankPhage, type ImportedPhage } from '../blankPhage.ts';
import { fieldsOf, type FieldNotes } from './fieldsOf.ts';

/** Fields of objects that are null if nothing is known. */
const shapes: { readonly [Field in 'program' | 'pcluster' | 'psubcluster']: PhageRecord[Field] } = {
  program: { short_name: '', program_name: '', program_URL: '', program_blurb: '' },
  pcluster: { cluster: '', temperate: false },
  psubcluster: { subcluster: '' },
};

/** Leaves out blank fields, which may be known from elsewhere. */
export function phageFields(
  record: JsonObject,
  name: string,
  notes: FieldNotes,
): Partial<ImportedPhage> {
  const blank = blankPhage(name);
  const shape = { ...blank };
  for (const [field, fields] of Object.entries(shapes)) {
    if (typeof record[field] === 'object' && record[field] !== null)
      Object.assign(shape, { [field]: fields });
  }
  const said = Object.entries(fieldsOf(record, shape, notes)).filter(
    ([field, value]) =>
      field !== 'phage_name' &&
      JSON.stringify(value) !== JSON.stringify(blank[field as keyof ImportedPhage]),
  );
  return Object.fromEntries(said);
}
