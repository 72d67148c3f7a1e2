import { expect, test } from 'vitest';
import { createRecordSchemas } from '../../../src/records/schemas.ts';

test('the schema of a collection is compiled once, however often it is asked for', () => {
  const schemaOf = createRecordSchemas();
  const genes = schemaOf('genes');
  expect(schemaOf('phages')).not.toBe(genes);
  expect(schemaOf('genes')).toBe(genes);
});
