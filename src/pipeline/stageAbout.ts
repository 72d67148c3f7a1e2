/** Stages the files that describe the site: the manifest and `release.json`. */
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { type Release, renderRelease } from '../contract/release.ts';
import { joinWritten, mergeFiles, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { manifestOf } from '../publishing/manifest.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';

/** `content` are all other files, which are in the staging folder already. Throws a Failure. */
export function stageAbout(
  content: WrittenFiles,
  described: Omit<Release, 'release'>,
  { stagingDir, liveDir }: SiteWriterOptions,
): { readonly release: Release; readonly about: WrittenFiles } {
  // These files are not in the manifest, and are never compressed.
  const place = { stagingDir, liveDir, precompress: [] };
  const manifest = createStreamedFile(manifestFile, place);
  try {
    for (const piece of manifestOf(mergeFiles(content.lists))) manifest.append(Buffer.from(piece));
    const { file, isLinked } = manifest.finish();
    const release = { ...described, release: file.sha256 };
    const writer = createSiteWriter(place);
    writer.put(releaseFile, Buffer.from(renderRelease(release)));
    return {
      release,
      about: joinWritten([listWritten([file], Number(isLinked)), writer.written()]),
    };
  } finally {
    manifest.close();
  }
}
