/** The edge function for Netlify: the router in front of the deployed files. */
import {
  answerApi,
  askBeside,
  type EdgeSite,
  isCode,
  packedPage,
  plainUrl,
  readTypeAt,
  routeBelow,
  withBulkHeaders,
  withLastingHeaders,
} from './edge.ts';

declare const site: EdgeSite;

interface Context {
  /** Fetches the response that Netlify would send without this function. */
  readonly next: (request: Request) => Promise<Response>;
}

/** A returned URL is a rewrite; undefined passes the request on to Netlify. */
export default async function answer(
  request: Request,
  context: Context,
): Promise<Response | URL | undefined> {
  const { answer: answered, target } = routeBelow(request, site);
  if (answered.kind !== 'outside') {
    return await answerApi(answered, request, site, (url, method) =>
      context.next(new Request(url, { method })),
    );
  }
  const page = await packedPage(request, target, site, (asked) => context.next(asked));
  if (page !== null) return page;
  const plain = plainUrl(request.url, target);
  if (readTypeAt(target.path) !== null) {
    const stored = await askBeside(request, { url: plain, path: target.path }, site, (asked) =>
      context.next(asked),
    );
    return withBulkHeaders(stored, target.path, site);
  }
  if (isCode(target.path, site)) {
    return withLastingHeaders(await context.next(new Request(plain, request)));
  }
  return plain === request.url ? undefined : new URL(plain);
}
