/** The tiny site with its small files in packs, as a build makes them. */
import { rm } from 'node:fs/promises';
import { type IndexLine, packedPlace } from '../../src/contract/packs.ts';
import { releaseFile } from '../../src/contract/sitePaths.ts';
import { stagePacks } from '../../src/pipeline/stagePacks.ts';
import { createSiteWriter } from '../../src/publishing/siteWriter.ts';
import { inProcessWorkers } from '../unit/records/inProcessWorkers.ts';
import { type SiteFiles, tinyNames, writeSite } from './tinySite.ts';

const progress = { stage() {}, advance() {}, end() {} };

/** Writes the site in place of any other; genes are cut out of their pages, or lie in packs. */
export async function writePackedSite(
  dir: string,
  files: SiteFiles,
  { cutsGenes }: { readonly cutsGenes: boolean },
): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  const isCut = (file: string) => cutsGenes && packedPlace(file)?.group === 'api/genes';
  const site = { stagingDir: dir, liveDir: null, precompress: [], records: 'packed' } as const;
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
  return new Map([...files, [releaseFile, JSON.stringify({ ...release, records: 'packed' })]]);
}
