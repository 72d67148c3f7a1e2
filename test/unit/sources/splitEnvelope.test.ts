import { expect, test } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import { createByteInput } from '../../../src/sources/byteInput.ts';
import { splitEnvelope, startsEnvelope } from '../../../src/sources/splitEnvelope.ts';

/** The records of an envelope that comes in pieces of `size` bytes, and what is reported. */
async function split(text: string, size = 3) {
  async function* chunks() {
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const input = createByteInput(chunks());
  await input.peek();
  const records: string[] = [];
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  const reading = { file: 'page.json', input, maxRecordBytes: 1000, report };
  const parts = splitEnvelope(reading);
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return { isWhole: next.value, records, findings };
    records.push(next.value.bytes.toString());
  }
}

test.each([1, 2, 7, 1000])('an envelope in pieces of %i bytes is its records', async (size) => {
  const page =
    '{ "count" : 2, "next":null,\n"previous":"x\\"y", "results" : [ {"a":1} , {"b":[2]} ] }';
  expect(await split(page, size)).toEqual({
    isWhole: true,
    records: ['{"a":1}', '{"b":[2]}'],
    findings: [],
  });
});

test('keys may stand in any order, and results may be empty', async () => {
  expect(await split('{"results":[],"count":0}')).toMatchObject({ isWhole: true, records: [] });
});

test.each<[what: string, text: string, finding: Partial<Finding>]>([
  [
    'an unknown key',
    '{"count":1,"result":[]}',
    { rule: 'schema', hint: 'Did you mean "results"?' },
  ],
  ['a key twice', '{"count":1,"count":1}', { rule: 'json-repeated-key', pointer: '/count' }],
  ['no results', '{"count":1}', { expected: expect.stringContaining('a key "results"') }],
  [
    'results that are none',
    '{"results":{}}',
    { expected: expect.stringContaining('an array of records') },
  ],
  ['a missing colon', '{"count" 1}', { expected: expect.stringContaining("':'") }],
  ['a value that is none', '{"count":x}', { expected: expect.stringContaining('a value') }],
  [
    'a missing comma',
    '{"count":1 "next":null}',
    { expected: expect.stringContaining("',' or '}'") },
  ],
  ['no key', '{1:2}', { expected: expect.stringContaining('a key in double quotes') }],
  ['bytes that are no text', '{"next":"\xff","results":[]}', { rule: 'unicode' }],
  ['an end too soon', '{"count":1,\n"results":[{"a":1}', { line: 2 }],
])('%s is reported', async (_, text, finding) => {
  const { isWhole, findings } = await split(text);
  expect(isWhole).toBe(false);
  expect(findings).toMatchObject([finding]);
});

test.each([
  ['{"count":1}', true],
  ['{ \n"results" : []}', true],
  ['{"GeneID":"count"}', false],
  ['[{"count":1}]', false],
])('whether %j begins an envelope', async (text, begins) => {
  async function* chunks() {
    for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
  }
  const input = createByteInput(chunks());
  await input.peek();
  expect(await startsEnvelope(input)).toBe(begins);
});
