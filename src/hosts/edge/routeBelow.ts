/** The contract's route for a request to an edge function, which sees the whole address, prefix and all. */
import { type Answer, route } from '../../contract/route.ts';
import type { EdgeSite } from './edgeSite.ts';
import { type EdgeTarget, pathAndQuery, targetBelow } from './requestTarget.ts';

interface Routed {
  readonly answer: Answer;
  /** Below the prefix. */
  readonly target: EdgeTarget;
}

export function routeBelow({ method, url }: Request, site: EdgeSite): Routed {
  const target = targetBelow(site.prefix, url);
  const whole = targetBelow('', url);
  // Without its slash, the links of the page for people would lead beside the site.
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
