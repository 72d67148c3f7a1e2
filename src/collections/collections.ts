/** All collections and the lists derived from them, each described in its own folder. */
import type { DerivedName, PerCollection } from '../contract/collectionName.ts';
import type { Collection, DerivedList } from './collection.ts';
import { features } from './features/features.ts';
import { genes } from './genes/genes.ts';
import { phages } from './phages/phages.ts';
import { phams } from './phams/phams.ts';

export const collections: PerCollection<Collection> = { phages, genes, features };

export const derivedLists: Readonly<Record<DerivedName, DerivedList>> = { phams };
