import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Progress } from '../../../src/progress.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { build } from './build.ts';

test('what fails once the new site is live says that it is', async () => {
  const folder = tempFolder({
    'data/genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
  let isFlushing = false;
  const progress: Progress = {
    stage(name) {
      isFlushing = name === 'Flushing to the disk';
    },
    advance() {},
    end() {
      if (!isFlushing) return;
      throw Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'write' });
    },
  };
  await expect(build(folder, {}, inProcessWorkers, progress)).rejects.toMatchObject({
    kind: 'machine',
    message: `The new site is live in ${path.join(folder, 'site')}, but then this failed: Cannot write: the disk failed (EIO).`,
  });
  expect(readFileSync(path.join(folder, 'site/release.json'), 'utf8')).toContain('phagepress');
});
