/** The address of a service, and the requests that its links lead to: none ever leaves the host that was asked. */
import { basePath } from '../../contract/baseUrl.ts';
import { attempt } from '../../failure.ts';

export interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** With a slash at both ends: `/phages/api/`. */
  readonly apiPath: string;
  /** Its address, which identifies its records in the data folder. */
  readonly id: string;
}

/** `baseUrl` may also be the address of `/api/`. */
export function serviceAddress(baseUrl: string): ServiceAddress {
  const { origin } = new URL(baseUrl);
  const apiPath = `${basePath(baseUrl).replace(/\/api$/, '')}/api/`;
  return { origin, apiPath, id: `${origin}${apiPath}` };
}

/** What follows a list's address in those of its pages: nothing, or a page as a plain file (L7). */
const pageOfList = /^(?:page\/\d+\.json)?$/;

/**
 * The request for the page in `next`: that page of the list at `path`, on the host that was asked, whatever host and
 * folder `next` names. Null if `next` is not a page of that list.
 */
export function nextTarget(
  { id, apiPath }: ServiceAddress,
  path: string,
  next: string,
): string | null {
  const url = attempt(() => new URL(next, id));
  const list = attempt(() => decodeURIComponent(path.slice(apiPath.length - '/api/'.length)));
  const named = attempt(() => decodeURIComponent(url?.pathname ?? ''));
  if (url === undefined || list === undefined || named === undefined) return null;
  const at = named.lastIndexOf(list);
  const page = named.slice(at + list.length);
  if (!/^https?:$/.test(url.protocol) || at < 0 || !pageOfList.test(page)) return null;
  // Pages for people have this, too; the Accept header selects the format.
  url.searchParams.delete('format');
  if (page === '' && url.search === '') return null;
  return `${path}${page}${url.search}`;
}

/** The request for a file of the service; null for a file on another host, or anything else. */
export function fileTarget({ id }: ServiceAddress, file: string): string | null {
  const url = attempt(() => new URL(file, id));
  if (url === undefined || !/^https?:$/.test(url.protocol)) return null;
  const asked = new URL(id);
  // The scheme may differ: a service behind a proxy takes its own for http.
  const isSame = url.hostname === asked.hostname && url.port === asked.port;
  return isSame ? `${url.pathname}${url.search}` : null;
}
