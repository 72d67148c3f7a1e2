import { expect, test } from 'vitest';
import { assertFreeSpace } from '../../../src/publishing/freeSpace.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('a disk with room is no failure', async () => {
  await expect(assertFreeSpace(tempFolder(), 1)).resolves.toBeUndefined();
});

test('a disk without room is one of the machine, before anything is changed', async () => {
  const folder = tempFolder();
  await expect(assertFreeSpace(folder, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringMatching(
      /^There is too little room in .+: about 9007 TB are needed, .+ are free\.$/,
    ),
    hint: 'Nothing was changed. Free some space, or choose another disk with --out.',
  });
});
