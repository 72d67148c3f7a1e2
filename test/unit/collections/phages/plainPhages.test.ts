/** The short way for plain phages: it must never take what the long way would refuse or write otherwise. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../fuzz/random.ts';
import { mutateRecord } from '../../../fuzz/mutateRecord.ts';
import { randomPhage } from '../../../fuzz/validRecords.ts';
import { tellingTokens } from '../../../fuzz/tellingTokens.ts';
import { examplePhage } from '../../generated/exampleRecords.ts';
import { type Edit, edited, isTaken, matchBytes, plainEnd } from '../plain.ts';
import { fieldsOf, withValue } from '../../validation/validate.ts';

const plainPhage = { ...examplePhage, verified_non_hosts: ['x "y" é', ''] };
const example = JSON.stringify(plainPhage);
const taken = (text: string) => isTaken('phages', Buffer.from(text));

const committedPhages = fileURLToPath(new URL('../../../../data/phages/', import.meta.url));

/** The phages of the sample, one a line. */
const samples = readdirSync(committedPhages, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(committedPhages + name, 'utf8')) as unknown)
  .map((phage) => JSON.stringify(phage));

describe('a plain phage', () => {
  test('is one without anything odd', () => {
    expect(taken(example)).toBe(true);
  });

  test('is what nearly every phage of the sample is', () => {
    const count = samples.filter(taken).length;
    expect(samples.length).toBeGreaterThan(15);
    expect(count / samples.length).toBeGreaterThan(0.9);
  });

  test.each<[pointer: string, value: unknown]>([
    ['/program', null],
    ['/psubcluster', null],
    ['/pcluster/cluster', ''],
    ['/psubcluster/subcluster', ''],
    ['/phage_name', 'Žižka 7'],
    ['/genome_length', 0],
    ['/genome_length', 999_999_999_999_999],
    ['/coverage', '12x "deep"'],
    ['/coverage', 0.1],
    ['/coverage', -2.5e-7],
    ['/coverage', 1e21],
    ['/coverage', true],
    ['/verified_hosts', []],
    ['/verified_hosts', ['a']],
    ['/plaque_file', null],
    ['/plaque_file', ''],
    ['/overhang_sequence', ''],
    ['/overhang_sequence', 'acgtRYKM'.repeat(9)],
    ['/date_added', '2020-02-29T23:59:60Z'],
  ])('may have %s = %j', (pointer, value) => {
    expect(taken(JSON.stringify(withValue(plainPhage, pointer, value)))).toBe(true);
  });
});

describe('what is taken for a plain phage', () => {
  test('is valid and canonical already, and its facts are those of the record, whatever was changed in it', () => {
    const random = createRandom(31);
    let count = 0;
    for (let run = 0; run < 8000; run++) {
      const of = random.oneIn(3) ? randomPhage(random) : plainPhage;
      const bytes = mutateRecord(of, random);
      if (isUtf8(bytes) && isTaken('phages', bytes)) count++;
    }
    expect(count).toBeGreaterThan(1000);
  });

  test('is so, too, with any token in any field', () => {
    let count = 0;
    for (const pointer of fieldsOf(plainPhage)) {
      for (const token of [
        ...tellingTokens,
        '"2021-02-29"',
        '"http://a b"',
        '[null]',
        '["\u2028"]',
      ]) {
        const text = JSON.stringify(withValue(plainPhage, pointer, '@@')).replace(
          '"@@"',
          () => token,
        );
        if (taken(text)) count++;
      }
    }
    expect(count).toBeGreaterThan(400);
  });

  test('is so, too, whichever of its bytes were changed', () => {
    const anyEdits: fc.Arbitrary<Edit[]> = fc.array(
      fc.tuple(
        fc.nat({ max: 5000 }),
        fc.nat({ max: 2 }),
        fc.oneof(
          fc.nat({ max: 255 }),
          fc.constantFrom(...Buffer.from('"\\{}[]:,0129-+.eZ/ \t\nunl')),
        ),
      ),
      { maxLength: 2 },
    );
    let count = 0;
    fc.assert(
      fc.property(fc.constantFrom(example, ...samples), anyEdits, (record, edits) => {
        const bytes = edited(Buffer.from(record), edits);
        if (isUtf8(bytes) && isTaken('phages', bytes)) count++;
      }),
      { seed: 32, numRuns: 6000 },
    );
    expect(count).toBeGreaterThan(1500);
  });

  test('ends where the record ends, and is none that is cut short', () => {
    const record = Buffer.from(example);
    for (const rest of ['', ' ', '\r', '}', ',', example]) {
      expect(matchBytes('phages', Buffer.from(example + rest)).end).toBe(record.length);
    }
    for (let end = 0; end < record.length; end++) {
      expect(matchBytes('phages', record.subarray(0, end)).end, `${end}`).toBe(-1);
      expect(plainEnd('phages', record.subarray(0, end)), `${end}`).toBe(-1);
    }
    expect(plainEnd('phages', record)).toBe(record.length);
  });
});

describe('a phage that needs the long way', () => {
  test.each<[what: string, pointer: string, value: unknown]>([
    ['has an object among its hosts', '/verified_hosts', [{ id: 1 }]],
    ['has a name with a quote', '/phage_name', 'a"b'],
    ['has a name that is no file name', '/phage_name', 'a/b'],
    ['has a name of Windows', '/phage_name', 'CON'],
    ['has a cluster that is no file name', '/pcluster/cluster', '..'],
    ['has a subcluster that is no file name', '/psubcluster/subcluster', 'A1.'],
    ['has a day that is none', '/date_finished', '2021-02-29'],
    ['has a link with an umlaut', '/plaque_file', 'https://bücher.example/'],
    ['has null for a text', '/old_names', null],
    ['has a control character', '/old_names', '\u0001'],
    ['has one more field', '/other', 1],
    ['has one field less', '/in_paper', undefined],
  ])('%s', (_what, pointer, value) => {
    const text = JSON.stringify(withValue(plainPhage, pointer, value));
    expect(matchBytes('phages', Buffer.from(text)).end).toBe(-1);
  });
});
