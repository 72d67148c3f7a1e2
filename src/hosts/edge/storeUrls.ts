/** The URLs by which an edge function reads its host's storage, which knows no prefix. */
import { pathAndQuery, type RequestTarget } from '../../contract/requestTarget.ts';

/** The URL of a file of the site; the path is relative and not escaped. */
export function fileUrl(requestUrl: string, file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return `${originOf(requestUrl)}/${path}`;
}

export function plainUrl(requestUrl: string, target: RequestTarget): string {
  return originOf(requestUrl) + pathAndQuery(target);
}

export function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
}
