/** What an incremental build needs to know of the live site, as the cache stores it. */
import { deserialize, serialize } from 'node:v8';
import type { BulkSizes } from '../bulk/bulkPlan.ts';
import type { ViewNotes } from '../views/planViews.ts';

export interface SiteNotes {
  /** Of all pages. */
  readonly pages: ViewNotes;
  readonly bulk: BulkSizes;
}

export function packNotes(notes: SiteNotes): Buffer {
  return serialize(notes);
}

export function unpackNotes(packed: Uint8Array): SiteNotes {
  const notes: SiteNotes = deserialize(packed);
  return notes;
}
