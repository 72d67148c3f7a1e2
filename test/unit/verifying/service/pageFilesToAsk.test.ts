import { expect, test } from 'vitest';
import { pageFilesToAsk } from '../../../../src/verifying/service/filesToAsk.ts';
import { examplePages } from '../../../../src/verifying/table/examples.ts';
import { manifestOf, manifestOfPaths, releaseWith } from '../manifest/manifestOf.ts';
import { createKeptLog } from '../keptLog.ts';
import { serviceWith } from './someReplies.ts';

const sampling = { sample: null, seed: 1 };

test('of the pages for people all code and indexes are asked for, but no more than a bounded number', () => {
  const asked = (paths: readonly string[], pages: boolean) => {
    const manifest = manifestOfPaths(paths);
    const service = serviceWith({ manifest, release: releaseWith({ pages }) });
    return pageFilesToAsk(service, sampling).map(({ file }) => file.path);
  };
  const few = ['web/code/a-1.css', 'web/code/a-1.js', 'web/phages.json'];
  const all = ['index.html', ...few, 'web/phages.json.gz'];
  expect(asked(all, true)).toEqual(few);
  expect(asked(all, false)).toEqual([]);
  const many = Array.from({ length: 500 }, (_, at) => `web/code/${1000 + at}.js`);
  expect(asked(many, true).length).toBeLessThan(100);
});

test('a site without pages for people says so', () => {
  const { log } = createKeptLog();
  const release = releaseWith({ pages: false });
  pageFilesToAsk(serviceWith({ manifest: manifestOfPaths([]), release, log }), sampling);
  expect(log.tallies.W1.remark).toBe('none, by choice (--no-pages)');
});

test('the table asks for the smallest code of each kind, and for every index', () => {
  const manifest = manifestOf({
    'web/code/a-1.css': '1',
    'web/code/a-1.js': '12',
    'web/code/b-1.js': '123',
    'web/genes.json': '{}',
    'web/phages.json': '{}',
  });
  const indexes = ['web/genes.json', 'web/phages.json'];
  expect(examplePages(manifest)).toEqual({
    pages: { code: ['web/code/a-1.css', 'web/code/a-1.js'], indexes },
  });
  expect(examplePages(manifestOf({ 'index.html': '' }))).toEqual({});
});
