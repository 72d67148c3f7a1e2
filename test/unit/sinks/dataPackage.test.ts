import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../src/sinks/maker.ts';
import {
  dataPackage,
  type DataPackageContent,
  fieldConstraints,
  type PackagedFile,
} from '../../../src/sinks/dataPackage.ts';
import {
  type CollectionName,
  sortFields,
  requiredNames,
} from '../../../src/contract/collectionName.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';

const schemas = loadSchemas();

function file(name: string, changes: Partial<PackagedFile> = {}): PackagedFile {
  return {
    path: `bulk/${name}`,
    bytes: 12,
    sha256: 'a'.repeat(64),
    records: 3,
    format: 'tsv',
    title: 'A file',
    mediaType: 'text/tab-separated-values',
    compression: 'gzip',
    collection: 'genes',
    ...changes,
  };
}

const packageOf = (changes: Partial<DataPackageContent> = {}) =>
  dataPackage({
    about: {},
    baseUrl: 'https://example.org/phages',
    releaseDate: null,
    files: [file('genes.tsv.gz'), file('phages.tsv.gz', { collection: 'phages' })],
    schemas,
    hasUniqueKeys: true,
    isGuarded: false,
    fieldNames: {},
    ...changes,
  });

test('the data package promises no unique keys where some repeat', () => {
  const [genes] = packageOf({ hasUniqueKeys: false }).resources;
  expect(genes?.schema).not.toHaveProperty('primaryKey');
  expect(genes?.schema?.fields[0]?.constraints).toEqual({ required: true });
  expect(packageOf().resources[0]?.schema).toHaveProperty('primaryKey');
});

test('the data package knows no time but the one that is given', () => {
  expect(packageOf()).toEqual(packageOf());
  expect(packageOf()).not.toHaveProperty('created');
  expect(packageOf({ releaseDate: '2020-02-29' })).not.toHaveProperty('created');
  const created = '2020-02-29T12:00:00Z';
  expect(packageOf({ releaseDate: created })).toMatchObject({ created });
});

describe('the constraints', () => {
  const all = (collection: CollectionName) =>
    columnsOf(collection, schemas).map((column) => ({
      column,
      constraints: fieldConstraints(collection, column, schemas, {
        keys: sortFields[collection],
        isUnique: true,
      }),
    }));

  test.each(requiredNames)('of %s are patterns that any program understands', (collection) => {
    const patterns = all(collection).flatMap(({ constraints }) => constraints.pattern ?? []);
    expect(patterns.length).toBeGreaterThan(1);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\(\?|^\^|[^\\[]\^|[^\\]\$$/);
      // Readers put anchors around a pattern, but no group.
      expect(pattern.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/\(.*\)/g, '')).not.toContain('|');
    }
  });

  test('of a field inside an object that may be null are those of its own', () => {
    const column = columnsOf('phages', schemas).find(({ name }) => name === 'program_program_URL');
    expect(column).toBeDefined();
    const { pattern } = fieldConstraints('phages', column!, schemas, {
      keys: ['phage_name'],
      isUnique: true,
    });
    expect('https://example.org/a?b').toMatch(new RegExp(`^${pattern}$`));
    expect('example.org').not.toMatch(new RegExp(`^${pattern}$`));
  });
});

describe('what a publisher says of the site', () => {
  const said = (about: DataPackageContent['about']) => {
    const { title, description, licenses, contributors } = packageOf({ about });
    return { title, description, licenses, contributors };
  };

  test('is the title, the terms and whom to ask, and begins the description', () => {
    const told = said({
      title: 'Phages of Småprøve',
      description: 'All that we found.',
      licence: 'CC-BY-4.0',
      licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
      creators: [{ name: 'Bo', orcid: '0000-0002-1825-0097', affiliation: 'Lab' }],
      contact: 'Ada Example <ada@example.org>',
      citation: 'Example et al. 2031',
    });
    expect(told).toMatchObject({
      title: 'Phages of Småprøve',
      licenses: [{ name: 'CC-BY-4.0', path: 'https://creativecommons.org/licenses/by/4.0/' }],
      contributors: [
        {
          title: 'Bo',
          path: 'https://orcid.org/0000-0002-1825-0097',
          organization: 'Lab',
          role: 'author',
        },
        { title: 'Ada Example', email: 'ada@example.org', role: 'maintainer' },
      ],
    });
    expect(told.description).toMatch(/^All that we found\.\n\nAll records of this site/);
    expect(told.description).toMatch(/\n\nTo cite: Example et al\. 2031$/);
  });

  test('in words that the profile does not take for an identifier is a title, or in the description', () => {
    const licence = 'Ask us first';
    const licenceUrl = 'https://example.org/terms';
    expect(said({ licence, licenceUrl }).licenses).toEqual([{ path: licenceUrl, title: licence }]);
    expect(said({ licenceUrl }).licenses).toEqual([{ path: licenceUrl }]);
    const told = said({ licence });
    expect(told.licenses).toBeUndefined();
    expect(told.description).toMatch(/\n\nLicence: Ask us first$/);
  });

  test('is left out where nothing is said', () => {
    const told = said({});
    expect(told.title).toBe('Bacteriophage gene and phage records');
    expect(told).toMatchObject({ licenses: undefined, contributors: undefined });
  });
});
