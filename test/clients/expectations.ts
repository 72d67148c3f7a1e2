/** What programs rely on in an answer, and how that is checked: each is one use of the service. */
import { send, type RawAnswer } from '../contract/runContract.ts';

export interface Use {
  readonly title: string;
  /** What the host must be able to do besides running rules at all: a capability, see `src/contract/capabilities.ts`. */
  readonly needs: string | null;
  /** Why it works nowhere; null where it works. */
  readonly unmet: Reason | null;
  /** Throws where the answer does not serve it. */
  readonly check: (answer: Answered) => void | Promise<void>;
}

/** Why something that programs rely on is not here; the words are those of `docs/phagesdb.md`. */
export type Reason = keyof typeof reasons;

export const reasons = {
  formerShape:
    'PhagesDB had it in former years; its records, and those here, have another shape by now',
  wholeViews: 'a view has pages of a thousand records, and no smaller ones',
  strainNumbers: 'records hold no numbers of strains; here a strain is addressed by its name',
  phamerator:
    'what Phamerator says of a phage stands in PhageID of its genes, and its sequence in its FASTA file',
  dates:
    'it selects by a date that the caller chooses; release.json and date_modified say what is new',
  publications: 'records hold no publications',
  schema: 'openapi.json and schemas/ describe a site',
  workLists: 'it is a list of work to be done at PhagesDB',
  pages: 'a gene family has no page without a script; `/?pham=<PhamID>` shows it',
  searches: 'searches run a program on a server, and a site has none',
  oneName: 'all genomes lie under one name, which the publisher can choose',
  redirects: 'an address without its final slash leads to the one with it, as Django does it',
} as const;

/** A path below the base URL, with its query as the program writes it, and what the program then relies on. */
export interface Asked {
  readonly ask: string;
  readonly by: readonly string[];
  readonly uses: readonly Use[];
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as most clients see it: after redirects. */
export interface Answered {
  /** Of the last request. */
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly text: string;
  /** The status of the first request, which is another where it was redirected. */
  readonly firstStatus: number;
  /** Where the site is, without its final slash. */
  readonly site: string;
  readonly ask: string;
}

const maxRedirects = 5;

export async function answerTo({ ask, method, headers }: Asked, site: string): Promise<Answered> {
  let url = new URL(site + ask);
  let firstStatus = 0;
  for (let led = 0; led <= maxRedirects; led++) {
    // Not through URL's own path: programs send what they wrote.
    const target = led === 0 ? new URL(site).pathname.replace(/\/$/, '') + ask : pathOf(url);
    const answer = await send(url.origin, { target, method, headers });
    if (led === 0) firstStatus = answer.status;
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      url = new URL(location, url);
      continue;
    }
    const { status } = answer;
    return { status, headers: answer.headers, text: answer.body, firstStatus, site, ask };
  }
  throw new Error(`${ask} leads on and on`);
}

async function textAt(url: string): Promise<{ status: number; text: string }> {
  const { origin } = new URL(url);
  const answer = await send(origin, { target: pathOf(new URL(url)) });
  return { status: answer.status, text: answer.body };
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

function use(title: string, check: Use['check']): Use {
  return { title, needs: null, unmet: null, check };
}

/** One that works nowhere, and why. */
export function unmet(reason: Reason, ...uses: readonly Use[]): Use[] {
  return uses.map((one) => ({ ...one, unmet: reason }));
}

/** Those that take a host that can do something. */
export function needing(needs: string, ...uses: readonly Use[]): Use[] {
  return uses.map((one) => ({ ...one, needs }));
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

export const status = (wanted: number): Use =>
  use(`answers ${wanted}`, (answer) =>
    demand(answer.status === wanted, `it answers ${answer.status}`),
  );

export const answersAtOnce = use('answers 200 at once, without a redirect', ({ firstStatus }) =>
  demand(firstStatus === 200, `it answers ${firstStatus}`),
);

export const toScriptsElsewhere = use('lets scripts of other sites read it', ({ headers }) =>
  demand(headers['access-control-allow-origin'] === '*', 'it does not'),
);

export const fewMembers = use(
  'of an unknown name, answers an object of fewer than five members',
  (answer) => demand(Object.keys(objectIn(answer)).length < 5, 'it has more'),
);

export const webPage = use('answers a web page', ({ status: answered, headers }) =>
  demand(
    answered === 200 && (headers['content-type'] ?? '').startsWith('text/html'),
    `it answers ${answered}`,
  ),
);

const kinds = {
  text: (value: unknown) => typeof value === 'string',
  integer: Number.isSafeInteger,
  /** As `float()` takes it. */
  'decimal text': (value: unknown) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value),
  'a number of one byte': (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 256,
  'true or false': (value: unknown) => typeof value === 'boolean',
  list: Array.isArray,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'degrees and a letter': (value: unknown) =>
    typeof value === 'string' && /^[\d.]+ [NSEW]$/.test(value),
  'an address': (value: unknown) => typeof value === 'string' && URL.canParse(value),
  'a name and a number with _ between': (value: unknown) =>
    typeof value === 'string' && /_\d+$/.test(value),
  'a number in text': (value: unknown) => typeof value === 'string' && /^\d+$/.test(value),
  'F or R': (value: unknown) => value === 'F' || value === 'R',
  'bytes as Python shows them': (value: unknown) =>
    typeof value === 'string' && /^b(["']).*\1$/.test(value),
  anything: () => true,
} as const;

/**
 * A member by its path from the answer: `results[].pcluster?.cluster`. `[]` stands for every item, and `?` for a member
 * that may be null: of it, at least one is not, or nothing would be proven.
 */
export const reads = (path: string, kind: keyof typeof kinds): Use =>
  use(`${path}: ${kind}`, (answer) => {
    const found = valuesAt(jsonIn(answer), path);
    demand(found.length > 0, `there is no ${path}`);
    for (const value of found) {
      demand(kinds[kind](value), `${path} is ${JSON.stringify(value)?.slice(0, 80)}`);
    }
  });

export const isNull = (path: string): Use =>
  use(`${path}: null`, (answer) =>
    demand(
      valuesAt(jsonIn(answer), path).every((value) => value === null),
      'it has a value',
    ),
  );

export const says = (path: string, wanted: string): Use =>
  use(`${path} is ${wanted}`, (answer) => {
    const found = valuesAt(jsonIn(answer), path);
    demand(found.includes(wanted), `${path} is ${JSON.stringify(found).slice(0, 80)}`);
  });

/** Readers that take the first member of an object without looking at others, as parsers of streams do. */
export const firstMember = (path: string, name: string): Use =>
  use(`${path} begins with ${name}`, (answer) => {
    for (const value of valuesAt(jsonIn(answer), path)) {
      demand(
        Object.keys(Object(value))[0] === name,
        `it begins with ${Object.keys(Object(value))[0]}`,
      );
    }
  });

/** What programs do that look at the text of an answer, and not at its structure. */
export const finds = (pattern: RegExp, title = `in its text, ${pattern.source}`): Use =>
  use(title, ({ text }) => demand(pattern.test(text), 'it is not there'));

export const walksNext = use('next leads through every record', async (answer) => {
  const { seen, count } = await walk(answer, (_, page) => page.next);
  demand(seen === count, `${seen} of ${count} are seen`);
});

export const countsWhileNext = use('page counts up as long as there is next', async (answer) => {
  const { seen, count } = await walk(answer, (at, { next }) =>
    next === null ? null : withPage(answer, at + 1),
  );
  demand(seen === count, `${seen} of ${count} are seen`);
});

export const countsUntil404 = use('page counts up until a 404', async (answer) => {
  let seen = 0;
  for (let at = 1; ; at++) {
    demand(at < 100, 'there is no end');
    const page = await textAt(withPage(answer, at));
    if (page.status === 404) break;
    demand(page.status === 200, `page ${at} answers ${page.status}`);
    seen += pageIn(page.text).results.length;
  }
  demand(seen === pageIn(answer.text).count, `${seen} are seen`);
});

/** As programs do that divide `count` by the size that they asked for, and fetch all pages at a time. */
export const countsByPageSize = use('count / page_size pages hold every record', async (answer) => {
  const { count } = pageIn(answer.text);
  const size = Number(new URL(answer.site + answer.ask).searchParams.get('page_size'));
  let seen = 0;
  for (let at = 1; at <= Math.ceil(count / size); at++) {
    seen += pageIn((await textAt(withPage(answer, at))).text).results.length;
  }
  demand(seen === count, `${seen} of ${count} are seen`);
});

export const holdsAll = use('results holds as many as count says', ({ text }) => {
  const { results, count } = pageIn(text);
  demand(results.length === count, `${results.length} of ${count}`);
});

export const holdsAtMost = (size: number): Use =>
  use(`results holds at most ${size}`, ({ text }) =>
    demand(pageIn(text).results.length <= size, `${pageIn(text).results.length}`),
  );

/** Where a member is an address, its file is fetched. */
export const fetches = (path: string, begins: RegExp): Use =>
  use(`the file at ${path} is fetched`, async (answer) => {
    for (const address of valuesAt(jsonIn(answer), path).slice(0, 3)) {
      const file = await textAt(String(address));
      demand(file.status === 200, `${String(address)} answers ${file.status}`);
      demand(begins.test(file.text), `${String(address)} begins with ${file.text.slice(0, 60)}`);
    }
  });

export const isFasta = use('is FASTA, headers with their sequences', (answer) => {
  demand(answer.status === 200, `it answers ${answer.status}`);
  const isIt = /^(?:>.+\n(?:[ACGTN]+\n)+)+$/.test(answer.text);
  demand(isIt, `it is none: ${answer.text.slice(0, 60)}`);
});

/** Of every sequence in a FASTA file. */
export const headers = (what: string, pattern: RegExp): Use =>
  use(`its headers hold ${what}`, ({ status: answered, text }) => {
    demand(answered === 200, `it answers ${answered}`);
    const found = text.split('\n').filter((line) => line.startsWith('>'));
    demand(found.length > 0, 'there are none');
    for (const header of found) demand(pattern.test(header), `one is ${header.slice(0, 80)}`);
  });

export const hasColumn = (name: string): Use =>
  use(`has the column ${name}`, (answer) =>
    demand(tableIn(answer)[0]?.includes(name) === true, 'it has not'),
  );

export const columnAt = (place: number, name: string, pattern: RegExp): Use =>
  use(`column ${place + 1} is ${name}`, (answer) => {
    const [header, ...rows] = tableIn(answer);
    demand((header?.length ?? 0) > place && rows.length > 0, 'there is none');
    for (const row of rows) demand(pattern.test(row[place] ?? ''), `one is ${row[place]}`);
  });

export const lastColumn = (name: string, pattern: RegExp): Use =>
  use(`the last column is ${name}`, (answer) => {
    const [, ...rows] = tableIn(answer);
    demand(rows.length > 0, 'there is none');
    for (const row of rows) demand(pattern.test(row.at(-1) ?? ''), `one is ${row.at(-1)}`);
  });

/** A row that programs look for. */
export const hasRow = (what: string, pattern: RegExp): Use =>
  use(`has a row ${what}`, (answer) =>
    demand(
      tableIn(answer).some((row) => pattern.test(row.join('\t'))),
      'it has none',
    ),
  );

function tableIn({ status: answered, text }: Answered): string[][] {
  demand(answered === 200, `it answers ${answered}`);
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly unknown[];
}

function pageIn(text: string): Page {
  const page: unknown = JSON.parse(text);
  demand(
    typeof page === 'object' && page !== null && Array.isArray((page as Page).results),
    `it is no page: ${text.slice(0, 60)}`,
  );
  return page as Page;
}

async function walk(
  answer: Answered,
  nextOf: (at: number, page: Page) => string | null,
): Promise<{ seen: number; count: number }> {
  let page = pageIn(answer.text);
  let seen = page.results.length;
  for (let at = 1, next = nextOf(at, page); next !== null; next = nextOf(++at, page)) {
    demand(at < 100, 'there is no end');
    const further = await textAt(next);
    demand(further.status === 200, `${next} answers ${further.status}`);
    page = pageIn(further.text);
    seen += page.results.length;
  }
  return { seen, count: page.count };
}

function withPage({ site, ask }: Answered, page: number): string {
  const url = new URL(site + ask);
  url.searchParams.set('page', String(page));
  return url.href;
}

function jsonIn({ status: answered, text }: Answered): unknown {
  demand(answered === 200, `it answers ${answered}`);
  return JSON.parse(text);
}

function objectIn({ text }: Answered): object {
  return Object(JSON.parse(text));
}

/** All values at a path; null behind a `?` gives none. Throws where a member is missing. */
function valuesAt(from: unknown, path: string): unknown[] {
  let values = [from];
  for (const step of path.split('.').filter(Boolean)) {
    const [, name = '', mark = ''] = /^(.*?)(\[\]|\?)?$/.exec(step) ?? [];
    if (name !== '') {
      values = values.map((value) => {
        demand(Object.hasOwn(Object(value), name), `there is no ${name}`);
        return (value as Record<string, unknown>)[name];
      });
    }
    if (mark === '?') values = values.filter((value) => value !== null);
    if (mark === '[]') {
      for (const value of values) demand(Array.isArray(value), `${step} is no list`);
      values = values.flat();
    }
  }
  return values;
}
