/**
 * The clauses of a verification, in the order of the report: those of the contract, and those on the site's own
 * descriptions.
 */

export const clauseTitles = {
  files: 'no file is missing, none is too many',
  manifest: 'every file has the size and hash that manifest.json says',
  release: 'release.json says what is there',
  answers: 'every request is answered',
  A1: 'links start with the base URL',
  A2: 'a path without its slash leads to the one with it',
  A3: 'names in paths',
  L1: 'canonical JSON',
  L2: 'next and previous',
  count: 'count and page sizes',
  L3: 'order',
  L4: 'the page parameter',
  L5: 'other parameters',
  L6: 'an empty list has one page',
  L7: 'pages as plain files',
  D1: 'single records',
  D3: 'other names of phages',
  V1: 'views of the lists',
  B1: 'bulk files',
  W1: 'pages for people',
  D2: 'unknown paths',
  S2: 'records fulfil their schemas',
  S3: 'rules across fields and records',
  M1: 'headers of every answer',
  M2: 'the type of JSON answers',
  M3: 'HEAD and OPTIONS',
  M4: 'other methods',
  M5: 'validators and caching',
  M6: 'negotiation never changes the body',
} as const;

export type Clause = keyof typeof clauseTitles;

export const clauses = Object.keys(clauseTitles).filter(isClause);

export function isClause(name: string): name is Clause {
  return Object.hasOwn(clauseTitles, name);
}
