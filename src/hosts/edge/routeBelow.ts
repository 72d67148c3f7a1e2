/** Routes a request to an edge function, which sees the full URL with the site's prefix. */
import { type Answer, route } from '../../contract/route.ts';
import { pathAndQuery, type RequestTarget, targetBelow } from '../../serving/requestTarget.ts';
import type { EdgeSite } from './edgeSite.ts';

interface Routed {
  readonly answer: Answer;
  /** Without the prefix. */
  readonly target: RequestTarget;
}

export function routeBelow({ method, url }: Request, site: EdgeSite): Routed {
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
  return { answer, target };
}
