/** The type of a phage record in the rules, where fields may be null. */
import type { PhageRecord } from '../../generated/records.ts';
import type { MaybeNull } from '../rule.ts';

export type Phage = MaybeNull<PhageRecord>;
