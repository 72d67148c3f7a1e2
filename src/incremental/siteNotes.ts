/** What an incremental build needs to know of the live site, as the cache stores it. */
import type { BulkSizes } from '../bulk/bulkPlan.ts';
import type { ViewNotes } from '../views/planViews.ts';

export interface SiteNotes {
  /** Of all pages. */
  readonly pages: ViewNotes;
  readonly bulk: BulkSizes;
}
