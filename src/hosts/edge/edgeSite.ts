/** The site's values for edge code: `const site`, which the generated file defines before the bundle. */
import type { RoutedSite } from '../../contract/route.ts';
import type { SiteOptions } from '../../contract/siteOptions.ts';

export type EdgeSite = RoutedSite & Pick<SiteOptions, 'maxAge'>;
