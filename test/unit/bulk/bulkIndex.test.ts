import { expect, test } from 'vitest';
import { bulkIndex } from '../../../src/bulk/bulkIndex.ts';
import { phageFormNames } from '../../../src/contract/bulkFiles.ts';

test('the files of single phages are counted by their form', () => {
  const files = phageFormNames.flatMap((form, at) =>
    Array.from({ length: at + 2 }, (_, phage) => ({
      path: `bulk/phages/Phage.${phage}.${form}`,
      bytes: 1,
      sha256: '',
    })),
  );
  const { files: entries }: { files: { path: string; files?: number }[] } = JSON.parse(
    bulkIndex(new Set(['phages']), files, () => 0, 0),
  );
  const counts = phageFormNames.map(
    (form) => entries.find((entry) => entry.path === `phages/{phage}.${form}`)?.files,
  );
  expect(counts).toEqual(phageFormNames.map((_, at) => at + 2));
});
