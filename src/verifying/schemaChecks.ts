/** The compiled schemas that verification needs, each compiled when it is first needed and then kept. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { CollectionName } from '../contract/collectionName.ts';
import { createAjv } from '../validation/recordSchemas.ts';
import { createRecordValidator, type RecordValidator } from '../validation/validateRecord.ts';

export interface SchemaChecks {
  readonly record: (collection: CollectionName) => RecordValidator;
  readonly envelope: () => ValidateFunction;
}

// As deep as a build lets records be (--max-nesting).
const maxNesting = 1000;

export function createSchemaChecks(): SchemaChecks {
  let ajv: ReturnType<typeof createAjv> | null = null;
  const records = new Map<CollectionName, RecordValidator>();
  return {
    record(collection) {
      const known = records.get(collection);
      if (known !== undefined) return known;
      ajv ??= createAjv();
      const validator = createRecordValidator(ajv, collection, { maxNesting });
      records.set(collection, validator);
      return validator;
    },
    envelope() {
      ajv ??= createAjv();
      const name = 'page-envelope.schema.json';
      const validate = ajv.getSchema(name);
      if (validate === undefined) throw new Error(`schemas/${name} is missing`);
      return validate;
    },
  };
}
