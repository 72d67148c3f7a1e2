import path from 'node:path';
import { expect, test } from 'vitest';
import { shortPath } from '../../../src/publishing/fileList.ts';

const here = process.cwd();

test.each([
  ['the working folder', here, '.'],
  ['what lies in it', path.join(here, 'dist'), 'dist'],
  ['what lies deeper in it', path.join(here, 'a/b.json'), path.join('a', 'b.json')],
  ['the folder around it', path.dirname(here), path.dirname(here)],
  ['a folder beside it', `${here}-other`, `${here}-other`],
  ['a folder far away', path.resolve('/srv/site'), path.resolve('/srv/site')],
  ['what lies in it and begins with two dots', path.join(here, '..data'), '..data'],
])('%s is written as short as may be', (_what, target, shown) => {
  expect(shortPath(target)).toBe(shown);
});
