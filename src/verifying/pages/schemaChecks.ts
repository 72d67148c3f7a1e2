/** The JSON schema validators of a verification, compiled on first use and cached. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { CollectionName } from '../../contract/collectionName.ts';
import { compileEnvelopeSchema, createRecordSchemas } from '../../validation/recordSchemas.ts';
import { createRecordValidator, type RecordValidator } from '../../validation/validateRecord.ts';

export type SchemaChecks = ReturnType<typeof createSchemaChecks>;

// The nesting limit of a build (--max-nesting).
const maxNesting = 1000;

export function createSchemaChecks() {
  const schemaOf = createRecordSchemas();
  const records = new Map<CollectionName, RecordValidator>();
  let envelope: ValidateFunction | null = null;
  return {
    record(collection: CollectionName): RecordValidator {
      const validator =
        records.get(collection) ?? createRecordValidator(schemaOf(collection), { maxNesting });
      records.set(collection, validator);
      return validator;
    },
    envelope(): ValidateFunction {
      envelope ??= compileEnvelopeSchema();
      return envelope;
    },
  };
}
