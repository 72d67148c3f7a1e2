/** The folder of a site that a build made of a few records, with changes, as verify has it in hand. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import {
  perList,
  type CollectionName,
  collectionNames,
} from '../../../../src/contract/collectionName.ts';
import { parseRelease, type Release } from '../../../../src/contract/release.ts';
import { manifestFile, releaseFile } from '../../../../src/contract/sitePaths.ts';
import { createFileCheck } from '../../../../src/verifying/folder/fileCheck.ts';
import type { ReleaseContext } from '../../../../src/verifying/folder/tasks.ts';
import { marks } from '../../../../src/verifying/siteManifest.ts';
import { clauses, createClauseLog, type Tallies } from '../../../../src/verifying/clauses.ts';
import { planViews } from '../../../../src/sinks/planViews.ts';
import { buildSmall, noProgress, smallData } from '../../../contract/verifySites.ts';
import { asLines, tinyGene } from '../../../integration/tinyData.ts';
import { addFile } from '../../sources/tempFolder.ts';
import { inProcessWorkers } from '../../records/inProcessWorkers.ts';
import { manifestOf } from '../manifestOf.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Path to content; null for a file that the site does not have. */
export type Changes = Readonly<Record<string, string | Uint8Array | null>>;

/** Builds a site, and gives its files by path with what a build plans from its pages. */
async function builtFiles(
  changes: Parameters<typeof buildSmall>[1],
  data: Readonly<Record<string, string>>,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-unit-'));
  try {
    const root = await buildSmall(folder, changes, data);
    const names = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    const files = Object.fromEntries(
      names.map((name) => [name, readFileSync(path.join(root, name))]),
    );
    return { files, plan: await planOf(root, files) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nine genes, three on a page, and four phages. */
const records: Readonly<Record<string, string>> = {
  ...smallData,
  // Spreadsheets would take its note for a formula.
  'genes/b.ndjson': asLines([tinyGene('Vexmoor', 3, { Notes: '=1+1' })]),
};

const site = await builtFiles({}, records);

export const {
  /** All files that were built, by path. */
  files: builtSite,
  /** What a build plans from the pages. */
  plan,
} = site;

/** The bytes of a file as it was built. */
export function built(file: string): Buffer {
  const bytes = builtSite[file];
  if (bytes === undefined) throw new Error(`a build writes no ${file}`);
  return bytes;
}

/** The release and the manifest of one who builds the site with these changes. */
export function saidOf(
  changes: Changes = {},
  said: Partial<Release> = {},
  files: Files = builtSite,
) {
  return {
    manifest: manifestOf(listed({ ...files, ...changes })),
    release: { ...releaseOf(files), ...said },
  };
}

/** A folder with the files of a site, for all tests of a file: each may change it, and the next finds it whole. */
export function sharedFolder(files: Files = builtSite) {
  let root = '';
  let changed: Changes = {};
  const put = (name: string, content: string | Uint8Array | null) => {
    rmSync(path.join(root, name), { force: true });
    if (content !== null) addFile(root, name, content);
  };
  beforeAll(() => {
    root = mkdtempSync(path.join(realpathSync(tmpdir()), 'phagepress-unit-'));
    for (const [name, content] of Object.entries(files)) addFile(root, name, content);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return (changes: Changes = {}, said: Partial<Release> = {}): ReleaseContext => {
    for (const name of Object.keys(changed)) put(name, files[name] ?? null);
    for (const [name, content] of Object.entries(changes)) put(name, content);
    changed = changes;
    const { manifest, release } = saidOf(changes, said, files);
    for (let entry = 0; entry < manifest.entries; entry++) manifest.mark(entry, marks.onDisk);
    const log = createClauseLog();
    return {
      site: { root, manifest: manifest.shared },
      manifest,
      files: createFileCheck(root, manifest, log),
      log,
      workers: inProcessWorkers,
      release,
      ofPages: {},
      allowed: new Set(),
      progress: noProgress,
    };
  };
}

/** Clause, number of failures, and address and finding of the first. */
export function told({ tallies }: { readonly tallies: Tallies }): string[] {
  return clauses.flatMap((clause) => {
    const { failures, first } = tallies[clause];
    return failures === 0 ? [] : [`${clause} ${failures} ${first?.address}: ${first?.found}`];
  });
}

function listed(files: Changes): Record<string, string | Uint8Array> {
  const all: Record<string, string | Uint8Array> = {};
  for (const [file, content] of Object.entries(files)) {
    if (content !== null && file !== manifestFile && file !== releaseFile) all[file] = content;
  }
  return all;
}

function releaseOf(files: Files): Release {
  const release = parseRelease(String(files[releaseFile]));
  if (release === null) throw new Error('no release');
  return release;
}

async function planOf(root: string, files: Files) {
  const { base_url: baseUrl, links, collections, views } = releaseOf(files);
  const index = manifestOf(listed(files));
  for (let entry = 0; entry < index.entries; entry++) index.mark(entry, marks.onDisk);
  const manifest = index.shared;
  const notesOf = async (collection: CollectionName) => {
    const list = collections[collection];
    if (list === undefined) return [];
    const { count, page_size: pageSize, pages: lastPage } = list;
    const known = { count, pageSize, lastPage, allowed: new Set<never>(), isExact: true };
    const fieldNames = {};
    const { notes } = await inProcessWorkers.run('verifyPages', {
      root,
      manifest,
      firstPage: 1,
      endPage: lastPage + 1,
      list: { collection, baseUrl, links, fieldNames, ...known },
      recordFiles: true,
      caseInsensitiveNames: false,
      areNoted: true,
      cutFrom: null,
    });
    return notes === null ? [] : [notes];
  };
  const rendered = {
    features: await notesOf('features'),
    genes: await notesOf('genes'),
    phages: await notesOf('phages'),
  };
  const options = {
    collections: collectionNames,
    pageSizes: perList(() => 2),
    furtherSizes: {},
    baseUrl,
    links,
    caseInsensitiveNames: false,
    fieldNames: {},
    about: {},
    bulk: [],
    html: false,
    spreadsheetSafe: false,
  };
  return planViews(views, rendered, null, options);
}
