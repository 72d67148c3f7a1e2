/**
 * Compares the bulk files of a folder with its records, in the workers, and then checks the files that describe them.
 */
import { columnsOf } from '../../bulk/columns.ts';
import { describeBulk } from '../../bulk/describeBulk.ts';
import { isOfGenomes, isWhole } from '../../bulk/formats.ts';
import { planFamilies } from '../../bulk/familyBatches.ts';
import { bulkParts, countSequenced } from '../../bulk/bulkPlan.ts';
import { planBlocks } from '../../bulk/bulkParts.ts';
import { isBulkPath } from '../../contract/bulkAddresses.ts';
import {
  bulkFiles,
  bulkFilesOf,
  type BulkPath,
  dataPackageFile,
} from '../../contract/bulkFiles.ts';
import type { CollectionName, PerCollection } from '../../contract/collectionName.ts';
import { optionsOf } from '../../contract/optionsOf.ts';
import { phageTableNames } from '../../contract/tableAddresses.ts';
import type { PageNotes } from '../../pages/pageNotes.ts';
import { schemasOf } from '../../validation/loadSchemas.ts';
import { renamedSchemas } from '../../validation/renamedSchemas.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import type { ReleaseContext } from './folderContext.ts';

/** `notes` are of all pages. */
export async function checkBulk(
  folder: ReleaseContext,
  notes: PerCollection<PageNotes>,
  hasUniqueKeys: boolean,
): Promise<void> {
  const { site, manifest, files: check, release, log, workers } = folder;
  if (release.bulk.length === 0) {
    log.checked('B1');
    log.remark('B1', 'none, by choice (--no-bulk)');
    return;
  }
  const options = optionsOf(release);
  const { about, baseUrl, bulk, collections, fieldNames, genomesFile } = options;
  const wanted = new Set(bulk);
  const files = bulkFilesOf(bulk, collections);
  const schemas = renamedSchemas(schemasOf(collections), fieldNames);
  const table = { isGuarded: options.spreadsheetSafe };
  const records = new Map<BulkPath, number>();
  const phages = new Set(['phages'] as const);
  const groups = wanted.has('phages') ? bulkParts(phages, notes, collections) : [];
  const verifyAllGenomes = async () => {
    const verified = await workers.run('verifyGenomes', {
      ...site,
      notes,
      fieldNames,
      genomesFile,
    });
    for (const [file, count] of verified.records) records.set(file, count);
    return verified.tallies;
  };
  const tabled = { ...site, options: table, fieldNames };
  const blocksOf = (collection: CollectionName) =>
    Array.from(planBlocks(notes[collection], collection), ({ places }) => places);
  const tableTasks = () => [
    ...phageTableNames.map(
      (name) => () =>
        workers.run('verifyPhageTable', { ...tabled, table: name, blocks: blocksOf('phages') }),
    ),
    ...Array.from(
      planFamilies(notes.genes, null),
      (families) => () => workers.run('verifyFamilies', { ...tabled, families }),
    ),
  ];
  // Whole files first, since each takes one thread a long time.
  const tasks = [
    ...(wanted.has('genomes') ? [verifyAllGenomes] : []),
    ...files
      .filter((file) => !isOfGenomes(file))
      .map((file) => async () => {
        if (isWhole(file)) {
          const { collection } = file;
          records.set(file.path, release.collections[collection]?.count ?? 0);
          const columns = columnsOf(collection, schemas);
          const pages = { siteDir: site.root, collection, blocks: blocksOf(collection), columns };
          return workers.run('verifyParquet', { ...pages, manifest: site.manifest });
        }
        const task = { ...site, file, notes, table, fieldNames };
        const verified = await workers.run('verifyBulkFile', task);
        records.set(file.path, verified.records);
        return verified.tallies;
      }),
    ...(wanted.has('phagesdb') ? tableTasks() : []),
    ...Array.from(
      groups,
      (part) => () => workers.run('verifyPhageFiles', { ...site, part, fieldNames }),
    ),
  ];
  const tallies = await mapTasks(tasks, workers.jobs, (task) => task());
  for (const part of tallies) log.merge(part);

  const content = {
    about,
    baseUrl,
    releaseDate: release.release_date ?? null,
    schemas,
    fieldNames,
    hasUniqueKeys,
    ...table,
  };
  // Files of lists that release.json does not name are reported as surplus.
  const ofOthers = new Set<string>(
    bulkFiles.flatMap(({ collection, path }) => (collections.includes(collection) ? [] : [path])),
  );
  const inFolder = manifest
    .where((file) => isBulkPath(file) && !ofOthers.has(file))
    .map((entry) => manifest.fileOf(entry));
  const recordsIn = (file: BulkPath) => records.get(file) ?? 0;
  for (const { path: address, text } of describeBulk(
    wanted,
    inFolder,
    recordsIn,
    countSequenced(notes.phages),
    content,
  )) {
    const said = check.claim(address);
    if (said?.equals(Buffer.from(text)) === true) continue;
    // It contains the base URL, which is unknown in this case.
    if (said !== null && address === dataPackageFile && log.tallies.A1.failures > 0) continue;
    const found = said === null ? 'no such file' : 'something else';
    log.fail('B1', { address, expected: 'what lies beside it', found });
  }
}
