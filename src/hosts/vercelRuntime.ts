/** The middleware for Vercel: the router, which rewrites requests to deployed files. */
import {
  answerApi,
  askBeside,
  byOwnName,
  type EdgeSite,
  fileUrl,
  genomeUrl,
  isPacked,
  packedPage,
  plainUrl,
  routeBelow,
  withBulkHeaders,
} from './edge.ts';

declare const site: EdgeSite;

/** A response is final unless its headers tell Vercel to continue. */
export default async function middleware(request: Request): Promise<Response> {
  const { answer, target } = routeBelow(request, site);
  const ask = (url: string, method: string) => fetch(url, { method });
  if (answer.kind === 'outside') {
    const page = await packedPage(request, target, site, (asked) => fetch(asked));
    if (page !== null) return page;
    // Before fetching the file, as below.
    const plain = plainUrl(request.url, target);
    if (isPacked(plain, site)) {
      const path = { url: plain, path: target.path };
      const found = await askBeside(request, path, site, (asked) => fetch(asked));
      return withBulkHeaders(found, target.path, site);
    }
    const own = await genomeUrl(request, target.path, site, ask);
    return goOn(request, own ?? plain);
  }
  // For OPTIONS, it fetches files by GET and HEAD; these requests come back here and are passed on.
  const isMade = answer.kind !== 'file' || answer.holds === 'description';
  if (isMade || isPacked(fileUrl(request.url, answer.file), site))
    return await answerApi(answer, request, site, ask);
  // Reads the index before the file, since only Vercel can fetch the file without coming back here.
  const { file } = (await byOwnName(answer, request, ask)) ?? answer;
  return goOn(request, fileUrl(request.url, file));
}

/** The headers that the helpers of Vercel's own packages set. */
function goOn(request: Request, url: string): Response {
  const headers: Record<string, string> =
    url === request.url ? { 'x-middleware-next': '1' } : { 'x-middleware-rewrite': url };
  return new Response(null, { headers });
}
