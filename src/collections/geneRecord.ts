/** A gene as the rules see it. */
import type { GeneRecord } from '../generated/records.ts';
import type { MaybeNull } from './maybeNull.ts';

export type Gene = MaybeNull<GeneRecord>;
