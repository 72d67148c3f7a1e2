/** Finds a genome that is requested by another name of its phage, in the index in the host's storage (D3). */
import { aliasFileFor, genomeAliasAt, genomeByAlias } from '../../contract/aliasIndex.ts';
import type { FetchFile } from './answerApi.ts';
import type { EdgeSite } from './routeBelow.ts';
import { fileUrl } from './storeUrls.ts';

type AskedGenome = Pick<Request, 'method' | 'url'>;

/** The URL of the file under the phage's own name; null for any other file, or an unknown name. */
export async function genomeUrl(
  { method, url }: AskedGenome,
  path: string,
  site: EdgeSite,
  fetchFile: FetchFile,
): Promise<string | null> {
  const isRead = method === 'GET' || method === 'HEAD';
  const asked = site.phageAliases === true && isRead ? genomeAliasAt(path) : null;
  if (asked === null) return null;
  const index = await fetchFile(fileUrl(url, aliasFileFor(asked)), 'GET');
  const file = index.status === 200 ? genomeByAlias(asked, await index.text()) : null;
  return file === null ? null : fileUrl(url, file);
}

/**
 * The storage's response for a file outside the API; if the file does not exist, that for the genome under its phage's
 * own name.
 */
export async function askBeside(
  request: Request,
  { url, path }: { readonly url: string; readonly path: string },
  site: EdgeSite,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const stored = await ask(new Request(url, request));
  if (stored.status !== 404) return stored;
  const own = await genomeUrl(request, path, site, (file, method) =>
    ask(new Request(file, { method })),
  );
  if (own === null) return stored;
  await stored.body?.cancel();
  return await ask(new Request(own, request));
}
