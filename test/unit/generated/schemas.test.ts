import { readFileSync, readdirSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../../src/contract/collectionName.ts';
import { fieldsOf, withValue } from '../records/validate.ts';
import { exampleGene, examplePhage } from './exampleRecords.ts';
import { schemasFolder } from '../../../scripts/generateRecordTypes.ts';

type JsonObject = Record<string, unknown>;

// The configuration file is no record: test/unit/config has its own tests.
const schemas = readdirSync(schemasFolder)
  .filter((file) => file !== 'config.schema.json')
  .map((file) => ({
    file,
    schema: JSON.parse(readFileSync(schemasFolder + file, 'utf8')) as JsonObject,
  }));
const objectSchemas = schemas.filter(({ schema }) => schema['type'] === 'object');

function ajvWith(all: readonly JsonObject[]): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, verbose: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['x-expected']);
  for (const schema of all) ajv.addSchema(schema);
  return ajv;
}

const ajv = ajvWith(schemas.map(({ schema }) => schema));

function validator(id: string, from = ajv): ValidateFunction {
  const validate = from.getSchema(id);
  if (validate === undefined) throw new Error(`no schema ${id}`);
  return validate;
}

/** What the specification says of the fields of a record, each named by its JSON pointer. */
interface RecordTable {
  readonly name: string;
  readonly validate: ValidateFunction;
  readonly example: object;
  readonly nullable: readonly string[];
  /** Null in all records seen: any plain value. */
  readonly unsettled: readonly string[];
  readonly integers: readonly string[];
  readonly booleans: readonly string[];
  readonly neverEmpty: readonly string[];
  /** Those that refuse free text. */
  readonly ofAForm: readonly string[];
  readonly refused: readonly (readonly [pointer: string, value: unknown])[];
}

const records: readonly RecordTable[] = [
  {
    name: 'gene',
    validate: validator('gene.schema.json'),
    example: exampleGene,
    nullable: words('/PhageID/Subcluster /LocusTag'),
    unsettled: [],
    integers: words('/PhamID/PhamID /Start /Stop /Length'),
    booleans: [],
    neverEmpty: words(`
      /GeneID /PhageID/PhageID /PhageID/Name /PhamID/Color /Name /Translation /Orientation`),
    ofAForm: words('/PhamID/Color /Translation /Orientation'),
    refused: [
      ['/Start', 0.5],
      ['/Start', '0'],
      ['/Start', -1],
      ['/Start', 9007199254740992],
      ['/PhamID/PhamID', '512'],
      ['/PhamID/Color', 'red'],
      ['/Orientation', 'f'],
      ['/Translation', 'mkv'],
      ['/PhageID', 'Quillon'],
      ['/PhamID', 512],
    ],
  },
  {
    name: 'phage',
    validate: validator('phage.schema.json'),
    example: examplePhage,
    nullable: words(`
      /program /psubcluster /plaque_file /em_file /digest_file /vdigest_file /fasta_file
      /plaque_thumb_file /em_thumb_file /dnam_file`),
    unsettled: words(`
      /enriched_sample /isolation_temperature /coverage /finishing_reactions /repeat_length
      /submitted_dnam_file /submitted_minimal_dnam_file /submitted_author_list
      /submitted_cover_sheet /submitted_annotation_date /qced_archive_file
      /qced_archive_file_date /paper_published_in`),
    integers: words(`
      /found_year /genome_length /overhang_length /num_ORFs /num_tRNAs /num_tmRNAs
      /isolation_host/strain_species/id /isolation_host/strain_species/species_genus/id
      /host_species/id /host_species/species_genus/id /host_genus/id`),
    booleans: words(`
      /pcluster/temperate /seq_finished /is_annotated /is_grouped /in_paper /in_archive
      /isolation_host/strain_species/species_genus/is_actinomycetales
      /host_species/species_genus/is_actinomycetales /host_genus/is_actinomycetales`),
    neverEmpty: words('/phage_name /date_finished /gcpercent /date_added /date_modified'),
    ofAForm: words(`
      /program/program_URL /found_GPS_lat /found_GPS_long /p_institution/institution_logo
      /p_institution/institution_url /p_institution/institution_latitude
      /p_institution/institution_longitude /date_finished /seq_facility/facility_website
      /gcpercent /overhang_sequence /isolation_host/strain_species/species_encyclopedia
      /isolation_host/strain_species/species_genus/genus_encyclopedia
      /host_species/species_encyclopedia /host_species/species_genus/genus_encyclopedia
      /host_genus/genus_encyclopedia /plaque_file /em_file /fasta_file /date_added
      /date_modified`),
    refused: [
      ['/date_finished', '2021-02-29'],
      ['/date_finished', '2020-03-13T09:30:00Z'],
      ['/date_added', '2020-03-13T09:30:00'],
      ['/date_modified', '2020-03-13'],
      ['/found_GPS_lat', '79.95 W'],
      ['/found_GPS_long', '-79.95'],
      ['/p_institution/institution_latitude', '79.95 W'],
      ['/p_institution/institution_longitude', '40.44 N'],
      ['/gcpercent', 62.3],
      ['/overhang_sequence', 'CGE'],
      ['/dnam_file', 'media/Quillon.dnam'],
      ['/program', 'EX'],
      ['/program/program_URL', 'program.example'],
      ['/psubcluster', 'Q7'],
      ['/verified_hosts', {}],
      ['/verified_hosts/0', 31],
      ['/verified_non_hosts/0', null],
      ['/enriched_sample', {}],
      ['/coverage', [1]],
    ],
  },
];

describe('the schema files', () => {
  test('each name themselves by their file name, and compile as strict JSON Schema 2020-12', () => {
    for (const { file, schema } of schemas) {
      expect(schema['$id']).toBe(file);
      expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(validator(file)).toBeTypeOf('function');
    }
  });

  test('refer to each other also when they are published under an absolute address', () => {
    const base = 'https://phages.example/prefix/schemas/';
    const published = ajvWith(
      schemas.map(({ file, schema }) => ({ ...schema, $id: `${base}${file}` })),
    );
    const validate = validator(`${base}page-envelope.schema.json`, published);
    expect(validate({ count: 1, next: null, previous: null, results: [exampleGene] })).toBe(true);
  });

  test.each(objectSchemas)('$file describes every property, and demands each', ({ schema }) => {
    expect(schema['required']).toEqual(Object.keys(schema['properties'] as JsonObject));
    expect(schema['additionalProperties']).toBe(false);
    expect(schema['title']).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/);
    expect(schema['description']).toMatch(/\w.*\.$/);
    for (const property of Object.values(schema['properties'] as Record<string, JsonObject>)) {
      expect(property['description']).toMatch(/\w.*\.$/);
    }
  });

  test('have words beside every check that a type alone does not explain', () => {
    const checks = ['pattern', 'format', 'enum', 'minimum', 'maximum', 'minLength', 'anyOf'];
    for (const { file, schema } of schemas) {
      for (const part of schemasIn(schema)) {
        const needsWords = checks.some((check) => check in part) || Array.isArray(part['type']);
        const holder = `${file}: ${JSON.stringify(part)}`;
        expect(typeof part['x-expected'], holder).toBe(needsWords ? 'string' : 'undefined');
      }
    }
  });
});

/** The schema itself and all that lie in it. */
function schemasIn(schema: JsonObject): JsonObject[] {
  const named = [schema['properties'], schema['$defs']].flatMap((map) => Object.values(map ?? {}));
  const inner = [...named, schema['items'] ?? [], schema['anyOf'] ?? []].flat() as JsonObject[];
  return [schema, ...inner.flatMap(schemasIn)];
}

interface FormTable {
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const urls = words(`
  https://phages.example http://phages.example/ HTTPS://Phages.Example/A
  https://phages.example:8443/media/L%205.fasta?version=2&x=[1]#top https://phages.example?query
  http://localhost:3000/api/genes/?format=api&page=2 http://127.0.0.1/ http://[2001:db8::1]:80/a
  https://encyclopedia.example/wiki/Müller–Straße_(人) https://bücher.example/
  https://reader@phages.example/`);
const notUrls = [
  ...words(`
    phages.example /media/L5.fasta //phages.example/a ftp://phages.example/a https:/phages.example
    https:// https:///path https://?query https://#top https://:80/ https://@/
    https://phages.example:http/ javascript:alert(1)//https://phages.example`),
  'https://phages.example/a b',
  'https://phages.example/a\n',
  'https://phages.example/a\u00a0b',
  ' https://phages.example',
  'see https://phages.example',
  1,
];
const decimals = ['0', '40', '40.4397', '007.50'];
const notDecimals = ['.5', '5.', '1e2', '1,5', 'forty', '１', ' 1', '1 '];
const notNaturals = [-1, 0.5, 9007199254740992, 1e300, '0', '', true, null, [], {}];

const forms: Record<string, FormTable> = {
  'natural-number': { accepts: [0, -0, 1, 1.0, 1e2, 9007199254740991], refuses: notNaturals },
  name: { accepts: ['1', ' ', 'L5', 'Žižka 7'], refuses: ['', 5, null] },
  'text-or-null': { accepts: ['', 'A2', null], refuses: [0, false, [], {}] },
  'protein-sequence': {
    accepts: ['M', 'MKV*', '*', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    refuses: ['', 'mkv', 'MK V', 'MK\n', 'MK-', 'MÄ', 'M1', null],
  },
  'nucleotide-sequence': {
    accepts: ['', 'CGGTAGGC', 'acgtu', 'ACGTURYSWKMBDHVNacgturyswkmbdhvn'],
    refuses: ['ACGT ', 'ACG-T', 'ACGE', '3', null, 0],
  },
  orientation: { accepts: ['F', 'R'], refuses: ['', 'f', 'r', 'FR', 'Forward', '+', 1, null] },
  color: {
    accepts: ['#000000', '#ffffff', '#FFFFFF', '#a0B1c2'],
    refuses: ['', '#fff', 'ffffff', '#fffffg', '#ffffff0', '#ffffff\n', 'red', 0xffffff, null],
  },
  'decimal-text': {
    accepts: decimals,
    refuses: ['', '-1', '+1', '62.3%', ...notDecimals, 62.3, null],
  },
  date: {
    accepts: words('2020-02-29 2000-02-29 1999-12-31'),
    refuses: [
      ...words(`
        2021-02-29 1900-02-29 2020-13-01 2020-04-31 2020-00-10 2020-01-00 2020-1-1 20200101
        01/02/2020 2020-01-01T00:00:00Z ２020-01-01`),
      '',
      20200101,
      null,
    ],
  },
  'date-time': {
    accepts: words(`
      2020-02-29T23:59:59Z 2020-03-13T00:00:00-04:00 2020-03-13T00:00:00+05:30
      2020-03-13T00:00:00.5Z 2020-03-13T00:00:00.123456-04:00`),
    refuses: [
      ...words(`
        2020-03-13 2020-03-13T00:00:00 2020-03-13T00:00Z 2020-03-13t00:00:00Z 2020-03-13T00:00:00z
        2020-03-13T00:00:00-0400 2020-03-13T00:00:00-04 2020-03-13T00:00:00.Z 2020-03-13T24:00:00Z
        2020-03-13T00:60:00Z 2020-03-13T00:00:61Z 2020-03-13T00:00:00+24:00 2021-02-29T00:00:00Z`),
      '',
      '2020-03-13 00:00:00Z',
      '2020-03-13T00:00:00 -04:00',
      1584057600,
      null,
    ],
  },
  'gps-latitude': {
    accepts: ['', '0 N', ...decimals.map((decimal) => `${decimal} S`)],
    refuses: [
      ...words('40.44 -40.44 40.44N'),
      ' ',
      '-40.44 S',
      '40.44 W',
      '40.44  N',
      '40.44 n',
      'N 40.44',
      '40° 26′ N',
      ...notDecimals.map((decimal) => `${decimal} N`),
      40.44,
      null,
    ],
  },
  'gps-longitude': {
    accepts: ['', '0 E', ...decimals.map((decimal) => `${decimal} W`)],
    refuses: ['79.95', '-79.95', '79.95 N', '79.95W', '79.95 w', 79.95, null],
  },
  latitude: {
    accepts: ['', '40.44 N', '33.9 S', '40.44', '-33.9', '+33.9', '-0'],
    refuses: ['-33.9 S', '40.44 E', '40.44N', '--1', '- 1', '-', ...notDecimals, 40.44, null],
  },
  longitude: {
    accepts: ['', '79.95 W', '7 E', '79.95', '-79.95', '+79.95'],
    refuses: ['-79.95 W', '79.95 N', '79.95W', '-', ...notDecimals, -79.95, null],
  },
  link: { accepts: ['', ...urls], refuses: [...notUrls, null] },
  'file-link': { accepts: ['', null, ...urls], refuses: notUrls },
  'page-link': { accepts: [null, ...urls], refuses: ['', ...notUrls] },
  unsettled: { accepts: [null, '', 'yes', 0, -37.5, true], refuses: [[], {}] },
  'verified-host': { accepts: ['', 'a host', {}, { id: 1 }], refuses: [null, 1, true, []] },
};

const formTables = Object.entries(forms).map(([form, table]) => ({ form, ...table }));

describe('the forms of values', () => {
  test('are all in the table', () => {
    const defined = schemas.find(({ file }) => file === 'forms.schema.json')?.schema['$defs'];
    expect(Object.keys(defined as JsonObject).toSorted()).toEqual(Object.keys(forms).toSorted());
  });

  test.each(formTables)(
    '$form accepts what it should, and says the same of all else',
    ({ form, accepts, refuses }) => {
      const validate = validator(`forms.schema.json#/$defs/${form}`);
      expect(accepts.filter((value) => !validate(value))).toEqual([]);
      for (const value of refuses) {
        expect(validate(value), JSON.stringify(value)).toBe(false);
        const said = validate.errors?.map((error) => error.parentSchema?.['x-expected']);
        expect(new Set(said).size).toBe(1);
        expect(said?.[0]).toBeTypeOf('string');
      }
    },
  );

  test('are checked in a time that grows with the length of the value, not with its square', () => {
    const long = 'a'.repeat(2_000_000);
    for (const value of [`https://${long} `, `https://a/${long}\n`, '1'.repeat(2_000_000), long]) {
      for (const form of Object.keys(forms)) validator(`forms.schema.json#/$defs/${form}`)(value);
    }
  });
});

describe.each(records)('a $name record', ({ validate, example, ...expected }) => {
  const fields = fieldsOf(example);
  const valueAt = (pointer: string) => {
    const keys = pointer.split('/').slice(1);
    return keys.reduce<unknown>((inner, key) => (inner as JsonObject)[key], example);
  };

  /** Pointers of the fields, at any depth, in which the value leaves the record valid. */
  function fieldsThatAccept(value: unknown): string[] {
    return fields.filter((pointer) => validate(withValue(example, pointer, value))).toSorted();
  }

  test('with a value in every field is valid', () => {
    validate(example);
    expect(validate.errors).toBeNull();
  });

  test('is an object', () => {
    for (const value of [null, [], [example], 'text', 1]) expect(validate(value)).toBe(false);
  });

  test('lacks no field, at any depth', () => {
    expect(fieldsThatAccept(undefined)).toEqual([]);
  });

  test('holds no unknown field, at any depth', () => {
    for (const pointer of ['', ...fields.filter((field) => isObject(valueAt(field)))]) {
      expect(validate(withValue(example, `${pointer}/other`, 1)), pointer).toBe(false);
    }
  });

  test('is null only where the specification allows it', () => {
    expect(fieldsThatAccept(null)).toEqual(
      [...expected.nullable, ...expected.unsettled].toSorted(),
    );
  });

  test('holds integers, fractions and booleans only where they belong', () => {
    expect(fieldsThatAccept(7)).toEqual([...expected.integers, ...expected.unsettled].toSorted());
    expect(fieldsThatAccept(0.5)).toEqual(expected.unsettled.toSorted());
    expect(fieldsThatAccept(true)).toEqual(
      [...expected.booleans, ...expected.unsettled].toSorted(),
    );
  });

  test('holds empty and free text everywhere but where a name or a form is demanded', () => {
    const texts = fields.filter((pointer) => typeof valueAt(pointer) === 'string');
    const refused = (text: string) => {
      const accepted = new Set(fieldsThatAccept(text));
      return texts.filter((pointer) => !accepted.has(pointer)).toSorted();
    };
    expect(refused('')).toEqual(expected.neverEmpty.toSorted());
    expect(refused('free text, of no form at all')).toEqual(expected.ofAForm.toSorted());
  });

  test('is refused with other values, at their place', () => {
    for (const [pointer, value] of expected.refused) {
      validate(withValue(example, pointer, value));
      expect(validate.errors?.map((error) => error.instancePath)).toContain(pointer);
    }
  });
});

describe('a page envelope', () => {
  const validate = validator('page-envelope.schema.json');
  const page = { count: 1, next: null, previous: null, results: [exampleGene] };

  test.each([
    ['an empty page', { ...page, count: 0, results: [] }],
    ['a page of genes', page],
    ['a page of phages', { ...page, results: [examplePhage, examplePhage] }],
    ['a page with neighbours', { ...page, next: urls[5], previous: urls[5] }],
  ])('accepts %s', (_what, value) => {
    validate(value);
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['a relative link', { ...page, next: '/api/genes/?format=api&page=2' }],
    ['an empty link', { ...page, previous: '' }],
    ['a count that is not a natural number', { ...page, count: -1 }],
    ['results that are no array', { ...page, results: exampleGene }],
    ['a result that is no record', { ...page, results: [{ ...exampleGene, Start: '0' }] }],
    ['an unknown key', { ...page, page: 1 }],
    ['a bare record', exampleGene],
  ])('refuses %s', (_what, value) => {
    expect(validate(value)).toBe(false);
  });
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
