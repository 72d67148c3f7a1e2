/**
 * The story of a build, one stage after the other:
 *
 * 1. discover, read, validate and sort: `checkData`, which `phagepress check` shares;
 * 2. render: each view cuts the ordered records into files;
 * 3. stage: the files land in a folder beside the site;
 * 4. publish: staging takes the live site's place.
 *
 * Any error in the data ends it after the first stage, with the live site as it was.
 */
import {
  checkData,
  type CheckedCollection,
  type CheckedData,
  type CheckOptions,
} from './checkData.ts';
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
} from './contract/collectionName.ts';
import type { Release } from './contract/release.ts';
import { releaseFile } from './contract/sitePaths.ts';
import type { Progress } from './progress.ts';
import {
  assertReplaceable,
  type PublishedSite,
  publishSite,
  repairSwap,
} from './publishing/publishSite.ts';
import { createStaging, type Staging } from './publishing/staging.ts';
import { loadSchemas } from './validation/recordSchemas.ts';
import { programVersion } from './version.ts';
import { cutPages, paged, type PagedCollection } from './views/cutPages.ts';
import { apiRoot, bodyFiles, schemaFiles, schemaId } from './views/fixedFiles.ts';
import { renderHeadersFile } from './views/headersFile.ts';
import { listFiles } from './views/pagedList.ts';
import { type SiteFile, textFile } from './views/siteFile.ts';
import { createRecordFiles } from './views/singleRecords.ts';
import { welcomePage } from './views/welcomePage.ts';

export interface BuildOptions extends CheckOptions {
  /** Folder of the site; replaced as a whole. */
  readonly out: string;
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  /** Records on a page. */
  readonly pageSizes: PerCollection<number>;
  /** Seconds that answers may be kept (M5). */
  readonly maxAge: number;
  /** Whether each gene gets an address of its own (D1). */
  readonly geneFiles: boolean;
}

/** `site` is null when errors in the data kept it from being published. */
export type BuildOutcome = CheckedData & { readonly site: PublishedSite | null };

/** Builds and publishes the site. Bad data is in the outcome; throws a Failure for the rest. */
export async function buildSite(options: BuildOptions, progress: Progress): Promise<BuildOutcome> {
  await repairSwap(options.out);
  await assertReplaceable(options.out);
  const checked = await checkData(options, progress);
  if (checked.findings.hasErrors()) return { ...checked, site: null };

  const staging = await createStaging(options.out);
  try {
    const release = stageSite(checked.collections, options, staging, progress);
    await publishSite(staging, options.out);
    return { ...checked, site: { release, ...staging.written } };
  } finally {
    progress.end();
    await staging.discard();
  }
}

/** Renders every view into the staging folder; `release.json` comes last. */
function stageSite(
  collections: PerCollection<CheckedCollection>,
  options: BuildOptions,
  staging: Staging,
  progress: Progress,
): Release {
  const total = collectionNames.reduce((sum, name) => sum + collections[name].count, 0);
  progress.stage('Writing', total, 'records');
  const shapes = {
    phages: paged('phages', collections.phages.count, options.pageSizes.phages),
    genes: paged('genes', collections.genes.count, options.pageSizes.genes),
  };
  for (const name of collectionNames) {
    for (const file of collectionFiles(collections[name], shapes[name], options, progress)) {
      staging.write(file.path, file.bytes);
    }
  }
  const schemas = loadSchemas();
  const release = describeRelease(
    shapes,
    options,
    schemas.map(({ name }) => schemaId(options.baseUrl, name)),
  );
  const fixedFiles = [
    apiRoot(options.baseUrl),
    ...bodyFiles(),
    ...schemaFiles(schemas, options.baseUrl),
    renderHeadersFile(options.baseUrl, options.maxAge),
    welcomePage(release),
    textFile(releaseFile, `${JSON.stringify(release, null, 2)}\n`),
  ];
  for (const file of fixedFiles) staging.write(file.path, file.bytes);
  return release;
}

function* collectionFiles(
  checked: CheckedCollection,
  shape: PagedCollection,
  options: BuildOptions,
  progress: Progress,
): Generator<SiteFile> {
  const recordFiles = hasRecordFiles(shape.collection, options)
    ? createRecordFiles(shape.collection)
    : () => [];
  for (const page of cutPages(checked.records(), shape.pageSize)) {
    yield* listFiles(page, shape, options.baseUrl);
    yield* recordFiles(page.records);
    progress.advance(page.records.length);
  }
}

function hasRecordFiles(collection: CollectionName, options: BuildOptions): boolean {
  return collection === 'phages' || options.geneFiles;
}

function describeRelease(
  shapes: PerCollection<PagedCollection>,
  options: BuildOptions,
  schemas: readonly string[],
): Release {
  const published = ({ count, pageSize, lastPage }: PagedCollection) => {
    return { count, page_size: pageSize, pages: lastPage };
  };
  return {
    program: 'phagepress',
    version: programVersion(),
    base_url: options.baseUrl,
    max_age: options.maxAge,
    gene_files: options.geneFiles,
    collections: { genes: published(shapes.genes), phages: published(shapes.phages) },
    schemas,
  };
}
