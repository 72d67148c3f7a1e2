/** Holds the bulk files of a folder against its records, in the workers, and then what their index says of them. */
import { bulkIndex } from '../bulk/bulkIndex.ts';
import { bulkParts } from '../bulk/keptParts.ts';
import { bulkFiles, bulkFolder, bulkIndexFile, type BulkPath } from '../contract/bulkFiles.ts';
import type { PerCollection } from '../contract/collectionName.ts';
import type { PublishedFile } from '../publishing/manifest.ts';
import type { PageNotes } from '../views/pageNotes.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { createFileCheck } from './fileCheck.ts';
import type { ReadBuffer } from './siteFolder.ts';
import type { SiteManifest } from './siteManifest.ts';
import type { FolderAtHand } from './verifyLists.ts';

/** `notes` are of all pages. */
export async function checkBulk(
  folder: FolderAtHand,
  notes: PerCollection<PageNotes>,
): Promise<void> {
  const { root, manifest, release, log, workers } = folder;
  if (release.bulk.length === 0) {
    log.checked('B1');
    log.remark('B1', 'none, by choice (--no-bulk)');
    return;
  }
  const wanted = new Set(release.bulk);
  const site = { root, manifest: manifest.shared };
  const files = bulkFiles.filter(({ name }) => wanted.has(name));
  const records = new Map<BulkPath, number>();
  const phages = new Set(['phages'] as const);
  const groups = wanted.has('phages') ? bulkParts(phages, notes) : [];
  // Whole files first: each takes one thread for long.
  const tasks = [
    ...files.map((file) => async () => {
      const verified = await workers.run('verifyBulkFile', { ...site, file, notes });
      records.set(file.path, verified.records);
      return verified.tallies;
    }),
    ...Array.from(groups, (part) => () => workers.run('verifyPhageFiles', { ...site, part })),
  ];
  const tallies = await mapTasks(tasks, workers.jobs, (task) => task());
  for (const part of tallies) log.merge(part);

  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  const said = createFileCheck(root, manifest, log).claim(bulkIndexFile, buffer);
  const index = bulkIndex(wanted, bulkFilesOf(manifest), (file) => records.get(file) ?? 0);
  if (said?.equals(Buffer.from(index)) === true) return;
  const found = said === null ? 'no such file' : 'something else';
  log.fail('B1', { address: bulkIndexFile, expected: 'what lies beside it', found });
}

function* bulkFilesOf(manifest: SiteManifest): Generator<PublishedFile> {
  for (let entry = 0; entry < manifest.entries; entry++) {
    if (manifest.pathOf(entry).startsWith(bulkFolder)) yield manifest.fileOf(entry);
  }
}
