/** Checks the names that a site gives to its fields (F1). */
import { collectionNames } from '../contract/collectionName.ts';
import { type FieldNames, fieldsOfViews, publicName } from '../contract/fieldNames.ts';
import { showString } from '../json/showToken.ts';
import { nearestName } from '../text/nearestName.ts';
import { type RecordShape, recordShape } from './recordShape.ts';

/** A fault in the entry of a field. */
export interface NameFault {
  readonly field: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

// Any language accepts it as a member or column name.
const goodName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/**
 * The faults of the entries in `said`, given all `names` in force, including those of a profile. At most one per entry,
 * in the order of `said`.
 */
export function nameFaults(said: FieldNames, names: FieldNames): NameFault[] {
  const shapes = collectionNames.map(recordShape);
  const objects = [...shapes.flatMap(objectsIn), ...fieldsOfViews];
  const known = new Set(objects.flat());
  const tables = shapes.map((shape) => [...columnsIn(shape, [])]);
  return Object.keys(said).flatMap((field): NameFault[] => {
    if (!known.has(field)) {
      const nearest = nearestName(field, known);
      return [
        {
          field,
          expected: 'the name of a field of records, as the schemas have it',
          found: showString(field),
          ...(nearest === undefined ? {} : { hint: `Did you mean ${showString(nearest)}?` }),
        },
      ];
    }
    const name = said[field] ?? '';
    const found = showString(name);
    if (!goodName.test(name)) {
      const expected =
        'a name of at most 100 letters, digits, _, - and . that begins with a letter or _';
      return [{ field, expected, found }];
    }
    if (name in Object.prototype) {
      return [{ field, expected: 'a name that no object of JavaScript has already', found }];
    }
    const other = otherOf(field, name, objects, names);
    if (other !== null) {
      const expected = 'a name that no other field of the same object has';
      const hint = `${showString(other)} is published as ${found}, too. Give it another name, or this one.`;
      return [{ field, expected, found, hint }];
    }
    const column = tables
      .map((columns) => twiceIn(columns, field, names))
      .find((one) => one !== null);
    if (column === undefined) return [];
    const expected = 'a name by which no two columns of a table are called alike';
    return [{ field, expected, found: `${found}, which makes ${showString(column ?? '')} twice` }];
  });
}

/** The fields of each object in a record, one list per object. */
function objectsIn(shape: RecordShape): string[][] {
  return [
    shape.map(([field]) => field),
    ...shape.flatMap(([, inner]) => (inner === null ? [] : objectsIn(inner))),
  ];
}

/** The path of fields from the record to each leaf: the columns of its table. */
function* columnsIn(shape: RecordShape, path: readonly string[]): Generator<readonly string[]> {
  for (const [field, inner] of shape) {
    if (inner === null) yield [...path, field];
    else yield* columnsIn(inner, [...path, field]);
  }
}

/** Another field with the same name in an object that also has this field. */
function otherOf(
  field: string,
  name: string,
  objects: readonly (readonly string[])[],
  names: FieldNames,
): string | null {
  const others = objects.flatMap((fields) => (fields.includes(field) ? fields : []));
  return others.find((one) => one !== field && publicName(names, one) === name) ?? null;
}

/** A column name that the table has twice, at least once because of the field. */
function twiceIn(
  columns: readonly (readonly string[])[],
  field: string,
  names: FieldNames,
): string | null {
  const called = columns.map((path) => path.map((one) => publicName(names, one)).join('_'));
  const own = called.filter((_, at) => columns[at]?.includes(field));
  return own.find((one) => called.indexOf(one) !== called.lastIndexOf(one)) ?? null;
}
