import { hash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stageSite, type StagingEffects } from '../../../src/build/stageSite.ts';
import type { PublishOptions } from '../../../src/config/settings.ts';
import { bulkNames } from '../../../src/contract/bulkFiles.ts';
import { viewNames } from '../../../src/contract/views.ts';
import { Failure } from '../../../src/failure.ts';
import type { RuleName } from '../../../src/findings/rules.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { builtSite, records } from '../verifying/folder/builtFolder.ts';
import { intakeOf } from './someIntake.ts';
import { siteOptionsWith, silent } from './someOptions.ts';
import { bytesBelow } from './stagedFiles.ts';

interface Staging {
  readonly options?: Partial<PublishOptions>;
  readonly effects?: Partial<StagingEffects>;
  readonly data?: Readonly<Record<string, string>>;
  readonly allowed?: readonly RuleName[];
}

async function stage({ options = {}, effects = {}, data = records, allowed = [] }: Staging = {}) {
  const { intake, folder } = await intakeOf(data, allowed);
  const notes: string[] = [];
  const staged = await stageSite(
    intake,
    {
      ...siteOptionsWith({
        pageSizes: { genes: 3, phages: 2, phams: 2 },
        views: viewNames,
        bulk: bulkNames,
        ...options,
      }),
      out: path.join(folder, 'site'),
    },
    {
      workers: inProcessWorkers,
      progress: silent,
      staticFiles: [],
      note: (text) => void notes.push(text),
      previous: null,
      ...effects,
    },
  );
  const files = staged === null ? {} : bytesBelow(staged.dir);
  return { staged, files, folder, intake, notes };
}

const namesOf = async (options: Partial<PublishOptions>) =>
  Object.keys((await stage({ options })).files);

test('a site is staged beside its place, whole: what a build publishes, byte for byte', async () => {
  const { staged, files, folder } = await stage();
  expect(Object.keys(files)).toEqual(Object.keys(builtSite).toSorted());
  expect(files).toEqual(builtSite);
  expect(path.dirname(staged!.dir)).toBe(folder);
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  const { release, ...counted } = staged!.site;
  expect(counted).toEqual({ files: Object.keys(files).length, bytes, unchanged: 0 });
  expect(release.release).toBe(hash('sha256', files['manifest.json']!));
  expect(staged!.firstKeys.phages).toEqual(['Quillon', 'Éclair 5%']);
  expect(staged!.notes().length).toBeGreaterThan(0);
});

describe('what is staged follows the options:', () => {
  test('views and bulk files', async () => {
    const names = await namesOf({ views: ['clusters'], bulk: [] });
    expect(names).toContain('api/clusters/index.json');
    const others = names.filter((name) =>
      /^(bulk|api\/(?!clusters|genes\/|phages\/|index))/.test(name),
    );
    expect(others).toEqual([]);
    expect(names).toContain('api/genes/Quillon_CDS_1/index.json');
  });

  test('views of phages alone need no notes of genes, and bulk files need both', async () => {
    expect(await namesOf({ views: [], bulk: ['tsv'] })).toContain('bulk/genes.tsv.gz');
    expect(await namesOf({ views: ['genesbyphage'], bulk: [] })).toContain(
      'api/genesbyphage/Quillon/index.json',
    );
  });

  test('files of genes', async () => {
    const names = await namesOf({ geneFiles: false });
    expect(names.filter((name) => /^api\/genes\/.*_CDS_/.test(name))).toEqual([]);
    expect(names).toContain('api/phages/Quillon/index.json');
  });

  test('names in lower case, and compressed files', async () => {
    expect(await namesOf({ caseInsensitiveNames: true })).toContain(
      'api/phages/quillon/index.json',
    );
    expect(await namesOf({ precompress: ['gzip'] })).toContain('openapi.json.gz');
  });

  test('hosts, whose files take their place and which may refuse the site', async () => {
    expect(await namesOf({ hosts: ['apache'] })).toContain('.htaccess');
    const refused = stage({ options: { hosts: ['apache'], baseUrl: 'https://a.example/a%2Fb' } });
    await expect(refused).rejects.toThrow(Failure);
  });
});

describe('the publisher’s own files', () => {
  const own = (name: string) => {
    const place = addFile(tempFolder(), name, 'mine');
    return { path: name, place, sha256: hash('sha256', 'mine') };
  };

  test('are staged, listed and told of', async () => {
    const { files, staged } = await stage({ effects: { staticFiles: [own('about/me.html')] } });
    expect(files['about/me.html']?.toString()).toBe('mine');
    expect(files['manifest.json']?.toString()).toContain('"about/me.html"');
    expect(staged!.site.release.static).toEqual(['about/']);
  });

  test('have no name that a file of a host has', async () => {
    const staticFiles = [own('.htaccess')];
    expect((await stage({ effects: { staticFiles } })).staged).not.toBeNull();
    const taken = stage({ options: { hosts: ['apache'] }, effects: { staticFiles } });
    await expect(taken).rejects.toThrow('has the path of a file of the site');
  });
});

describe('a key that repeats', () => {
  const data = {
    'genes/a.ndjson': asLines([1, 2, 2].map((n) => tinyGene('Quillon', n))),
    'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  };

  test('ends it, with a finding', async () => {
    const { staged, intake } = await stage({ data });
    expect(staged).toBeNull();
    expect(intake.findings.report().errorsByRule.get('gene-id-unique')).toBe(1);
  });

  test('that is allowed is told of in the release, and leaves no first keys of its list', async () => {
    const { staged } = await stage({ data, allowed: ['gene-id-unique'] });
    expect(staged!.firstKeys).toEqual({ genes: null, phages: ['Quillon'] });
    expect(staged!.site.release.allowed).toEqual(['gene-id-unique']);
  });
});

test('what the live site has already is linked', async () => {
  const dir = tempFolder(builtSite);
  const { release } = (await stage()).staged!.site;
  const previous = {
    dir,
    release,
    firstKeys: null,
    keepsRecords: false,
    notes: () => new Uint8Array(),
    publishedAtMs: Infinity,
    isChecked: false,
  };
  const { staged, files } = await stage({ effects: { previous } });
  expect(files).toEqual(builtSite);
  // All but the manifest and release.json, which are written anew.
  expect(staged!.site.unchanged).toBeGreaterThan(Object.keys(builtSite).length - 3);
});
