/** The type of a gene record in the rules, where fields may be null. */
import type { GeneRecord } from '../../generated/records.ts';
import type { MaybeNull } from '../rule.ts';

export type Gene = MaybeNull<GeneRecord>;
