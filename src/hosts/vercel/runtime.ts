/** The middleware for Vercel: the router, which rewrites requests to deployed files. */
import { answerApi } from '../edge/answerApi.ts';
import { fileUrl, plainUrl } from '../edge/storeUrls.ts';
import { type EdgeSite, routeBelow } from '../edge/routeBelow.ts';

declare const site: EdgeSite;

/** A response is final unless its headers tell Vercel to continue. */
export default async function middleware(request: Request): Promise<Response> {
  const { answer, target } = routeBelow(request, site);
  if (answer.kind === 'outside') return goOn(request, plainUrl(request.url, target));
  return answer.kind === 'file' && answer.holds !== 'description'
    ? goOn(request, fileUrl(request.url, answer.file))
    : // For OPTIONS it asks for files by GET and HEAD, which come back here and are passed on.
      await answerApi(answer, request, site, (url, method) => fetch(url, { method }));
}

/** The headers that the helpers of Vercel's own packages set. */
function goOn(request: Request, url: string): Response {
  const headers: Record<string, string> =
    url === request.url ? { 'x-middleware-next': '1' } : { 'x-middleware-rewrite': url };
  return new Response(null, { headers });
}
