/** Routes a request to an edge function, which sees the full URL with the site's prefix. */
import { type Answer, route, type RoutedSite } from '../../contract/route.ts';
import { tableAt } from '../../contract/tableAddresses.ts';
import type { SiteOptions } from '../../contract/siteOptions.ts';
import { pathAndQuery, targetBelow } from '../../contract/requestTarget.ts';

/** `const site`, which the generated file defines before the bundle. */
export type EdgeSite = RoutedSite & Pick<SiteOptions, 'maxAge'> & { readonly pages?: boolean };

/** The `target` returned with the answer has no prefix; for a table, it is that of the table's file. */
export function routeBelow({ method, url }: Request, site: EdgeSite) {
  const target = targetBelow(site.prefix, url);
  const whole = targetBelow('', url);
  // Without the final slash, relative links of the welcome page would point outside the site.
  const answer: Answer =
    whole.path === site.prefix
      ? {
          kind: 'redirect',
          status: 301,
          location: pathAndQuery({ path: `${site.prefix}/`, query: whole.query }),
        }
      : route({ method, ...target }, site);
  const table = site.tables === true ? tableAt(target.path, target.query) : null;
  return { answer, target: table === null ? target : { path: table, query: '' } };
}
