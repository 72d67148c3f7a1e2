/** The short way for plain records: it must never take what the long way would refuse or write otherwise. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { NamedCollection } from '../../../src/contract/collectionName.ts';
import { mutateRecord } from '../../fuzz/mutateRecord.ts';
import { createRandom, type Random } from '../../fuzz/random.ts';
import { tellingTokens } from '../../fuzz/tellingTokens.ts';
import { randomGene, randomPhage } from '../../fuzz/validRecords.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { plainEnd, startPiece } from './plain.ts';
import { fieldsOf, validate, withValue } from './validate.ts';

const plainPhage = { ...examplePhage, verified_non_hosts: ['x "y" é', ''] };
const longest = 999_999_999_999_999;

/** A plain record of each collection, and other values that it may have in its fields. */
const known: Record<NamedCollection, readonly [object, (random: Random) => object, object[]]> = {
  genes: [
    exampleGene,
    randomGene,
    [
      { '/LocusTag': null, '/PhageID/Subcluster': null },
      { '/Notes': '', '/LocusTag': '', '/PhageID/Subcluster': '' },
      { '/PhageID/Accession': '', '/PhageID/HostGenus': '', '/PhageID/Cluster': '' },
      { '/GeneID': `${'n'.repeat(191)}_CDS_1234`, '/Notes': 'tail "fibre"\\\n\t\b\f\r' },
      { '/GeneID': 'a_CDS_1_CDS_0020', '/Notes': '🧬 é \u2027 \u202a \u007f / <&>' },
      { '/Start': 0, '/Stop': 0, '/Length': 0, '/PhamID': { PhamID: 0, Color: '#000000' } },
      { '/Start': 1, '/Stop': longest, '/Length': longest - 1 },
      // With findings: of no known reason, and as long as the translation.
      { '/Length': 13 },
      { '/Start': 1 },
      { '/PhageID/PhageID': 'any "name", é', '/PhageID/Name': '\\' },
    ],
  ],
  phages: [
    plainPhage,
    randomPhage,
    [
      { '/program': null, '/psubcluster': null },
      { '/pcluster/cluster': '', '/psubcluster/subcluster': '', '/overhang_sequence': '' },
      { '/phage_name': 'Žižka 7', '/date_added': '2020-02-29T23:59:60Z' },
      ...[0, longest].map((length) => ({ '/genome_length': length })),
      ...['12x "deep"', 0.1, -2.5e-7, 1e21, true].map((coverage) => ({ '/coverage': coverage })),
      ...[[], ['a']].map((hosts) => ({ '/verified_hosts': hosts })),
      ...[null, ''].map((file) => ({ '/plaque_file': file })),
      { '/overhang_sequence': 'acgtRYKM'.repeat(9) },
    ],
  ],
};

const withValues = (record: object, values: object) =>
  Object.entries(values).reduce(
    (changed, [pointer, value]) => withValue(changed, pointer, value),
    record,
  );

describe.each(['genes', 'phages'] as const)('the short way for %s', (collection) => {
  const [example, randomRecord, variants] = known[collection];
  const exampleText = JSON.stringify(example);

  const { plain: matcher } = startPiece(collection);
  // What lies around a record must not matter.
  const before = Buffer.from('"}\u2028é{"GeneID":"');
  const behind = Buffer.from('\n"GeneID":1234');

  /** Where the record ends, from its own start; -1 if it is not taken. */
  function endOf(record: Uint8Array): number {
    const end = matcher.match(Buffer.concat([before, record, behind]), before.length);
    return end < 0 ? -1 : end - before.length;
  }

  /** Whether the record is taken; fails when it is, and the long way does not give the very same. */
  function isTaken(record: Uint8Array): boolean {
    const end = endOf(record);
    if (end < 0) return false;
    const text = Buffer.from(record).toString('utf8', 0, end);
    const { record: valid, findings } = validate(collection, text);
    const bytes = Buffer.concat([before, record, behind]);
    const [noted, due] = [startPiece(collection), startPiece(collection)];
    noted.plain.match(bytes, before.length);
    noted.plain.note(bytes, 7);
    due.facts.note(valid?.value, 7);
    const { keyStart, keyEnd } = noted.plain.key;
    const breaches = noted.plain.breaches?.(bytes) ?? [];
    const told = breaches.map((breach) => ({ ...breach, file: 'source', line: 1 }));
    const said = [told, text, bytes.toString('utf8', keyStart, keyEnd), noted.facts.finish()];
    const wanted = [findings, valid?.json, valid?.key, due.facts.finish()];
    // An assertion for each of so many would take longer than all else.
    if (!isDeepStrictEqual(said, wanted)) expect(said, text).toEqual(wanted);
    return true;
  }

  test('takes what has nothing odd', () => {
    for (const values of [{}, ...variants]) {
      const record = Buffer.from(JSON.stringify(withValues(example, values)));
      expect(isTaken(record), JSON.stringify(values)).toBe(true);
    }
  });

  const data = path.join(import.meta.dirname, '../../../data', collection);
  const sample = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:nd)?json$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(data, name), 'utf8');
      return name.endsWith('.ndjson') ? text.trimEnd().split('\n') : JSON.parse(text);
    })
    .map((one: unknown) => Buffer.from(typeof one === 'string' ? one : JSON.stringify(one)));

  test('takes nearly all of the sample', () => {
    expect(sample.length).toBeGreaterThan(15);
    expect(sample.filter(isTaken).length / sample.length).toBeGreaterThan(0.9);
  });

  test('takes what is valid and canonical already, with its facts, whatever was changed in it', () => {
    const random = createRandom(31);
    let taken = 0;
    // Phages are long, and take longer.
    for (let run = 0; run < (collection === 'genes' ? 5000 : 2000); run++) {
      const bytes = mutateRecord(random.oneIn(3) ? randomRecord(random) : example, random);
      // The matcher is only asked about UTF-8.
      if (isUtf8(bytes) && isTaken(bytes)) taken++;
    }
    // Else this has looked at nothing.
    expect(taken).toBeGreaterThan(300);
  });

  test('takes no more with any token in any field', () => {
    let taken = 0;
    for (const pointer of fieldsOf(example)) {
      const [head, tail] = JSON.stringify(withValue(example, pointer, '@@')).split('"@@"');
      for (const token of [...tellingTokens, '"2021-02-29"', '"http://a b"', '["\u2028"]'])
        if (isTaken(Buffer.from(`${head}${token}${tail}`))) taken++;
    }
    expect(taken).toBeGreaterThan(30);
  });

  test('takes no more with any byte that JSON or the schema looks at', () => {
    const telling = Buffer.from('"\\{}[]:,.-+0179eE_#*aAfgGnFR /u\t\r\u0000\u007f');
    // Phages are long: each byte is tried with a few of them.
    const step = Math.ceil(exampleText.length / 200);
    for (let at = 0; at < exampleText.length; at++) {
      for (let which = at % step; which < telling.length; which += step) {
        const changed = Buffer.from(exampleText);
        changed[at] = telling[which]!;
        if (isUtf8(changed)) isTaken(changed);
      }
    }
  });

  test('ends where the record ends, and takes none that is cut short, wherever', () => {
    const record = Buffer.from(exampleText);
    for (const rest of ['', ' ', '\r', '}', '{}', ',', exampleText])
      expect(endOf(Buffer.from(exampleText + rest))).toBe(record.length);
    // In the middle of the buffer and at its end.
    const isCutTaken = (_: number, end: number) =>
      endOf(record.subarray(0, end)) >= 0 || plainEnd(collection, record.subarray(0, end)) >= 0;
    expect(Array.from(record.keys()).filter(isCutTaken)).toEqual([]);
    expect(plainEnd(collection, record)).toBe(record.length);
  });

  const replaced = (values: Record<string, string>) =>
    Object.entries(values).map(([from, to]) => exampleText.replace(from, () => to));
  const { GeneID, ...others } = exampleGene;
  const odd: Record<NamedCollection, string[]> = {
    genes: [
      ` ${exampleText}`,
      JSON.stringify({ ...others, GeneID }),
      JSON.stringify({ ...exampleGene, Extra: '' }),
      ...replaced({ ',"Start"': ', "Start"', '"Start":0': '"Start":0,"Start":0' }),
      ...replaced({ '"Start":0,': '', '"Start":0,"': '"Start":00,"', '0,"Stop"': '20,"Stop"' }),
      ...['ta\u0001il', 't\\u0061il', 'ta\\/il', '\\ud83e', '\u2028', '\u2029'].map((text) =>
        exampleText.replace('tail', text),
      ),
      ...['-1', '9007199254740993', '5e2'].map((pham) => exampleText.replace('512', pham)),
      ...['Quillon_CDS_', '_CDS_2', 'Q.1_CDS_2', `${'Q'.repeat(195)}_CDS_2`].map((id) =>
        exampleText.replace('Quillon_CDS_2', id),
      ),
      ...replaced({ '"Name":"2"': '"Name":""', Quillon_Draft: '', 'MKV*': '', c2: 'c' }),
      ...replaced({ '"tail fibre"': 'null' }),
    ],
    phages: [
      { '/verified_hosts': [{ id: 1 }] },
      ...['a"b', 'a/b', 'CON'].map((name) => ({ '/phage_name': name })),
      { '/pcluster/cluster': '..' },
      { '/psubcluster/subcluster': 'A1.' },
      { '/date_finished': '2021-02-29' },
      { '/plaque_file': 'https://bücher.example/' },
      ...[null, '\u0001'].map((names) => ({ '/old_names': names })),
      { '/other': 1 },
      { '/in_paper': undefined },
    ].map((values) => JSON.stringify(withValues(plainPhage, values))),
  };

  test('leaves all else to the long way', () => {
    expect(odd[collection].length).toBeGreaterThan(10);
    expect(odd[collection].filter((text) => endOf(Buffer.from(text)) !== -1)).toEqual([]);
  });
});
