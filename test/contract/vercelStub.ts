/**
 * A stub of Vercel: runs the generated middleware, and evaluates the rules of the generated `vercel.json`,
 * once Vercel's own package has accepted them, phase by phase as its documentation says.
 */
import { getTransformedRoutes, isHandler, type Route } from '@vercel/routing-utils';
import { compressed, serveResponses, storeIn, type Stub } from './edgeStub.ts';

export type Middleware = (request: Request) => Promise<Response>;

/** Serves a site's folder. Throws when the rules are not valid. */
export async function startVercelStub(
  site: string,
  port: number,
  middleware: Middleware,
  rules: { readonly routes: Route[] },
): Promise<Stub> {
  const { routes, error } = getTransformedRoutes(rules);
  if (error !== null) throw new Error(error.message);
  const phases = phasesOf(routes ?? []);
  const store = storeIn(site);

  const afterMiddleware = async (path: string, request: Request): Promise<Response> => {
    const rulesOf = (phase: string) =>
      (phases.get(phase) ?? []).filter((rule) => new RegExp(`${rule.src}`).test(path));
    const stored = await store(new Request(withPath(request.url, path), request));
    if (stored.status !== 404) {
      for (const rule of rulesOf('hit')) setHeaders(stored.headers, rule);
      return compressed(request, stored);
    }
    const [missing] = rulesOf('filesystem');
    if (missing === undefined || isHandler(missing)) {
      return new Response('NOT_FOUND', { status: 404, headers: stored.headers });
    }
    const { body, headers } = await store(new Request(withPath(request.url, missing.dest ?? '')));
    setHeaders(headers, missing);
    return new Response(body, { status: missing.status ?? 200, headers });
  };

  // As for all middleware, the path has gone through a URL parser.
  return serveResponses(port, async (request) => {
    const decided = await middleware(request);
    const rewrite = decided.headers.get('x-middleware-rewrite');
    return rewrite === null && !decided.headers.has('x-middleware-next')
      ? compressed(request, decided)
      : afterMiddleware(new URL(rewrite ?? request.url).pathname, request);
  });
}

/** The rules by the handle that they follow; '' are those before any. */
function phasesOf(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const phases = new Map<string, Route[]>();
  let phase = '';
  for (const route of routes) {
    if (isHandler(route)) phase = route.handle;
    else phases.set(phase, [...(phases.get(phase) ?? []), route]);
  }
  return phases;
}

function withPath(url: string, path: string): URL {
  const other = new URL(url);
  other.pathname = path;
  return other;
}

function setHeaders(headers: Headers, rule: Route): void {
  const own = isHandler(rule) ? {} : (rule.headers ?? {});
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
}
