/** Checks that a folder has exactly the other phage names that its records imply (D3). */
import { createPhageAliases, type PhageAliases } from '../../collections/phageAliases.ts';
import type { JoinedFacts } from '../../collections/fact.ts';
import { aliasFiles, fileOfPhage, phageFile } from '../../contract/aliasIndex.ts';
import { hiddenBy, needAliasFiles } from '../../hosts/aliases.ts';
import { hostsOf } from '../../hosts/hostedSite.ts';
import { inChunks } from '../../workers/inChunks.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import type { ReleaseContext } from './folderContext.ts';
import type { AliasFile } from './verifyAliases.ts';

const filesPerTask = 4096;

export async function checkAliases(folder: ReleaseContext, facts: JoinedFacts): Promise<void> {
  const { site, manifest, release, log, files, workers } = folder;
  if (release.phage_aliases !== true) {
    log.checked('D3');
    log.remark('D3', 'none, by choice (--no-phage-aliases)');
    return;
  }
  log.checked('D3');
  const hosts = hostsOf(release);
  const isFolded = release.case_insensitive_names === true;
  const aliases = createPhageAliases(facts, hiddenBy(hosts), isFolded);
  for (const [file, text] of aliasFiles(aliases.phages)) {
    files.expect('D3', file, 'the names of phages', (bytes) => bytes.equals(Buffer.from(text)));
  }
  if (!needAliasFiles(hosts)) return;
  const tallies = await mapTasks(
    inChunks(filesOf(aliases, manifest), filesPerTask),
    2 * workers.jobs,
    (some) => workers.run('verifyAliases', { ...site, files: some }),
  );
  for (const part of tallies) log.merge(part);
}

function* filesOf(aliases: PhageAliases, manifest: SiteManifest): Generator<AliasFile> {
  for (let entry = 0; entry < manifest.entries; entry++) {
    const own = manifest.pathOf(entry);
    const phage = fileOfPhage(own);
    if (phage === null) continue;
    for (const name of aliases.namesOf(phage.name)) {
      yield { own, alias: phageFile({ ...phage, name }) };
    }
  }
}
