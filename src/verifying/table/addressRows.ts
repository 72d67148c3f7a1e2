/** The contract's rows that every address under `/api/` is asked, whatever it answers (A2, M1, M3 to M5). */
import { type Description, optionsFile } from '../../contract/sitePaths.ts';
import {
  compressed,
  content,
  description,
  notAllowed,
  notFound,
  redirect,
  type TableRow,
  tableRow as row,
  unchanged,
} from './tableRow.ts';

export interface Address {
  /** The clause that says what it answers. */
  readonly clause: string;
  readonly name: string;
  /** Below the base URL, escaped; ends in a slash. */
  readonly path: string;
  /** Of the site: the bytes that it answers without a query. */
  readonly file: string;
  readonly describedAs: Description;
  readonly takesPages: boolean;
  /** A name below it that nothing has, escaped. */
  readonly unknown: string;
}

// Every method that a client may try; of records and lists, which are what somebody would want to change, all.
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;
// What sends them says where from.
const preflight = { 'Access-Control-Request-Method': 'GET' };

/** `methods` tells how many of the methods that are not allowed are tried. */
export function addressRows(
  { clause, name, path, file, describedAs, takesPages, unknown }: Address,
  methods: 'all' | 'one' = 'one',
): TableRow[] {
  const slashless = path.slice(0, -1);
  const query = '?a=%2F&b';
  const page = 'page=2&format=api';
  const [head, options] = [{ method: 'HEAD' }, { method: 'OPTIONS' }];
  const itself = content(file);
  const described = description(optionsFile(describedAs));
  return [
    row(clause, name, path, itself),
    row(clause, `${name} by its file, which takes no page`, `${path}index.json?${page}`, itself),
    ...(takesPages ? [] : [row(clause, `${name} takes no page`, `${path}?${page}`, itself)]),
    row('A2', `${name} without slash`, slashless, redirect(path)),
    row('A2', `${name} without slash: query kept`, slashless + query, redirect(path + query)),
    row('A2', `${name} without slash: HEAD`, slashless, redirect(path), head),
    row('M3', `HEAD of ${name}`, path, itself, head),
    row('M3', `OPTIONS of ${name}`, path, described, options),
    row('M3', `OPTIONS of ${name}: no query`, `${path}?page=99`, described, options),
    row('M3', `a CORS preflight for ${name}`, path, described, {
      ...options,
      headers: preflight,
    }),
    ...otherMethods.slice(0, methods === 'all' ? otherMethods.length : 1).map((method) =>
      row('M4', `${method} to ${name}`, path, notAllowed, {
        method,
        specialNeed: method === 'PROPFIND' ? 'webdav' : null,
      }),
    ),
    row('M5', `the same validator of ${name}`, path, unchanged, { ifNoneMatch: (tag) => tag }),
    row('M5', `another validator of ${name}`, path, itself, { ifNoneMatch: () => '"other"' }),
    row('M1', `${name} compressed`, path, compressed(file, 'gzip'), {
      headers: { 'Accept-Encoding': 'gzip' },
    }),
    row('D2', `nothing below ${name}`, `${path}${unknown}/`, notFound),
    row('M3', `HEAD of nothing below ${name}`, `${path}${unknown}/`, notFound, head),
  ];
}
