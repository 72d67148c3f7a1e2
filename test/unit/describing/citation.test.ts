import { describe, expect, test } from 'vitest';
import {
  citationFiles,
  signpostElements,
  signpostHeader,
} from '../../../src/describing/citation.ts';

const about = {
  title: 'Phages: "all" of them\n</script>',
  description: 'Genes & <b>phages</b>',
  licence: 'CC-BY-4.0',
  licence_url: 'https://creativecommons.org/licenses/by/4.0/',
  citation: 'Example A. (2026)',
  doi: '10.5281/zenodo.1234567',
  funder: 'Example Fund',
  publisher: 'Example University',
  creators: [
    { name: 'Ada Example', orcid: '0000-0002-1825-0097', affiliation: 'Example University' },
    { name: 'Mei-Lin van der Probe' },
  ],
} as const;
const site = { about, base_url: 'https://p.example.org', release_date: '2026-10-01T02:00:00Z' };

const dataPackage = JSON.stringify({
  resources: [
    {
      name: 'genes',
      path: 'genes.tsv.gz',
      title: 'All genes',
      mediatype: 'text/tab-separated-values',
      bytes: 12,
      hash: `sha256:${'ab'.repeat(32)}`,
      schema: {
        fields: [
          { name: 'GeneID', type: 'string', description: 'Its name.' },
          { name: 'Start', type: 'integer', description: 'Where it starts.' },
        ],
      },
    },
  ],
});

test.each(['null', '[', '{}', '{"resources":[1]}'])(
  'a data package that is damaged (%s) has no files',
  (text) => expect(filesOf(site, text).keys()).not.toContain('croissant.json'),
);

function filesOf(of: Parameters<typeof citationFiles>[0], text: string | null = dataPackage) {
  const files = citationFiles(of, () => text);
  return new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
}

// oxlint-disable-next-line typescript/no-explicit-any -- as JSON.parse
const json = (file: string): any => JSON.parse(filesOf(site).get(file) ?? '');

describe('how to cite a site', () => {
  test('is told as soon as a format has what it requires, and not before', () => {
    const { title, creators, description, licence, publisher } = about;
    const names = (of: object, date?: string) => [
      ...filesOf({
        about: of,
        base_url: 'https://p.example.org',
        ...(date && { release_date: date }),
      }).keys(),
    ];
    expect(names({ title })).toEqual([]);
    expect(names({ title, creators })).toEqual(['CITATION.cff', '.zenodo.json']);
    const more = { title, creators, description, licence };
    expect(names(more)).toEqual(['CITATION.cff', '.zenodo.json']);
    const dated = ['CITATION.cff', '.zenodo.json', 'ro-crate-metadata.json', 'croissant.json'];
    expect(names(more, '2026-10-01')).toEqual(dated);
    expect(names({ ...more, publisher }, '2026-10-01')).toContain('datacite.json');
    expect([...filesOf(site, null).keys()]).not.toContain('croissant.json');
  });

  test('is YAML in CITATION.cff, whatever a text holds', () => {
    const lines = (filesOf(site).get('CITATION.cff') ?? '').trimEnd().split('\n');
    expect(lines[0]).toBe('cff-version: 1.2.0');
    expect(lines).toContain('authors:');
    expect(lines).toContain('  - name: "Ada Example"');
    expect(lines).toContain('date-released: "2026-10-01"');
    expect(lines).toContain('license: "CC-BY-4.0"');
    for (const line of lines.slice(1)) {
      const [, value = ''] = /^(?: {2}- name: | {4}orcid: | {2}- |[a-z-]+: ?)(.*)$/.exec(line) ?? [
        null,
        'wrong',
      ];
      if (value !== '' && value !== 'dataset')
        expect(JSON.parse(value)).toEqual(expect.any(String));
    }
    const own = filesOf({ ...site, about: { ...about, licence: 'Ours' } }).get('CITATION.cff');
    expect(own).toMatch('license-url: "https://creativecommons.org/licenses/by/4.0/"');
    expect(own).not.toMatch('license: ');
  });

  test('has no sign that YAML takes for a line break, or does not take', () => {
    const title = 'a\u007f\u0085\u2028\u2029\ufeff\uffff';
    const file = filesOf({ ...site, about: { ...about, title } }).get('CITATION.cff');
    expect(file).toContain(String.raw`title: "a\u007f\u0085\u2028\u2029\ufeff\uffff"`);
  });

  test.each([
    // Younger than the lists of CFF 1.2 and of Zenodo.
    [{ licence: 'CC-BY-3.0-IGO' }, 'https://spdx.org/licenses/CC-BY-3.0-IGO'],
    [
      { licence: 'Ours', licence_url: 'https://l.example/ä|\ud800' },
      'https://l.example/%C3%A4%7C%EF%BF%BD',
    ],
    [{ licence: 'Ours, see below' }, undefined],
  ])('tells a licence that not every list has by its address: %j', (terms, address) => {
    const { licence: _, licence_url: _url, ...others } = about;
    const files = filesOf({ ...site, about: { ...others, ...terms } });
    const cff = files.get('CITATION.cff') ?? '';
    expect(cff).not.toMatch('license: ');
    expect(/license-url: "(.*)"/.exec(cff)?.[1]).toBe(address);
    const { license, notes } = JSON.parse(files.get('.zenodo.json') ?? '') as Record<
      string,
      string
    >;
    expect(license).toBe('other-closed');
    expect(notes).toMatch(new RegExp(`Licence: ${terms.licence}`));
    expect(notes).toMatch(address ?? '');
    const crate = JSON.parse(files.get('ro-crate-metadata.json') ?? '') as { '@graph': object[] };
    expect(crate['@graph'][1]).toMatchObject({ license: { '@id': address ?? '#licence' } });
    expect(crate['@graph'][2]).toMatchObject({ '@id': address ?? '#licence', name: terms.licence });
  });

  test('is told to Zenodo and DataCite', () => {
    expect(json('.zenodo.json')).toMatchObject({
      upload_type: 'dataset',
      description: 'Genes &amp; &lt;b&gt;phages&lt;/b&gt;',
      license: 'cc-by-4.0',
      publication_date: '2026-10-01',
      creators: about.creators,
    });
    expect(json('datacite.json')).toMatchObject({
      doi: '10.5281/zenodo.1234567',
      publicationYear: '2026',
      publisher: { name: 'Example University' },
      types: { resourceTypeGeneral: 'Dataset' },
      rightsList: [{ rightsIdentifier: 'CC-BY-4.0', rightsIdentifierScheme: 'SPDX' }],
      schemaVersion: 'http://datacite.org/schema/kernel-4',
    });
  });

  test('is a crate in which all that is named is described', () => {
    const graph = json('ro-crate-metadata.json')['@graph'] as {
      '@id': string;
      [name: string]: unknown;
    }[];
    const known = new Set(graph.map((entity) => entity['@id']));
    expect(known.size).toBe(graph.length);
    const named: string[] = [];
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (typeof value !== 'object' || value === null) return;
      const entries = Object.entries(value);
      if (entries.length === 1 && entries[0]?.[0] === '@id') named.push(String(entries[0][1]));
      else entries.forEach(([, member]) => visit(member));
    };
    visit(graph);
    expect(named.filter((id) => !known.has(id))).toEqual(['https://w3id.org/ro/crate/1.2']);
    expect(graph.find((entity) => entity['@id'] === 'bulk/genes.tsv.gz')).toMatchObject({
      '@type': 'File',
      contentSize: '12',
      sha256: 'ab'.repeat(32),
    });
  });

  test('has the tables with their columns in Croissant', () => {
    const croissant = json('croissant.json');
    expect(croissant.distribution[0]).toMatchObject({
      '@type': 'cr:FileObject',
      contentUrl: 'https://p.example.org/bulk/genes.tsv.gz',
      sha256: 'ab'.repeat(32),
    });
    expect(
      croissant.recordSet[0].field.map((field: { dataType: string }) => field.dataType),
    ).toEqual(['sc:Text', 'sc:Integer']);
  });

  test('is where crawlers look for it, with nothing that is not encoded', () => {
    expect(signpostElements(site)).toEqual([
      '<link rel="cite-as" href="https://doi.org/10.5281/zenodo.1234567" />',
      '<link rel="license" href="https://creativecommons.org/licenses/by/4.0/" />',
      '<link rel="describedby" href="ro-crate-metadata.json" type="application/ld+json" />',
      '<link rel="author" href="https://orcid.org/0000-0002-1825-0097" />',
    ]);
    expect(signpostElements({})).toEqual([]);
    const hostile = { licence_url: 'https://l.example/"><script>\n' };
    expect(signpostElements({ about: hostile })[0]).not.toMatch('<script>');
    expect(signpostHeader(site)).toBe(
      [
        '<https://doi.org/10.5281/zenodo.1234567>; rel="cite-as"',
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
        '<https://p.example.org/ro-crate-metadata.json>; rel="describedby"; type="application/ld+json"',
        '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
      ].join(', '),
    );
    expect(signpostHeader({ ...site, about: {} })).toBeNull();
    expect(signpostHeader({ ...site, about: hostile })).toBe(
      '<https://l.example/%22%3E%3Cscript%3E%0A>; rel="license"',
    );
    const creators = Array.from({ length: 99 }, () => ({
      name: 'A B',
      orcid: '0000-0002-1825-0097',
    }));
    const long = signpostHeader({ ...site, about: { ...site.about, creators } }) ?? '';
    expect([long.length > 1400 && long.length <= 1500, long.endsWith('"author"')]).toEqual([
      true,
      true,
    ]);
  });
});
