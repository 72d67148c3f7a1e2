import { expect, test } from 'vitest';
import { staticToAsk } from '../../../../src/verifying/service/filesToAsk.ts';
import { manifestOfPaths, releaseWith } from '../manifest/manifestOf.ts';
import { serviceWith } from './someReplies.ts';

test('of the publisher’s own files those are asked for that hosts serve as they are', () => {
  const manifest = manifestOfPaths([
    '.nojekyll',
    'about/a.css',
    'about/index.html',
    'about/old.htm',
    'api/index.json',
    'robots.txt',
  ]);
  const tops = ['.nojekyll', 'about/', 'robots.txt'];
  const paths = (staticTops: readonly string[]) =>
    staticToAsk(serviceWith({ manifest, release: releaseWith({ static: staticTops }) }), {
      sample: null,
      seed: 1,
    }).map(({ file }) => file.path);
  expect(paths(tops)).toEqual(['about/a.css', 'robots.txt']);
  expect(paths([])).toEqual([]);
});
