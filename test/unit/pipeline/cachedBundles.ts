/** What a build would remember of the bundles that it planned. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CachedBundle } from '../../../src/pipeline/cacheIndex.ts';
import type { IntakePlan } from '../../../src/pipeline/planIntake.ts';
import { stampOf } from '../../../src/sources/source.ts';

export function cachedBundles({ bundles }: Pick<IntakePlan, 'bundles'>): CachedBundle[] {
  return bundles.map(({ collection, steps }, index) => ({
    id: `bundle-${index}`,
    collection,
    count: 1,
    blocks: [],
    factsHash: '',
    pieces: steps.map(({ piece: { source, start, end } }) => ({
      file: source.file,
      start,
      end,
      bytes: source.bytes,
      ...stampOf(source),
      hash: hash('sha256', readFileSync(source.absolutePath).subarray(start, end)),
    })),
  }));
}
