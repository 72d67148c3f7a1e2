import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/text/findings.ts';
import { createBadTextWatch } from '../../../src/records/validateRecord.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { readFileRecords } from '../sources/readAll.ts';
import { told } from '../text/told.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { fieldsOf, maxNesting, validate, withValue } from './validate.ts';

const examples = { genes: exampleGene, phages: examplePhage } as const;
type Examples = keyof typeof examples;
const geneText = JSON.stringify(exampleGene);
const phageText = JSON.stringify(examplePhage);

/** The finding in a record that has one and can therefore not be published. */
function onlyFinding(collection: Examples, text: string | Uint8Array, line = 1): Finding {
  const { record, findings } = validate(collection, text, line);
  expect(findings).toHaveLength(1);
  expect(record).toBeNull();
  return findings[0] as Finding;
}

/** The text of a record with another literal at the pointer. */
function withLiteral(collection: Examples, pointer: string, literal: string): string {
  return JSON.stringify(withValue(examples[collection], pointer, '@@')).replace(
    '"@@"',
    () => literal,
  );
}
const geneWithNotes = (literal: string) => withLiteral('genes', '/Notes', literal);
const atSource = { file: 'source', line: 1 };

/** What is found, as far as it differs between findings of a place. */
const hintsOf = (collection: Examples, text: string) =>
  validate(collection, text).findings.map(({ pointer, hint }) => [pointer, hint]);

test.each(['genes', 'phages'] as const)(
  'of %s, a valid record is given with the key that orders it',
  (collection) => {
    const value = examples[collection];
    expect(validate(collection, JSON.stringify(value))).toMatchObject({
      record: {
        key: collection === 'genes' ? 'Quillon_CDS_2' : 'Quillon',
        json: JSON.stringify(value),
        value,
      },
      findings: [],
    });
  },
);

describe('a field that is missing', () => {
  test.each<[Examples, string]>([
    ['genes', '/Stop'],
    ['genes', '/PhageID/Cluster'],
    ['phages', '/host_species/species_genus/id'],
    ['phages', '/psubcluster/subcluster'],
  ])('is found in %s: %s', (collection, pointer) => {
    const text = JSON.stringify(withValue(examples[collection], pointer, undefined));
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const wrong = `expected the field "${name}", found none`;
    expect(told(onlyFinding(collection, text))).toBe(`source:1: ${pointer}: ${wrong} [schema]`);
  });

  test('has the line of the object that should hold it', () => {
    const text = JSON.stringify(withValue(exampleGene, '/PhageID/Cluster', undefined), null, 2);
    expect(onlyFinding('genes', text, 10)).toMatchObject({ pointer: '/PhageID/Cluster', line: 12 });
  });
});

describe('a field that is unknown', () => {
  test('is refused with the missing field it is most like', () => {
    const text = geneText.replace('"Length"', '"Lenght"');
    expect(validate('genes', text).findings.map(told)).toEqual([
      'source:1: /Length: expected the field "Length", found none [schema]',
      'source:1: /Lenght: expected only known fields, found the unknown field "Lenght" [schema]; hint: Did you mean "Length"?',
    ]);
  });

  test.each<[Examples, from: string, to: string, unknown: string, meant: string]>([
    // Before one that is there and more like it.
    ['genes', '"Stop"', '"Starp"', '/Starp', 'Stop'],
    ['genes', '"Start":0', '"Start":0,"Starp":0', '/Starp', 'Start'],
    // Of its own object.
    ['genes', '"Accession"', '"Acession"', '/PhageID/Acession', 'Accession'],
    ['genes', '"Accession":""', '"Accession":"","accession":""', '/PhageID/accession', 'Accession'],
    // By the names of PhagesDB.
    ['phages', '"is_grouped"', '"is_phamerated"', '/is_phamerated', 'is_grouped'],
  ])('of %s was meant to be another: %s as %s', (collection, from, to, unknown, meant) => {
    const text = JSON.stringify(examples[collection]).replace(from, to);
    expect(hintsOf(collection, text)).toContainEqual([unknown, `Did you mean "${meant}"?`]);
  });

  test('that is like no field is refused without a guess, and written as pointers are', () => {
    const finding = onlyFinding('genes', geneText.replace('{', '{"zzz/zz~zzz":1,'));
    expect(finding.pointer).toBe('/zzz~1zz~0zzz');
    expect(finding).not.toHaveProperty('hint');
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'may be called %j: it is refused, and changes no other object',
    (name) => {
      for (const before of ['{', '"PhageID":{']) {
        const text = geneText.replace(
          before,
          `${before}${JSON.stringify(name)}:{"isPolluted":true},`,
        );
        const found = `the unknown field "${name}"`;
        expect(onlyFinding('genes', text)).toMatchObject({ rule: 'schema', found });
        expect('isPolluted' in {}).toBe(false);
      }
    },
  );

  test('does not stand in for a missing one by way of __proto__', () => {
    const text = geneText.replace('"Notes":"tail fibre"', '"__proto__":{"Notes":""}');
    const pointers = validate('genes', text).findings.map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(['/Notes', '/__proto__']);
  });

  test('has its line in a record of many lines', () => {
    const text = JSON.stringify(withValue(exampleGene, '/PhamID/Colour', 'red'), null, 2);
    const line = 1 + text.slice(0, text.indexOf('Colour')).split('\n').length;
    expect(onlyFinding('genes', text, 2)).toMatchObject({ line, hint: 'Did you mean "Color"?' });
  });
});

const natural = 'an integer from 0 to 9007199254740991';
const notText = 'text of whole Unicode characters';

describe('a value of another type or form', () => {
  test.each<[Examples, pointer: string, literal: string, expected: string, found: string]>([
    ['genes', '/Start', '"0"', natural, 'the string "0"'],
    ['genes', '/Start', '-1', natural, '-1'],
    // As it is written.
    ['genes', '/Start', '1.50', natural, '1.50'],
    ['genes', '/Start', '9007199254740992', natural, '9007199254740992'],
    ['genes', '/Start', '9007199254740993', natural, '9007199254740993'],
    ['genes', '/Start', 'true', natural, 'true'],
    ['genes', '/Name', '""', 'a name that is not empty', 'an empty string'],
    ['genes', '/Notes', '[]', 'a string', 'an empty array'],
    ['genes', '/Notes', '[1]', 'a string', 'an array'],
    ['genes', '/Notes', '{}', 'a string', 'an object'],
    ['genes', '/LocusTag', 'false', 'a string or null', 'false'],
    ['genes', '/PhageID', '"Quillon"', 'an object', 'the string "Quillon"'],
    [
      'genes',
      '/Translation',
      `"${'M'.repeat(1000)}?"`,
      'a protein in one-letter codes: capital letters and *, at least one',
      `the string "${'M'.repeat(59)}…`,
    ],
    ['phages', '/program', '"EX"', 'a program object or null', 'the string "EX"'],
    ['phages', '/psubcluster/subcluster', '7', 'a string', '7'],
    ['phages', '/seq_finished', '"yes"', 'true or false', 'the string "yes"'],
    ['phages', '/verified_hosts', '{}', 'an array', 'an object'],
    ['phages', '/verified_hosts/0', '7', 'a string or an object', '7'],
    ['phages', '/coverage', '[]', 'null, a string, a number or a boolean', 'an empty array'],
    // One finding where it breaks several checks.
    ['phages', '/date_finished', '"x"', 'a calendar date, YYYY-MM-DD', 'the string "x"'],
    ['phages', '/dnam_file', '7', 'an absolute http or https URL, an empty string or null', '7'],
  ])('in %s, %s: %s is one', (collection, pointer, literal, expected, found) => {
    expect(told(onlyFinding(collection, withLiteral(collection, pointer, literal)))).toBe(
      `source:1: ${pointer}: expected ${expected}, found ${found} [schema]`,
    );
  });

  test('that is nearly one of those allowed is told which', () => {
    expect(told(onlyFinding('genes', withLiteral('genes', '/Orientation', '"f"')))).toBe(
      'source:1: /Orientation: expected "F" or "R", found the string "f" [schema]; hint: Did you mean "F"?',
    );
  });

  test('has its line, however deep it lies in a record of many lines', () => {
    const pointer = '/host_species/species_genus/id';
    const text = JSON.stringify(withValue(examplePhage, pointer, 'three'), null, '\t');
    const line = 6 + text.slice(0, text.indexOf('"three"')).split('\n').length;
    expect(onlyFinding('phages', text.replaceAll('\n', '\r\n'), 7)).toMatchObject({
      pointer,
      line,
      found: 'the string "three"',
    });
  });

  test('does not hide another one, and each is one finding, in the order of the text', () => {
    const wrong = { Start: -0.5, Translation: '', PhageID: { Cluster: 7 }, Notes: undefined };
    const { findings } = validate('genes', JSON.stringify({ ...exampleGene, ...wrong }));
    const pointers = findings.map(({ pointer }) => pointer);
    expect(pointers).toEqual([...new Set(pointers)]);
    expect(pointers).toEqual(expect.arrayContaining(['/Notes', '/PhageID/Name']));
    const inOrder = pointers.filter((one) => /Start|Cluster|Translation/.test(one));
    expect(inOrder).toEqual(['/PhageID/Cluster', '/Start', '/Translation']);
  });
});

describe('a null', () => {
  test.each<[Examples, string]>([
    ['genes', '/LocusTag'],
    ['phages', '/psubcluster'],
    ['phages', '/coverage'],
  ])('is fine where the specification says so: %s%s', (collection, pointer) => {
    const json = withLiteral(collection, pointer, 'null');
    expect(validate(collection, json)).toMatchObject({ record: { json }, findings: [] });
  });

  test.each<[Examples, string]>(
    (['genes', 'phages'] as const).flatMap((collection) =>
      fieldsOf(examples[collection])
        .filter((pointer) => /^\/(?:PhageID|Start|Notes|pcluster|phage_name|GeneID)/.test(pointer))
        .filter((pointer) => !pointer.endsWith('/Subcluster'))
        .map((pointer): [Examples, string] => [collection, pointer]),
    ),
  )('is a finding elsewhere, and may be allowed but in a key: %s%s', (collection, pointer) => {
    const json = withLiteral(collection, pointer, 'null');
    const { record, findings } = validate(collection, json);
    const isKey = ['/GeneID', '/phage_name'].includes(pointer);
    const hint = 'If nothing is known here, --allow null-value publishes null.';
    expect(findings).toEqual([
      {
        rule: isKey ? 'schema' : 'null-value',
        ...atSource,
        pointer,
        expected: isKey ? 'a name that is not empty' : expect.stringMatching(/^\S/),
        found: 'null',
        ...(isKey ? {} : { hint }),
      },
    ]);
    expect(record?.json).toBe(isKey ? undefined : json);
  });

  test('does not keep the rules of a record from being checked', () => {
    const text = JSON.stringify({ ...exampleGene, Notes: null, Length: 11 });
    const { record, findings } = validate('genes', text);
    expect(findings.map(({ rule }) => rule).toSorted()).toEqual(['gene-length', 'null-value']);
    expect(record).not.toBeNull();
  });

  test('beside a value of another type does not make that one fit to be published', () => {
    const { record } = validate('genes', JSON.stringify({ ...exampleGene, Notes: null, Name: 7 }));
    expect(record).toBeNull();
  });
});

describe('the rules of a record', () => {
  test('are findings, and the record is given in case they are allowed', () => {
    const text = JSON.stringify({ ...exampleGene, Length: 13 }, null, 1);
    const { record, findings } = validate('genes', text, 4);
    const line = 3 + text.slice(0, text.indexOf('"Length"')).split('\n').length;
    expect(findings).toMatchObject([
      { rule: 'gene-length', pointer: '/Length', line, found: '13' },
    ]);
    expect(record?.value).toMatchObject({ Length: 13 });
  });

  test('are those of its collection', () => {
    const text = withLiteral('phages', '/phage_name', '".."');
    const { record, findings } = validate('phages', text);
    expect(findings).toMatchObject([{ rule: 'path-name', pointer: '/phage_name' }]);
    expect(record?.key).toBe('..');
  });

  test('are not asked of a record that breaks its schema', () => {
    const text = JSON.stringify({ ...exampleGene, GeneID: 'x', Start: 'y' });
    expect(validate('genes', text).findings.map(({ rule }) => rule)).toEqual(['schema']);
  });
});

const inexact = (pointer: string, found: string) =>
  `1: ${pointer}: expected a number that double precision holds exactly as written, found ${found} [json-number]; hint: Write it as a string to keep its digits.`;

test.each<[Examples, text: string, wrong: string]>([
  [
    'genes',
    geneText.replace('"Start":0', '"Start":0,\n"Start":0'),
    '2: /Start: expected each key once in an object, found "Start" again [json-repeated-key]',
  ],
  [
    'genes',
    geneText.replace('"Start":0', String.raw`"Start":0,"\u0053tart":1`),
    '1: /Start: expected each key once in an object, found "Start" again [json-repeated-key]',
  ],
  [
    'phages',
    withLiteral('phages', '/verified_hosts/0', '{"id":32,"id":32}'),
    '1: /verified_hosts/0/id: expected each key once in an object, found "id" again [json-repeated-key]',
  ],
  ...['"\\ud800"', '"a\\uDC00b"'].map((literal): [Examples, string, string] => [
    'genes',
    geneWithNotes(literal),
    `1: /Notes: expected ${notText}, found an unpaired surrogate in ${literal.toLowerCase()} [unicode]`,
  ]),
  ['genes', withLiteral('genes', '/Start', '1e400'), inexact('/Start', '1e400')],
  ...['9007199254740993', '1e400', '0.1000000000000000000001'].map(
    (found): [Examples, string, string] => [
      'phages',
      withLiteral('phages', '/coverage', found),
      inexact('/coverage', found),
    ],
  ),
])('JSON that hides something is refused: in %s, %s', (collection, text, wrong) => {
  expect(told(onlyFinding(collection, text))).toBe(`source:${wrong}`);
});

describe('text that is no JSON', () => {
  test('is refused where it breaks, with the line and the column', () => {
    const text = JSON.stringify(exampleGene, null, 2).replace('"Start": 0,', '"Start": 0');
    const line = 8 + text.slice(0, text.indexOf('"Stop"')).split('\n').length;
    expect(told(onlyFinding('genes', text, 9))).toBe(
      `source:${line}: expected ',' or '}', found '"' at column 3 [json-syntax]`,
    );
    expect(onlyFinding('genes', 'x').found).toBe("'x' at column 1");
  });

  test.each(['{', '{"GeneID":', '', `${geneText},`, `${geneText}${geneText}`, '{"a":1}}'])(
    '%j is a finding',
    (text) => expect(onlyFinding('genes', text).rule).toBe('json-syntax'),
  );

  const asLines = 'Records that stand one a line belong in a file named .ndjson.';
  const asDocument = 'An array of records belongs in a file named .json.';
  test.each([
    ['data/a.json', `${geneText}\n${geneText}`, asLines],
    ['data/a.json.gz', `${geneText}\n${geneText}`, asLines],
    ['data/a.ndjson', `[${geneText},`, asDocument],
    ['data/a.ndjson', '[{}]', asDocument],
    ['data/a.json', '[{}]', undefined],
    ['data/a.ndjson', '{"a":1,}', 'JSON allows no comma behind the last one.'],
    ['data/a.json', '{"a":1 "b":2}', undefined],
    ['data/a.ndjson', '{"a":1 "b":2}', undefined],
  ])('in %s, %j, gets the hint that fits', (file, text, hint) => {
    const [finding] = validate('genes', text, 1, file).findings;
    expect(finding?.hint).toBe(hint);
  });

  test('is never told a column that is not that of the file, where a record begins within a line', async () => {
    const file = addFile(tempFolder(), 'a.json', '[{"a":1},{"b" x}]');
    const { records } = await readFileRecords(file);
    const [finding] = validate('genes', records[1]?.text ?? '', records[1]?.line, file).findings;
    expect(finding?.found).toMatch(/^'x'/);
    expect(finding?.found).not.toMatch(/column (?!15\b)/);
  });

  test('says what came before the break, too', () => {
    const { record, findings } = validate('genes', '{"a":1,"a":2,');
    expect(record).toBeNull();
    expect(findings.map(({ rule }) => rule)).toEqual(['json-repeated-key', 'json-syntax']);
  });
});

describe('bytes that are no UTF-8', () => {
  const [beforeNotes = '', behindNotes = ''] = geneWithNotes('"na@ve"').split('@');
  const saveAsUtf8 = (encoding: string) =>
    `Save the file as UTF-8, for example with \`iconv -f ${encoding} -t UTF-8\`.`;
  const inNotes = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(beforeNotes), Buffer.from(bytes), Buffer.from(behindNotes)]);

  test.each([
    ['é of Latin-1', [0xe9], '0xe9', 'LATIN1'],
    ['a byte that is never UTF-8', [0xff], '0xff', 'UTF-16'],
    ['a byte that only continues', [0x80], '0x80', 'WINDOWS-1252'],
    ['the beginning of a longer character', [0xef, 0xbf], '0xef', 'LATIN1'],
    ['an overlong slash', [0xc0, 0xaf], '0xc0', 'LATIN1'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], '0xed', 'WINDOWS-1252'],
  ])('%s is refused, with the byte and what is before it', (_what, bytes, shown, encoding) => {
    const found = `the byte ${shown} behind ${JSON.stringify(beforeNotes.slice(-20))}`;
    expect(told(onlyFinding('genes', inNotes(...bytes)))).toBe(
      `source:1: expected UTF-8 text, found ${found} [unicode]; hint: ${saveAsUtf8(encoding)}`,
    );
  });

  test('are found on their line', () => {
    const text = JSON.stringify({ ...exampleGene, Notes: '@' }, null, 2);
    const bytes = Buffer.from(text.replace('@', '\xe9'), 'latin1');
    expect(onlyFinding('genes', bytes, 5).line).toBe(4 + text.split('@')[0]!.split('\n').length);
  });

  test('are found at the very end of what was cut short', () => {
    for (const last of [[0xc3], [0xef, 0xbf], [0xf0, 0x9f]]) {
      const bytes = Buffer.concat([Buffer.from('{"GeneID":"Na'), Buffer.from(last)]);
      expect(onlyFinding('genes', bytes).found).toBe(
        `the byte 0x${last[0]!.toString(16)} behind "{\\"GeneID\\":\\"Na"`,
      );
    }
  });

  test('are taken for UTF-16 where they look like it', () => {
    const utf16 = Buffer.from(`\ufeff${geneText}`, 'utf16le');
    expect(onlyFinding('genes', utf16).hint).toContain('iconv -f UTF-16 ');
  });

  test('are not confused with the character that stands for them elsewhere', () => {
    expect(validate('genes', geneWithNotes('"\ufffd"')).findings).toEqual([]);
    const bytes = inNotes(...Buffer.from('\ufffd'), 0xe9);
    expect(onlyFinding('genes', bytes).found).toMatch(/^the byte 0xe9 behind ".*\ufffd"$/);
  });

  test('are one fault of a file, at the first, told by the bytes of all', () => {
    const watch = createBadTextWatch();
    expect(watch.finding('a.json')).toBe(null);
    watch.note(Buffer.from('{\n"Notes":"é"}', 'latin1'), 7);
    watch.note(Buffer.from('{"Notes":"it\u0092s"}', 'latin1'), 9);
    const found = String.raw`the byte 0xe9 behind "{\n\"Notes\":\""`;
    expect(told(watch.finding('a.json')!)).toBe(
      `a.json:8: expected UTF-8 text, found ${found} [unicode]; hint: ${saveAsUtf8('WINDOWS-1252')}`,
    );
  });
});

describe('what is no record', () => {
  test.each([
    ['[]', 'an empty array'],
    ['[{}]', 'an array'],
    ['"Quillon"', 'the string "Quillon"'],
    ['""', 'an empty string'],
    ['7', '7'],
    ['true', 'true'],
    ['null', 'null'],
  ])('%s is refused', (text, found) => {
    expect(told(onlyFinding('genes', text, 3))).toContain(
      `source:3: expected a record (an object), found ${found} [schema]`,
    );
  });

  const page = { count: 0, next: null, previous: null, results: [] };
  const keys = 'A page envelope holds count, next, previous and results, and nothing else.';
  test.each<[Examples, text: string, found: unknown, hint: string | undefined]>([
    [
      'genes',
      '{"GeneID":"Quillon_CDS_1","Start":"x","y":1}',
      'an object without PhageID, PhamID, Stop and 6 more of its fields',
      undefined,
    ],
    [
      'genes',
      phageText,
      'an object without GeneID, PhageID, PhamID and 8 more of its fields',
      'Records with phage_name belong below phages/.',
    ],
    [
      'phages',
      geneText,
      expect.stringMatching(/^an object without phage_name, /),
      'Records with GeneID belong below genes/.',
    ],
    ['genes', JSON.stringify(page), expect.any(String), keys],
  ])('is one finding in %s: %s', (collection, text, found, hint) => {
    expect(onlyFinding(collection, text, 4)).toEqual({
      rule: 'schema',
      file: 'source',
      line: 4,
      pointer: '',
      expected: `a ${collection.slice(0, -1)} record`,
      found,
      ...(hint !== undefined && { hint }),
    });
  });
});

describe('nesting', () => {
  // The record and its array of hosts are the first two levels.
  const hostNested = (levels: number) =>
    withLiteral(
      'phages',
      '/verified_hosts/0',
      `${'{"a":'.repeat(levels - 2)}1${'}'.repeat(levels - 2)}`,
    );

  test('up to the limit is fine', () => {
    const { record, findings } = validate('phages', hostNested(maxNesting));
    expect([record?.key, findings]).toEqual(['Quillon', []]);
  });

  test.each([maxNesting + 1, 100_000])('of %i levels is refused', (levels) => {
    expect(told(onlyFinding('phages', hostNested(levels)))).toMatch(
      /: expected at most 100 nested arrays and objects, found more \[record-size\]$/,
    );
  });

  test('of a hundred thousand levels does not overflow, wherever it is', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const text of [geneWithNotes(deep), deep, '['.repeat(100_000)])
      expect(validate('genes', text).record).toBeNull();
    const unknown = phageText.replace('"coverage":null', `"x":${deep}`);
    expect(validate('phages', unknown).record).toBeNull();
  });
});
