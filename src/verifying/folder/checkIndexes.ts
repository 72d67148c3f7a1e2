/** Renders the indexes of the pages for people again from the pages of the lists, and compares. */
import { neutralNames } from '../../contract/fieldNames.ts';
import { lastPagesOf } from '../../contract/release.ts';
import { assetFolder } from '../../contract/sitePaths.ts';
import { isObject } from '../../contract/jsonObject.ts';
import { attempt } from '../../failure.ts';
import type { IndexPart } from '../../pages/indexPart.ts';
import { indexFiles, indexTasks, labelIndex, renderIndexes } from '../../pages/renderIndexes.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import { isKnownRelease } from '../manifest/rebuiltFiles.ts';
import type { ReleaseContext } from './folderContext.ts';

/** Call after the lists have been checked: wrong pages give no expected indexes. */
export async function checkIndexes({
  release,
  site,
  files,
  log,
  workers,
}: ReleaseContext): Promise<void> {
  if (release.pages !== true) {
    log.checked('W1');
    log.remark('W1', 'none, by choice (--no-pages)');
    return;
  }
  const indexed = {
    lastPages: lastPagesOf(release),
    fieldNames: release.field_names ?? neutralNames,
    hasFamilies: release.views.includes('phams'),
    hasGenomes: release.bulk.includes('genomes'),
    labels: release.family_labels === true ? labelsIn(files.claim(labelIndex)) : new Map(),
  };
  if (!isKnownRelease(log)) {
    // The files belong there, but their expected content is unknown.
    for (const file of indexFiles(indexed)) files.claim(file);
    return;
  }
  let parts: IndexPart[];
  try {
    parts = await mapTasks(indexTasks(site.root, indexed), 2 * workers.jobs, (task) =>
      workers.run('indexPart', task),
    );
  } catch {
    // A page that cannot be read is reported with the lists.
    return;
  }
  log.checked('W1');
  for (const { path: file, bytes } of renderIndexes(site.root, indexed, parts)) {
    const expected = `what the pages of the lists come to (${file.slice(assetFolder.length)})`;
    files.expect('W1', file, expected, (found) => found.equals(bytes));
  }
}

/** The labels are nowhere else; that they are of families of the site, and in their order, is what can be compared. */
function labelsIn(bytes: Buffer | null): ReadonlyMap<number, string> {
  const json: unknown = attempt(() => JSON.parse(String(bytes)));
  const { id, label } = isObject(json) ? json : {};
  const texts = Array.isArray(label) ? (label as unknown[]) : [];
  const labels = (Array.isArray(id) ? (id as unknown[]) : []).map((one, at) => [one, texts[at]]);
  // Where there are none, the file is still expected.
  return new Map([[-1, ''], ...(labels as [number, string][])]);
}
