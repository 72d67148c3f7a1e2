/** The worker for Cloudflare Pages and Workers: the router in front of the project's assets. */
import {
  answerApi,
  askBeside,
  type EdgeSite,
  isCode,
  originOf,
  packedPage,
  plainUrl,
  routeBelow,
  withBulkHeaders,
  withLastingHeaders,
} from './edge.ts';

declare const site: EdgeSite;

interface Environment {
  readonly ASSETS: { readonly fetch: (request: Request) => Promise<Response> };
}

const worker = {
  async fetch(request: Request, { ASSETS }: Environment): Promise<Response> {
    const { answer, target } = routeBelow(request, site);
    if (answer.kind !== 'outside') {
      return await answerApi(answer, request, site, (url, method) =>
        ASSETS.fetch(new Request(url, { method })),
      );
    }
    const page = await packedPage(request, target, site, (asked) => ASSETS.fetch(asked));
    if (page !== null) return page;
    const plain = { url: plainUrl(request.url, target), path: target.path };
    const stored = await askBeside(request, plain, site, (asked) => ASSETS.fetch(asked));
    const found = unkept(leadBelow(request.url, stored));
    return isCode(target.path, site)
      ? withLastingHeaders(found)
      : withBulkHeaders(found, target.path, site);
  },
};

/** `_headers` rules for a folder also apply to its 404s, which caches would then store. */
function unkept(answer: Response): Response {
  if (answer.status < 400) return answer;
  const error = new Response(answer.body, answer);
  error.headers.set('Cache-Control', 'no-store');
  return error;
}

/** Adds the prefix to redirects: the asset server does not know it, and redirects `/index.html` to `/`. */
function leadBelow(requestUrl: string, answer: Response): Response {
  const location = answer.headers.get('Location');
  if (site.prefix === '' || location === null) return answer;
  const origin = originOf(requestUrl);
  const path = location.startsWith(`${origin}/`) ? location.slice(origin.length) : location;
  if (!/^\/(?!\/)/.test(path)) return answer;
  const led = new Response(answer.body, answer);
  led.headers.set('Location', site.prefix + path);
  return led;
}

export default worker;
