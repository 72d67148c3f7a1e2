/** The type of a feature record in the rules, where fields may be null. */
import type { FeatureRecord } from '../../generated/records.ts';
import type { MaybeNull } from '../rule.ts';

export type Feature = MaybeNull<FeatureRecord>;
