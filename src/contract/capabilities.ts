/** The parts of the contract that a host may or may not be able to keep. */

export const capabilityTitles = {
  indexes: 'an address that ends in `/` answers (L4, D1, V1)',
  pages: '`?page=N` answers that page, a bad one 404 (L4, V1)',
  'decodes-query': 'escaped digits and names in the query (L4)',
  'page-sizes': '`?page_size=N` answers pages of a size that is offered (L5)',
  redirects: 'a path without its slash answers 301, query kept (A2)',
  'json-errors': '404 with a JSON body, not kept by caches (D2, M5)',
  options: 'OPTIONS and CORS preflight answer (M3)',
  describes: 'OPTIONS answers a description (M3)',
  'not-allowed': 'other methods answer 405 (M4)',
  'names-method': 'the 405 names the method (M4)',
  webdav: 'methods of WebDAV answer 405, too (M4)',
  tables: 'with `--bulk phagesdb`, `/data/?type=…` and `/phams/genelist/<PhamID>/` answer (B1)',
  'beside-methods': 'other methods answer an error beside the API, too (B1)',
  'beside-options': 'scripts of other sites may ask for parts of bulk files (B1)',
  headers: '`Allow`, CORS, `nosniff`, `Vary`, `Cache-Control` (M1, M2, M5)',
  'no-origin': '`Access-Control-Allow-Origin` also without an `Origin` (M1)',
  validators: 'ETag and 304 that follow the bytes (M5)',
  compresses: 'gzip or br for clients that take it',
  'raw-path': 'odd paths (`//`, `..`, `%00`) answer JSON, as they were sent (D2)',
  'case-insensitive-names': 'with `--case-insensitive-names`, a name in any case (D1)',
  'phage-aliases': 'with `--phage-aliases`, another name of a phage in any case (D3)',
  'genome-aliases': 'with `--phage-aliases`, its genome below `/media/` by another name (D3)',
  'long-names': 'names too long for a file answer the same 404 (D2)',
  'long-queries': 'a query of 9 kB is read like any other (L5)',
  preconditions: '`If-Match` and `If-Unmodified-Since` change nothing (M5)',
  'any-method': 'a method that nobody knows answers 405, too (M4)',
} as const;

export type Capability = keyof typeof capabilityTitles;

export const capabilities = Object.keys(capabilityTitles) as readonly Capability[];

/** For each capability: kept, or why not, as a clause that follows "no:". */
export type Keeps = Readonly<Record<Capability, true | string>>;
