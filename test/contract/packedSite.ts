/** The tiny site with its small files in packs, as a build makes them. */
import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { type IndexLine, packedPlace } from '../../src/contract/packs.ts';
import { releaseFile } from '../../src/contract/sitePaths.ts';
import { stagePacks } from '../../src/pipeline/stagePacks.ts';
import { createSiteWriter } from '../../src/publishing/siteWriter.ts';
import { inProcessWorkers } from '../unit/records/inProcessWorkers.ts';
import { checkEach } from './checkEach.ts';
import { send, type ServerUnderTest } from './runContract.ts';
import { type SiteFiles, tinyHtml, tinyNames, writeSite } from './tinySite.ts';

const progress = { stage() {}, advance() {}, end() {} };

/** Writes the site in place of any other; genes are cut out of their pages, or lie in packs. */
export async function writePackedSite(
  dir: string,
  files: SiteFiles,
  { cutsGenes }: { readonly cutsGenes: boolean },
): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  const isCut = (file: string) => cutsGenes && packedPlace(file)?.group === 'api/genes';
  const site = {
    stagingDir: dir,
    liveDir: null,
    precompress: [],
    records: 'packed',
    packsPages: true,
  } as const;
  const writer = createSiteWriter(site);
  for (const [file, text] of files)
    if (packedPlace(file) !== null && !isCut(file)) writer.put(file, Buffer.from(text));
  const loose = [...packedFilesOf(files)].filter(([file]) => packedPlace(file) === null);
  await writeSite(dir, new Map(loose));
  // Two on a page.
  const lines = tinyNames.genes.flatMap((name, at): IndexLine[] =>
    at % 2 === 0 ? [[name, at / 2 + 1]] : [],
  );
  const ofPages = { group: 'api/genes', of: 'pages', key: 'GeneID', lines } as const;
  const effects = { workers: inProcessWorkers, progress };
  await stagePacks(writer.written(), null, cutsGenes ? ofPages : null, site, effects);
}

/** What requests to the packed site are answered with: all as of one of files, but its `release.json`. */
export function packedFilesOf(files: SiteFiles): SiteFiles {
  const release = JSON.parse(files.get(releaseFile) ?? '') as object;
  const packed = { ...release, records: 'packed', hosts: ['netlify'] };
  return new Map([...files, [releaseFile, JSON.stringify(packed)]]);
}

/** `isUnslashed` says whether a page's address without its slash leads to it. */
export function testPackedPages(
  serverOf: () => Pick<ServerUnderTest, 'baseUrl' | 'files'>,
  isUnslashed = true,
): void {
  const prefixOf = () => new URL(serverOf().baseUrl).pathname.replace(/\/$/, '');
  const ask = (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
    send(serverOf().baseUrl, { target: prefixOf() + path, method, headers });

  test('W1: pages of phages and clusters come out of packs', () =>
    checkEach(Object.keys(tinyHtml), async (file) => {
      const folder = `/${posix.dirname(file).split('/').map(encodeURIComponent).join('/')}`;
      for (const address of [`${folder}/`, `${folder}/?x=1`, `${folder}/index.html`]) {
        const page = await ask(address);
        expect(page).toMatchObject({ status: 200, body: serverOf().files.get(file) });
        expect(page.headers['content-type']).toMatch(/^text\/html/);
        expect(page.lines('cache-control')).toEqual(['no-cache']);
        expect(page.lines('x-content-type-options')).toEqual(['nosniff']);
        const again = await ask(address, 'GET', { 'If-None-Match': page.headers.etag ?? '' });
        expect(again).toMatchObject({ status: 304, body: '' });
        expect(again.lines('cache-control')).toEqual(['no-cache']);
        const head = await ask(address, 'HEAD');
        expect(head).toMatchObject({ status: 200, body: '' });
        expect(head.headers.etag).toBe(page.headers.etag);
      }
      expect([403, 404, 405, 501]).toContain((await ask(`${folder}/`, 'POST')).status);
      if (!isUnslashed) return;
      const led = await ask(`${folder}?x=1`);
      expect(led.status).toBe(301);
      expect(new URL(led.headers.location ?? '', serverOf().baseUrl).href).toBe(
        new URL(`${prefixOf()}${folder}/?x=1`, serverOf().baseUrl).href,
      );
    }));

  test('W1: no other page is there', () =>
    checkEach(
      [
        '/phages/Nobody/',
        '/phages/Trixie/index.htm',
        '/phages%2FTrixie/',
        '/phages/A/',
        '/clusters/Trixie/',
      ],
      (page) => ask(page).then(({ status }) => expect(status).toBe(404)),
    ));
}
