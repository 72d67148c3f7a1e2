/** The site's values for edge code: `const site`, which the generated file defines before the bundle. */
import type { RoutedSite } from '../../contract/route.ts';

export interface EdgeSite extends RoutedSite {
  /** Seconds (M5). */
  readonly maxAge: number;
}
