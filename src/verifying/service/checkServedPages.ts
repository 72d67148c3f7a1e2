/** L7 at an address: compares a sample of pages as plain files with what was published. */
import { listNames, type PerList } from '../../contract/collectionName.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import { formatCount } from '../../text/quantities.ts';
import { sampleOf, type Sampling } from './askedFiles.ts';
import { isPublished, type PublishedAddress } from './published.ts';
import type { Service } from './service.ts';

export function pagesToAsk(
  service: Service,
  lastPages: PerList<number> | null,
  sampling: Sampling,
): PublishedAddress[] {
  const { baseUrl, manifest, release, log } = service;
  if (manifest === null || lastPages === null) return [];
  const total = listNames.reduce((sum, list) => sum + lastPages[list], 0);
  const remark = (count: number) =>
    log.remark('L7', `${formatCount(count)} of ${formatCount(total)} asked`);
  if (release?.links === 'path' && sampling.sample === null) {
    // With links by path, the walk has read all of them.
    remark(total);
    return [];
  }
  const asked = listNames.flatMap((list) =>
    sampleOf(lastPages[list], sampling, `${list} as files`).map((at): PublishedAddress => {
      const file = pageFile(list, at + 1);
      return {
        clause: 'L7',
        address: `${baseUrl}/${file}`,
        file,
        expected: 'the page that manifest.json has',
        isRight: (bytes) => isPublished(service, file, bytes) === true,
      };
    }),
  );
  remark(asked.length);
  return asked;
}
