/** The compiled schemas that verification needs, each compiled when it is first needed and then kept. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { CollectionName } from '../../contract/collectionName.ts';
import { compileEnvelopeSchema, createRecordSchemas } from '../../validation/recordSchemas.ts';
import { createRecordValidator, type RecordValidator } from '../../validation/validateRecord.ts';

export interface SchemaChecks {
  readonly record: (collection: CollectionName) => RecordValidator;
  readonly envelope: () => ValidateFunction;
}

// As deep as a build lets records be (--max-nesting).
const maxNesting = 1000;

export function createSchemaChecks(): SchemaChecks {
  const schemaOf = createRecordSchemas();
  const records = new Map<CollectionName, RecordValidator>();
  let envelope: ValidateFunction | null = null;
  return {
    record(collection) {
      const validator =
        records.get(collection) ?? createRecordValidator(schemaOf(collection), { maxNesting });
      records.set(collection, validator);
      return validator;
    },
    envelope() {
      envelope ??= compileEnvelopeSchema();
      return envelope;
    },
  };
}
