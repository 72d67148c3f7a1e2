/** All collections, each described in a folder of its own. */
import type { PerCollection } from '../contract/collectionName.ts';
import type { Collection } from './collection.ts';
import { genes } from './genes/genes.ts';
import { phages } from './phages/phages.ts';

export const collections: PerCollection<Collection> = { phages, genes };
