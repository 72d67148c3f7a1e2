import { expect, test } from 'vitest';
import { codeExtensions, codeTypeOf } from '../../../src/contract/sitePaths.ts';
import { pageAssetNames } from '../../../src/describing/pagesForPeople.ts';

test('a name has the type of its ending', () => {
  expect(codeTypeOf('web/code/app-X.js')).toBe('text/javascript');
  expect(codeTypeOf('web/code/licences-X.txt')).toBe('text/plain');
  expect(codeTypeOf('web/code/app-X.js.gz')).toBeNull();
  expect(codeTypeOf('web/code/toString')).toBeNull();
});

test('every file that is bundled has a type, so that every host serves it', () => {
  const { files } = JSON.parse(pageAssetNames()) as { files: string[] };
  const known = new RegExp(`^[^/._][^/]*\\.(?:${codeExtensions})$`);
  expect(files.filter((file) => !known.test(file))).toEqual([]);
  expect(files.filter((file) => !/-[A-Za-z0-9]{8}\.[a-z]+$/.test(file))).toEqual([]);
});
