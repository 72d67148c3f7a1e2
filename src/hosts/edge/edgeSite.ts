/** The site as the code at the edge knows it: `const site`, which the generated file puts before the bundle. */
import type { RoutedSite } from '../../contract/route.ts';

export interface EdgeSite extends RoutedSite {
  /** Seconds (M5). */
  readonly maxAge: number;
}
