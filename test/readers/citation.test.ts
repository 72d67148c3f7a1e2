/** That what tells how to cite a site is what its formats ask for, as programs see it that know these. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { citationFiles } from '../../src/describing/citation.ts';
import { npmTool, toolsHint } from '../contract/npmTool.ts';
import { runWell } from '../integration/runCli.ts';
import { tinyData } from '../integration/tinyData.ts';
import { inWorkFolder, sharedFolder, writeFiles } from '../integration/workFolder.ts';
import { pythonHas, runPython } from './python.ts';

const require = createRequire(import.meta.url);

// What would end a text, a line or a document, or is no sign that may be in one.
const oddText = 'a "b" \'c\': # d\n- e\t&f <g> \\ \u007f\u0085\u009f\u2028\u2029\ufeff\uffff 🦠 ';

const about = {
  title: oddText,
  description: oddText,
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  citation: oddText,
  doi: '10.5281/zenodo.1234567',
  funder: oddText,
  publisher: oddText,
  creators: [
    { name: oddText, orcid: '0000-0002-1825-0097', affiliation: oddText },
    { name: 'Mei-Lin van der Probe' },
  ],
};

const site = sharedFolder(async (cwd) => {
  const config = JSON.stringify({ about, releaseDate: '2026-10-01' });
  await writeFiles(cwd, { ...tinyData, 'phagepress.config.json': config });
  await runWell(['build', '--quiet', '--base-url', 'https://p.example.org/a'], { cwd });
});
const fileOf = (name: string) => path.join(site(), 'dist', name);
const readJson = (name: string) => JSON.parse(readFileSync(fileOf(name), 'utf8')) as JsonLd;

interface JsonLd {
  readonly '@context': unknown;
  readonly [name: string]: unknown;
}

/** What is used of cffjs, which has the schema of CFF 1.2. */
interface Cff {
  readonly validateCFFFile: (file: string) => object;
  readonly readCFF: (file: string) => Record<string, unknown>;
  readonly schema: object;
}

const cffTexts = {
  title: oddText,
  abstract: oddText,
  message: oddText,
  authors: [
    { name: oddText, orcid: 'https://orcid.org/0000-0002-1825-0097' },
    { name: 'Mei-Lin van der Probe' },
  ],
  license: 'CC-BY-4.0',
  'date-released': '2026-10-01',
};

test.skipIf(!pythonHas('yaml'))(
  'PyYAML (python3-yaml) reads the texts of CITATION.cff',
  async () => {
    expect(await runPython('yaml.py', fileOf('CITATION.cff'))).toMatchObject(cffTexts);
  },
);

const cffjs = npmTool('cffjs', '0.0.2', 'dist');

describe.skipIf(cffjs === null)(`the schema of CITATION.cff (${toolsHint})`, () => {
  let cff: Cff;
  beforeAll(async () => {
    const load = (name: string) => import(path.join(cffjs ?? '', name)) as Promise<Cff>;
    cff = {
      ...(await load('validate.js')),
      ...(await load('file.js')),
      ...(await load('schema.js')),
    };
  });

  test('takes the file, and reads the texts as they are', () => {
    expect(cff.validateCFFFile(fileOf('CITATION.cff'))).toMatchObject(cffTexts);
  });

  test('takes every licence, also those that are younger than it', () =>
    inWorkFolder(async (folder) => {
      const validate = addFormats.default(new Ajv()).compile(cff.schema);
      const { title, creators } = about;
      const texts = (licence: string, url?: string) => {
        const told = { title, creators, licence, ...(url && { licence_url: url }) };
        const [file] = citationFiles(
          { about: told, base_url: 'https://p.example.org' },
          () => null,
        );
        return Buffer.from(file?.bytes ?? '');
      };
      const licences = require('spdx-license-ids') as string[];
      await writeFiles(folder, {
        ...Object.fromEntries(licences.map((one) => [one, texts(one)])),
        own: texts('Ours', 'https://p.example.org/ä|b "c"'),
        none: texts('Ours'),
      });
      const refused = readdirSync(folder).flatMap((one) =>
        validate(cff.readCFF(path.join(folder, one))) ? [] : [[one, validate.errors]],
      );
      expect(refused).toEqual([]);
      expect(cff.readCFF(path.join(folder, 'CC-BY-NC-SA-4.0'))).toMatchObject({
        license: 'CC-BY-NC-SA-4.0',
      });
      expect(cff.readCFF(path.join(folder, 'CC-BY-3.0-IGO'))).toMatchObject({
        'license-url': 'https://spdx.org/licenses/CC-BY-3.0-IGO',
      });
    }));
});

/** What is used of the library of RO-Crate. */
interface Crates {
  readonly Validator: new () => {
    readonly results: readonly { readonly status: string; readonly message: string }[];
    readonly parseJSON: (text: string) => void;
    readonly rootDataEntity: () => void;
    readonly checkFiles: (files: Record<string, object>) => void;
  };
}

const roCrate = npmTool('ro-crate', '3.7.2', 'index.js');

describe.skipIf(roCrate === null)(`the validator of RO-Crate (${toolsHint})`, () => {
  /** What is wrong with a crate; but not whether its context can be fetched. */
  function faultsOf(crate: object): string[] {
    const { Validator } = require(roCrate ?? '') as Crates;
    const validator = new Validator();
    validator.parseJSON(JSON.stringify(crate));
    validator.rootDataEntity();
    const files = readdirSync(fileOf('bulk')).map((name) => [`bulk/${name}`, { exists: true }]);
    validator.checkFiles(Object.fromEntries(files) as Record<string, object>);
    return validator.results
      .filter(({ status }) => status === 'error')
      .map(({ message }) => message);
  }

  test('finds nothing wrong with the crate, and would find what is', () => {
    const crate = readJson('ro-crate-metadata.json') as JsonLd & { '@graph': object[] };
    expect(faultsOf(crate)).toEqual([]);
    const withRoot = (change: object) => ({
      ...crate,
      '@graph': crate['@graph'].map((one) =>
        '@id' in one && one['@id'] === './' ? { ...one, ...change } : one,
      ),
    });
    expect(faultsOf(withRoot({ license: undefined }))).toEqual([
      'Missing required property: license',
    ]);
    expect(faultsOf(withRoot({ datePublished: 'May' }))[0]).toMatch('compliant date');
    const missing = { '@id': 'bulk/other.gz', '@type': 'File' };
    expect(faultsOf({ ...crate, '@graph': [...crate['@graph'], missing] })[0]).toMatch(
      'does not exist',
    );
  });
});

/** What is used of the processor of JSON-LD. */
interface Processor {
  readonly expand: (
    document: object,
    options: { readonly safe: boolean; readonly base: string; readonly documentLoader: Loader },
  ) => Promise<Record<string, unknown>[]>;
}
type Loader = (url: string) => Promise<{ readonly documentUrl: string; readonly document: object }>;

const jsonld = npmTool('jsonld', '9.0.0', 'lib/jsonld.js');

describe.skipIf(jsonld === null || roCrate === null)(
  `a processor of JSON-LD (${toolsHint})`,
  () => {
    const base = 'https://p.example.org/a/';
    /** With the context of RO-Crate as its library has it; nothing is fetched, and no term passed over. */
    function expand(document: object) {
      const { expand: expanded } = require(jsonld ?? '') as Processor;
      const context = require(path.join(roCrate ?? '', '../lib/context.json')) as object;
      const documentLoader: Loader = (url) =>
        url === 'https://w3id.org/ro/crate/1.2/context'
          ? Promise.resolve({ documentUrl: url, document: context })
          : Promise.reject(new Error(`${url} is not known`));
      return expanded(document, { safe: true, base, documentLoader });
    }

    test('knows every term of the crate', async () => {
      const crate = readJson('ro-crate-metadata.json') as JsonLd & { '@graph': object[] };
      const entities = await expand(crate);
      expect(entities).toHaveLength(crate['@graph'].length);
      for (const { '@id': id } of entities) expect(URL.canParse(String(id))).toBe(true);
      const other = { ...crate, '@graph': [...crate['@graph'], { '@id': '#a', colour: 'red' }] };
      await expect(expand(other)).rejects.toThrow('Safe mode validation error');
    });

    test('knows every term of the description for catalogues, in which fields lead to files', async () => {
      const croissant = readJson('croissant.json');
      const [dataset = {}] = await expand(croissant);
      expect(dataset['@type']).toEqual(['https://schema.org/Dataset']);
      const terms = JSON.stringify(dataset);
      const known =
        /^(?:https:\/\/schema\.org\/|http:\/\/mlcommons\.org\/croissant\/|http:\/\/purl\.org\/dc\/terms\/conformsTo$)/;
      for (const [, term] of terms.matchAll(/"([^"@\\]+)":/g)) expect(term).toMatch(known);
      const files = dataset['https://schema.org/distribution'] as { '@id': string }[];
      const led = [...terms.matchAll(/croissant\/fileObject":\[\{"@id":"([^"]+)"\}\]/g)];
      expect(led.length).toBeGreaterThan(20);
      const ids = files.map((file) => file['@id']);
      for (const [, id] of led) expect(ids).toContain(id);
      for (const { contentUrl } of croissant['distribution'] as { contentUrl: string }[])
        expect(existsSync(fileOf(contentUrl.replace(base, '')))).toBe(true);
      const relative = { ...croissant, '@type': 'Sheet of paper', '@context': { '@vocab': null } };
      await expect(expand(relative)).rejects.toThrow('Safe mode validation error');
    });
  },
);
