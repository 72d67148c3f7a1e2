/** Parses a path into what it addresses, whatever the method (A2, A3, L7). */
import {
  type ListName,
  listNames,
  namedCollections,
  type NamedCollection,
  optionalAt,
  type PerList,
} from './collectionName.ts';
import { unsafeNameReason } from './recordName.ts';
import { matchViewTemplate, type ViewTemplate } from './views.ts';

export type Folder =
  | { readonly kind: 'root' }
  | { readonly kind: 'list'; readonly list: ListName }
  | { readonly kind: 'record'; readonly collection: NamedCollection; readonly name: string }
  /** A path of one of the view templates; `segments` are decoded and safe. */
  | {
      readonly kind: 'view';
      readonly template: ViewTemplate;
      readonly segments: readonly string[];
    };

export type ApiPath =
  /** Not under the API. */
  | { readonly kind: 'outside' }
  /** Under the API, where no file can exist (D2). */
  | { readonly kind: 'unknown' }
  /** A canonical path without its final slash; `canonical` has the slash and is percent-encoded (A2). */
  | { readonly kind: 'unslashed'; readonly canonical: string }
  /** The index of a folder, requested by its file name: the same answer as for the folder, with any query. */
  | { readonly kind: 'index'; readonly folder: Folder }
  /** A page as a plain file; it may be past the last page (L7). */
  | {
      readonly kind: 'page';
      readonly list: ListName;
      readonly page: number;
      /** The name of its set, which may not exist; '' for the default set (L5). */
      readonly size: string;
    }
  | Folder;

/**
 * Parses a path as sent in the request: percent-encoded, without the site's prefix. Each segment is decoded once; an
 * escaped slash does not separate segments. `lastPages` tells which collections are published: nothing exists below the
 * address of any other.
 */
export function parseApiPath(path: string, lastPages: PerList<number>): ApiPath {
  const segments = path.split('/').map(decodeSegment);
  const top = segments[1];
  if (segments[0] !== '' || typeof top !== 'string') return { kind: 'outside' };
  // A case-insensitive file system would serve the files of /api under /API, without the API's headers.
  if (top !== 'api') return { kind: top.toLowerCase() === 'api' ? 'unknown' : 'outside' };

  const below = segments.slice(2);
  const optional = optionalAt(below[0] || '');
  if (optional !== null && lastPages[optional] === 0) return { kind: 'unknown' };
  const page = plainPage(below);
  if (page !== null) return page;

  const last = below[below.length - 1];
  const namesFolder = last === '' || last === 'index.json';
  const folder = folderAt(namesFolder ? below.slice(0, -1) : below);
  if (folder === null) return { kind: 'unknown' };
  if (last === 'index.json') return { kind: 'index', folder };
  return namesFolder ? folder : { kind: 'unslashed', canonical: canonicalPath(below) };
}

function plainPage(segments: readonly (string | null)[]): ApiPath | null {
  const list = listNamed(segments[0]);
  const isSized = segments[1] === 'page-size';
  const size = isSized ? segments[2] || '' : '';
  const file = segments.slice(isSized && size !== '' ? 3 : 1);
  const match = /^([1-9][0-9]*)\.json$/.exec(file[1] || '');
  if (list === null || file[0] !== 'page' || file.length !== 2) return null;
  return match === null ? null : { kind: 'page', list, page: Number(match[1]), size };
}

function folderAt(segments: readonly (string | null)[]): Folder | null {
  if (segments.length === 0) return { kind: 'root' };
  const list = listNamed(segments[0]);
  if (list !== null && segments.length === 1) return { kind: 'list', list };
  const collection = namedCollections.find((name) => name === list);
  if (collection === undefined) return viewAt(segments);
  const name = segments[1] || '';
  // Empty segments, dot segments and decoded slashes are not valid names either (A3).
  if (segments.length !== 2 || unsafeNameReason(name) !== null) return null;
  return { kind: 'record', collection, name };
}

function viewAt(segments: readonly (string | null)[]): Folder | null {
  const names = segments.map((segment) => segment || '');
  if (names.some((name) => unsafeNameReason(name) !== null)) return null;
  const template = matchViewTemplate(names);
  return template === null ? null : { kind: 'view', template, segments: names };
}

function canonicalPath(segments: readonly (string | null)[]): string {
  return `/api/${segments.map((segment) => `${encodeURIComponent(segment || '')}/`).join('')}`;
}

function listNamed(segment: string | null | undefined): ListName | null {
  return listNames.find((name) => name === segment) || null;
}

/** Null for a malformed escape, instead of the exception of decodeURIComponent. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
