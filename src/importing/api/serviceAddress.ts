/** Where a service answers, and which requests its links come to: none ever leaves the host that was asked. */
import { basePath } from '../../contract/baseUrl.ts';
import { attempt } from '../../failure.ts';

export interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** With a slash at both ends: `/phages/api/`. */
  readonly apiPath: string;
  /** Its address, by which the data folder knows what came from it. */
  readonly id: string;
}

/** Of a base URL, or that of its `/api/`. */
export function serviceAddress(baseUrl: string): ServiceAddress {
  const { origin } = new URL(baseUrl);
  const apiPath = `${basePath(baseUrl).replace(/\/api$/, '')}/api/`;
  return { origin, apiPath, id: `${origin}${apiPath}` };
}

/** Of a list, the addresses of its pages: the list itself, and pages as plain files (L7). */
const pageOfList = /^(?:page\/\d+\.json)?$/;

/**
 * The request for the page that `next` names: the page of the list at `path`, at the host that was asked, whatever host
 * and folder `next` names. Null where it names no page of that list.
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
  // Pages for people have this, too; what is wanted is said in Accept.
  url.searchParams.delete('format');
  if (page === '' && url.search === '') return null;
  return `${path}${page}${url.search}`;
}

/** The request for a file of the service; null for one of another host, or none at all. */
export function fileTarget({ id }: ServiceAddress, file: string): string | null {
  const url = attempt(() => new URL(file, id));
  if (url === undefined || !/^https?:$/.test(url.protocol)) return null;
  const asked = new URL(id);
  // The scheme may differ: a service behind a proxy says http of itself.
  const isSame = url.hostname === asked.hostname && url.port === asked.port;
  return isSame ? `${url.pathname}${url.search}` : null;
}
