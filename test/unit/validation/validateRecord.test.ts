import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { readFileRecords } from '../sources/readAll.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { fieldsOf, maxNesting, validate, withValue } from './validate.ts';

const geneText = JSON.stringify(exampleGene);
const phageText = JSON.stringify(examplePhage);

/** The finding in a record that has one and can therefore not be published. */
function onlyFinding(collection: 'genes' | 'phages', text: string | Uint8Array, line = 1): Finding {
  const { record, findings } = validate(collection, text, line);
  expect(findings).toHaveLength(1);
  expect(record).toBeNull();
  return findings[0] as Finding;
}

/** A gene's text with another literal for the value of its field Notes. */
function geneWithNotes(literal: string): string {
  return geneText.replace('"Notes":"tail fibre"', `"Notes":${literal}`);
}

describe('a record that is valid', () => {
  test('is given with the key that orders it, without a finding', () => {
    expect(validate('genes', geneText)).toMatchObject({
      record: { key: 'Quillon_CDS_2', json: geneText, value: exampleGene },
      findings: [],
    });
    expect(validate('phages', phageText)).toMatchObject({
      record: { key: 'Quillon', json: phageText, value: examplePhage },
      findings: [],
    });
  });
});

describe('a field that is missing', () => {
  test.each([
    ['genes', exampleGene],
    ['phages', examplePhage],
  ] as const)('is found at every place of %s', (collection, example) => {
    for (const pointer of fieldsOf(example)) {
      const text = JSON.stringify(withValue(example, pointer, undefined));
      expect(onlyFinding(collection, text)).toEqual({
        rule: 'schema',
        file: 'source',
        line: 1,
        pointer,
        expected: `the field "${pointer.slice(pointer.lastIndexOf('/') + 1)}"`,
        found: 'none',
      });
    }
  });

  test('has the line of the object that should hold it', () => {
    const text = JSON.stringify(withValue(exampleGene, '/PhageID/Cluster', undefined), null, 2);
    expect(onlyFinding('genes', text, 10)).toMatchObject({ pointer: '/PhageID/Cluster', line: 12 });
  });
});

describe('a field that is unknown', () => {
  test('is refused with the missing field it is most like', () => {
    const text = geneText.replace('"Length"', '"Lenght"');
    expect(validate('genes', text).findings).toMatchObject([
      { pointer: '/Length', expected: 'the field "Length"', found: 'none' },
      {
        rule: 'schema',
        pointer: '/Lenght',
        expected: 'only known fields',
        found: 'the unknown field "Lenght"',
        hint: 'Did you mean "Length"?',
      },
    ]);
  });

  test('was meant to be a field that is missing, also when one that is there is more like it', () => {
    const { findings } = validate('genes', geneText.replace('"Stop"', '"Stort"'));
    expect(findings.find(({ pointer }) => pointer === '/Stort')?.hint).toBe('Did you mean "Stop"?');
  });

  test('is compared with the fields of its own object', () => {
    const text = geneText.replace('"Accession":""', '"Acession":"","accession":""');
    const hints = validate('genes', text).findings.map(({ pointer, hint }) => [pointer, hint]);
    expect(hints).toContainEqual(['/PhageID/Acession', 'Did you mean "Accession"?']);
    expect(hints).toContainEqual(['/PhageID/accession', 'Did you mean "Accession"?']);
  });

  test("is known by PhagesDB's names", () => {
    const text = phageText.replace('"is_grouped"', '"is_phamerated"');
    const { findings } = validate('phages', text);
    expect(findings.find(({ pointer }) => pointer === '/is_phamerated')?.hint).toBe(
      'Did you mean "is_grouped"?',
    );
  });

  test('that is like no field is refused without a guess', () => {
    const { findings } = validate('genes', geneText.replace('{', '{"zzzzzzzzzz":1,'));
    expect(findings).toMatchObject([{ pointer: '/zzzzzzzzzz' }]);
    expect(findings[0]).not.toHaveProperty('hint');
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'may be called %j: it is refused, and changes no other object',
    (name) => {
      for (const text of [
        geneText.replace('{', `{${JSON.stringify(name)}:{"isPolluted":true},`),
        geneText.replace('"PhageID":{', `"PhageID":{${JSON.stringify(name)}:{"isPolluted":true},`),
      ]) {
        expect(onlyFinding('genes', text)).toMatchObject({
          rule: 'schema',
          found: `the unknown field "${name}"`,
        });
        expect('isPolluted' in {}).toBe(false);
      }
    },
  );

  test('does not stand in for a missing one by way of __proto__', () => {
    const text = geneText.replace('"Notes":"tail fibre"', '"__proto__":{"Notes":""}');
    expect(
      validate('genes', text)
        .findings.map(({ pointer }) => pointer)
        .toSorted(),
    ).toEqual(['/Notes', '/__proto__']);
  });

  test('is written in a pointer as pointers are', () => {
    expect(onlyFinding('genes', geneText.replace('{', '{"a/b~c":1,')).pointer).toBe('/a~1b~0c');
  });

  test('has its line in a record of many lines', () => {
    const text = JSON.stringify(withValue(exampleGene, '/PhamID/Colour', 'red'), null, 2);
    const line = 1 + text.slice(0, text.indexOf('Colour')).split('\n').length;
    expect(onlyFinding('genes', text, 2)).toMatchObject({ line, hint: 'Did you mean "Color"?' });
  });
});

describe('a value of another type or form', () => {
  test.each([
    ['/Start', '"0"', 'an integer from 0 to 9007199254740991', 'the string "0"'],
    ['/Start', '0.5', 'an integer from 0 to 9007199254740991', '0.5'],
    ['/Start', '-1', 'an integer from 0 to 9007199254740991', '-1'],
    ['/Start', '1.50', 'an integer from 0 to 9007199254740991', '1.50'],
    ['/Start', '9007199254740992', 'an integer from 0 to 9007199254740991', '9007199254740992'],
    ['/Start', '1e30', 'an integer from 0 to 9007199254740991', '1e30'],
    ['/Start', 'true', 'an integer from 0 to 9007199254740991', 'true'],
    ['/Name', '""', 'a name that is not empty', 'an empty string'],
    ['/Name', '7', 'a name that is not empty', '7'],
    ['/Notes', '[]', 'a string', 'an empty array'],
    ['/Notes', '[1]', 'a string', 'an array'],
    ['/Notes', '{}', 'a string', 'an object'],
    ['/LocusTag', 'false', 'a string or null', 'false'],
    ['/PhageID', '"Quillon"', 'an object', 'the string "Quillon"'],
    ['/PhamID', '512', 'an object', '512'],
    [
      '/Translation',
      '"mkv"',
      'a protein in one-letter codes: capital letters and *, at least one',
      'the string "mkv"',
    ],
  ])('%s: %s is one', (pointer, literal, expected, found) => {
    const text = JSON.stringify(withValue(exampleGene, pointer, '@')).replace('"@"', literal);
    expect(onlyFinding('genes', text)).toEqual({
      rule: 'schema',
      file: 'source',
      line: 1,
      pointer,
      expected,
      found,
    });
  });

  test('that is nearly one of those allowed is told which', () => {
    const text = JSON.stringify({ ...exampleGene, Orientation: 'f' });
    expect(onlyFinding('genes', text)).toEqual({
      rule: 'schema',
      file: 'source',
      line: 1,
      pointer: '/Orientation',
      expected: '"F" or "R"',
      found: 'the string "f"',
      hint: 'Did you mean "F"?',
    });
  });

  test.each([
    ['/program', '"EX"', 'a program object or null', 'the string "EX"'],
    ['/psubcluster', '7', 'a subcluster object or null', '7'],
    ['/program/program_URL', '7', 'an absolute http or https URL or an empty string', '7'],
    ['/psubcluster/subcluster', '7', 'a string', '7'],
    ['/seq_finished', '"yes"', 'true or false', 'the string "yes"'],
    ['/verified_hosts', '{}', 'an array', 'an object'],
    ['/verified_hosts/0', '7', 'a string or an object', '7'],
    ['/coverage', '[]', 'null, a string, a number or a boolean', 'an empty array'],
    ['/date_finished', '"2021-02-29"', 'a calendar date, YYYY-MM-DD', 'the string "2021-02-29"'],
    ['/date_finished', '"x"', 'a calendar date, YYYY-MM-DD', 'the string "x"'],
    ['/dnam_file', '7', 'an absolute http or https URL, an empty string or null', '7'],
  ])('in a phage, %s: %s is one', (pointer, literal, expected, found) => {
    const text = JSON.stringify(withValue(examplePhage, pointer, '@')).replace('"@"', literal);
    expect(onlyFinding('phages', text)).toMatchObject({ rule: 'schema', pointer, expected, found });
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

  test('that is long is shown cut', () => {
    const text = JSON.stringify({ ...exampleGene, Translation: `${'M'.repeat(1000)}?` });
    expect(onlyFinding('genes', text).found).toBe(`the string "${'M'.repeat(59)}…`);
  });

  test('is one finding, also where it breaks several checks', () => {
    const text = JSON.stringify({ ...exampleGene, Start: -0.5, Translation: '', Orientation: 7 });
    const { record, findings } = validate('genes', text);
    expect(record).toBeNull();
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      '/Start',
      '/Translation',
      '/Orientation',
    ]);
  });

  test('does not hide another one', () => {
    const record = { ...exampleGene, Start: 'x', PhageID: { Cluster: 7 }, Notes: undefined };
    const { findings } = validate('genes', JSON.stringify(record));
    expect(findings.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/Start', '/PhageID/Cluster', '/PhageID/Name', '/Notes']),
    );
  });
});

describe('a null', () => {
  // Where the interface names null, or says that it was null in all records seen.
  const nullable = `
    /PhageID/Subcluster /LocusTag /program /psubcluster /enriched_sample /isolation_temperature
    /coverage /finishing_reactions /repeat_length /submitted_dnam_file /submitted_minimal_dnam_file
    /submitted_author_list /submitted_cover_sheet /submitted_annotation_date /qced_archive_file
    /qced_archive_file_date /paper_published_in /plaque_file /em_file /digest_file /vdigest_file
    /fasta_file /plaque_thumb_file /em_thumb_file /dnam_file`
    .trim()
    .split(/\s+/);

  const fields = [
    ...fieldsOf(exampleGene).map((pointer) => ['genes', exampleGene, pointer] as const),
    ...fieldsOf(examplePhage).map((pointer) => ['phages', examplePhage, pointer] as const),
  ];
  const typed = fields.filter(([, , pointer]) => {
    return !nullable.includes(pointer) && !['/GeneID', '/phage_name'].includes(pointer);
  });

  test('is fine where the specification says so', () => {
    for (const [collection, example, pointer] of fields) {
      if (!nullable.includes(pointer)) continue;
      const text = JSON.stringify(withValue(example, pointer, null));
      expect(validate(collection, text)).toMatchObject({ record: { json: text }, findings: [] });
    }
  });

  test('is fit to be published, and a finding that can be allowed, in every other field', () => {
    expect(typed.length).toBeGreaterThan(100);
    for (const [collection, example, pointer] of typed) {
      const text = JSON.stringify(withValue(example, pointer, null));
      const { record, findings } = validate(collection, text);
      expect(findings).toEqual([
        {
          rule: 'null-value',
          file: 'source',
          line: 1,
          pointer,
          expected: expect.stringMatching(/^\S/),
          found: 'null',
          hint: 'If nothing is known here, --allow null-value publishes null.',
        },
      ]);
      expect(record?.json).toBe(text);
    }
  });

  test.each([
    ['genes', exampleGene, '/GeneID'],
    ['phages', examplePhage, '/phage_name'],
  ] as const)(
    'in %s is never allowed in the field that orders them',
    (collection, example, pointer) => {
      const text = JSON.stringify(withValue(example, pointer, null));
      expect(onlyFinding(collection, text)).toMatchObject({
        rule: 'schema',
        pointer,
        expected: 'a name that is not empty',
        found: 'null',
      });
    },
  );

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
    const { record, findings } = validate(
      'phages',
      JSON.stringify({ ...examplePhage, phage_name: '..' }),
    );
    expect(findings).toMatchObject([{ rule: 'path-name', pointer: '/phage_name' }]);
    expect(record?.key).toBe('..');
  });

  test('are not asked of a record that breaks its schema', () => {
    const { findings } = validate(
      'genes',
      JSON.stringify({ ...exampleGene, GeneID: 'x', Start: 'y' }),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['schema']);
  });
});

describe('JSON that hides something', () => {
  test('a repeated key is refused at its second place', () => {
    const text = geneText.replace('"Start":0', '"Start":0,\n"Start":1');
    expect(onlyFinding('genes', text, 3)).toMatchObject({
      rule: 'json-repeated-key',
      line: 4,
      pointer: '/Start',
      expected: 'each key once in an object',
      found: '"Start" again',
    });
  });

  test('a repeated key is refused also when both values are the same, or it is spelt otherwise', () => {
    for (const again of ['"Start":0,"Start":0', String.raw`"Start":0,"\u0053tart":0`]) {
      expect(onlyFinding('genes', geneText.replace('"Start":0', again)).rule).toBe(
        'json-repeated-key',
      );
    }
  });

  test('a repeated key in an object of free form is refused', () => {
    const text = phageText.replace('[{"id":32}]', '[{"id":32,"id":32}]');
    expect(onlyFinding('phages', text)).toMatchObject({ pointer: '/verified_non_hosts/0/id' });
  });

  test.each([String.raw`"\ud800"`, String.raw`"a\uDC00b"`])(
    'the unpaired surrogate in %s is refused',
    (literal) => {
      expect(onlyFinding('genes', geneWithNotes(literal))).toMatchObject({
        rule: 'unicode',
        pointer: '/Notes',
        expected: 'text of whole Unicode characters',
        found: `an unpaired surrogate in ${literal.toLowerCase()}`,
      });
    },
  );

  test.each(['9007199254740993', '12345678901234567890', '1e400', '0.1000000000000000000001'])(
    'the number %s is shown as it is written, and is one finding',
    (token) => {
      expect(onlyFinding('genes', geneText.replace('"Start":0', `"Start":${token}`))).toMatchObject(
        {
          pointer: '/Start',
          found: token,
        },
      );
      const text = phageText.replace('"coverage":null', `"coverage":${token}`);
      expect(onlyFinding('phages', text)).toEqual({
        rule: 'json-number',
        file: 'source',
        line: 1,
        pointer: '/coverage',
        expected: 'a number that double precision holds exactly as written',
        found: token,
        hint: 'Write it as a string to keep its digits.',
      });
    },
  );
});

describe('text that is no JSON', () => {
  test('is refused where it breaks, with the line', () => {
    const text = JSON.stringify(exampleGene, null, 2).replace('"Start": 0,', '"Start": 0');
    const line = 8 + text.slice(0, text.indexOf('"Stop"')).split('\n').length;
    expect(onlyFinding('genes', text, 9)).toEqual({
      rule: 'json-syntax',
      file: 'source',
      line,
      pointer: '',
      expected: "',' or '}'",
      found: `'"' at column 3`,
    });
  });

  test.each(['{', '{"GeneID":', '', 'x', `${geneText},`, `${geneText}${geneText}`, '{"a":1}}'])(
    '%j is a finding',
    (text) => {
      expect(onlyFinding('genes', text).rule).toBe('json-syntax');
    },
  );

  test.each([
    [
      'data/a.json',
      `${geneText}\n${geneText}`,
      'Records that stand one a line belong in a file named .ndjson.',
    ],
    [
      'data/a.json.gz',
      `${geneText}\n${geneText}`,
      'Records that stand one a line belong in a file named .ndjson.',
    ],
    ['data/a.ndjson', `[${geneText},`, 'An array of records belongs in a file named .json.'],
    ['data/a.ndjson', '{"a":1,}', 'JSON allows no comma behind the last one.'],
    ['data/a.json', '{"a":1 "b":2}', undefined],
    ['data/a.ndjson', '{"a":1 "b":2}', undefined],
  ])('in %s, %j, gets the hint that fits', (file, text, hint) => {
    const [finding] = validate('genes', text, 1, file).findings;
    expect(finding?.hint).toBe(hint);
  });

  test('has the column at which it breaks in the line of the record', () => {
    expect(onlyFinding('genes', '{"a":\n  "b" x}').found).toBe("'x' at column 7");
    expect(onlyFinding('genes', 'x').found).toBe("'x' at column 1");
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

  function inNotes(...bytes: number[]): Buffer {
    return Buffer.concat([Buffer.from(beforeNotes), Buffer.from(bytes), Buffer.from(behindNotes)]);
  }

  test.each([
    ['é of Latin-1', [0xe9], '0xe9'],
    ['ï of Latin-1', [0xef], '0xef'],
    ['a byte that is never UTF-8', [0xff], '0xff'],
    ['a byte that only continues', [0x80], '0x80'],
    ['the beginning of a character', [0xc3], '0xc3'],
    ['the beginning of a longer one', [0xef, 0xbf], '0xef'],
    ['an overlong slash', [0xc0, 0xaf], '0xc0'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], '0xed'],
  ])('%s is refused, with the byte and what is before it', (_what, bytes, shown) => {
    expect(onlyFinding('genes', inNotes(...bytes))).toEqual({
      rule: 'unicode',
      file: 'source',
      line: 1,
      pointer: '',
      expected: 'UTF-8 text',
      found: `the byte ${shown} behind ${JSON.stringify(beforeNotes.slice(-20))}`,
      hint: expect.stringMatching(
        /^Save the file as UTF-8, for example with `iconv -f \S+ -t UTF-8`\.$/,
      ),
    });
  });

  test('are found on their line', () => {
    const text = JSON.stringify({ ...exampleGene, Notes: '@' }, null, 2);
    const [before = '', behind = ''] = text.split('@');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(behind)]);
    expect(onlyFinding('genes', bytes, 5).line).toBe(4 + before.split('\n').length);
  });

  test('are found at the very end of what was cut short', () => {
    for (const last of [[0xc3], [0xef], [0xef, 0xbf], [0xf0, 0x9f]]) {
      const bytes = Buffer.concat([Buffer.from('{"GeneID":"Na'), Buffer.from(last)]);
      const [byte = 0] = last;
      expect(onlyFinding('genes', bytes).found).toBe(
        `the byte 0x${byte.toString(16)} behind "{\\"GeneID\\":\\"Na"`,
      );
    }
  });

  test('are taken for UTF-16 where they look like it, and for Latin-1 otherwise', () => {
    const utf16 = Buffer.from(`\ufeff${geneText}`, 'utf16le');
    expect(onlyFinding('genes', utf16).hint).toContain('iconv -f UTF-16 ');
    expect(onlyFinding('genes', inNotes(0xe9)).hint).toContain('iconv -f LATIN1 ');
  });

  test('are not confused with the character that stands for them elsewhere', () => {
    expect(validate('genes', geneWithNotes('"\ufffd"')).findings).toEqual([]);
    const bytes = inNotes(...Buffer.from('\ufffd'), 0xe9);
    expect(onlyFinding('genes', bytes).found).toMatch(/^the byte 0xe9 behind ".*\ufffd"$/);
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
    expect(onlyFinding('genes', text, 3)).toMatchObject({
      rule: 'schema',
      file: 'source',
      line: 3,
      pointer: '',
      expected: 'a record (an object)',
      found,
    });
  });
});

describe('an array', () => {
  const hint = 'An array of records belongs in a file named .json.';

  test('on a line of a .ndjson file is told where it belongs', () => {
    expect(validate('genes', '[{}]', 1, 'data/a.ndjson').findings).toMatchObject([{ hint }]);
  });

  test('in a .json file is where it belongs, whatever else is wrong with it', () => {
    expect(validate('genes', '[{}]', 1, 'data/a.json').findings[0]).not.toHaveProperty('hint');
  });
});

describe('an object that lacks most of the fields', () => {
  test('is one finding, which names the first of them', () => {
    expect(onlyFinding('genes', '{"GeneID":"Quillon_CDS_1","Start":"x","y":1}', 4)).toEqual({
      rule: 'schema',
      file: 'source',
      line: 4,
      pointer: '',
      expected: 'a gene record',
      found: 'an object without PhageID, PhamID, Stop and 6 more of its fields',
    });
  });

  test('is told where it belongs when it is of the other collection', () => {
    expect(onlyFinding('genes', phageText)).toMatchObject({
      expected: 'a gene record',
      hint: 'Records with phage_name belong below phages/.',
    });
    expect(onlyFinding('phages', geneText)).toMatchObject({
      expected: 'a phage record',
      hint: 'Records with GeneID belong below genes/.',
    });
  });
});

describe('nesting', () => {
  function hostNested(levels: number): string {
    // The record and its array of hosts are the first two levels.
    const host = `${'{"a":'.repeat(levels - 2)}1${'}'.repeat(levels - 2)}`;
    return phageText.replace('[{"id":32}]', `[${host}]`);
  }

  test('up to the limit is fine', () => {
    const { record, findings } = validate('phages', hostNested(maxNesting));
    expect([record?.key, findings]).toEqual(['Quillon', []]);
  });

  test.each([maxNesting + 1, 100_000])('of %i levels is refused', (levels) => {
    expect(onlyFinding('phages', hostNested(levels))).toMatchObject({
      rule: 'record-size',
      expected: 'at most 100 nested arrays and objects',
      found: 'more',
    });
  });

  test('of a hundred thousand levels does not overflow, wherever it is', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(validate('genes', geneWithNotes(deep)).record).toBeNull();
    expect(validate('genes', deep).record).toBeNull();
    expect(validate('genes', '['.repeat(100_000)).record).toBeNull();
    expect(
      validate('phages', phageText.replace('"coverage":null', `"x":${deep}`)).record,
    ).toBeNull();
  });
});
