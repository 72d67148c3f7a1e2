/** Publishes the other names of phages: the index, and copies of the files for hosts that cannot read it (D3). */
import type { PhageAliases } from '../collections/phageAliases.ts';
import { aliasFiles, fileOfPhage, phageFile } from '../contract/aliasIndex.ts';
import type { Progress } from '../progress.ts';
import type { AliasLink } from '../publishing/linkAliases.ts';
import { joinWritten, mergeFiles, type WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { inChunks } from '../workers/inChunks.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

const linksPerTask = 4096;

/** `staged` are the files of the phages themselves; `hasFiles` says whether each name needs files. Throws a Failure. */
export async function stageAliases(
  aliases: PhageAliases,
  staged: WrittenFiles,
  hasFiles: boolean,
  place: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  const writer = createSiteWriter(place);
  for (const [file, text] of aliasFiles(aliases.phages)) writer.put(file, Buffer.from(text));
  if (!hasFiles) return writer.written();
  progress.stage('Linking names', null);
  const { stagingDir, liveDir } = place;
  const linked = await mapTasks(
    inChunks(linksIn(aliases, staged), linksPerTask),
    2 * workers.jobs,
    (links) => workers.run('linkAliases', { stagingDir, liveDir, links }),
  );
  return joinWritten([writer.written(), ...linked]);
}

function* linksIn(aliases: PhageAliases, { lists }: WrittenFiles): Generator<AliasLink> {
  for (const file of mergeFiles(lists)) {
    const phage = fileOfPhage(file.path);
    if (phage === null) continue;
    for (const name of aliases.namesOf(phage.name)) {
      yield { file, path: phageFile({ ...phage, name }) };
    }
  }
}
