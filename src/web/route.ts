/** What an address asks the pages for; the query alone says it, so that any host answers with one file. */

export type Route =
  | { readonly page: 'home' | 'phages' | 'compare' | 'search' | 'interface' }
  | { readonly page: 'phage' | 'gene' | 'pham' | 'note'; readonly name: string };

const about = ['phage', 'gene', 'pham', 'note'] as const;
const whole = ['phages', 'compare', 'search', 'interface'] as const;

// A name of blanks, or of marks without a sign, is none.
const sign = /[^\p{C}\p{Z}]/u;

export function isSeen(name: string): boolean {
  return sign.test(name);
}

/** The page that a query asks for; the first key that is one wins, and without any it is the first page. */
export function routeOf(query: string): Route {
  const asked = new URLSearchParams(query);
  for (const key of asked.keys()) {
    const named = about.find((page) => page === key);
    const name = asked.get(key) ?? '';
    if (named !== undefined && isSeen(name)) return { page: named, name };
    const page = whole.find((one) => one === key);
    if (page !== undefined) return { page };
  }
  return { page: 'home' };
}

/** A relative link to a page: `linkTo('phage', 'Alpha')` is `?phage=Alpha`. */
export function linkTo(
  page: Route['page'],
  name = '',
  choices: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const query = new URLSearchParams();
  if (page !== 'home') query.append(page, name);
  for (const [key, value] of Object.entries(choices)) {
    for (const one of [value].flat()) if (one !== null) query.append(key, one);
  }
  // `?phages`, not `?phages=`: shorter, and the same.
  const text = query.toString().replace(/^(\w+)=(?=&|$)/, '$1');
  return text === '' ? './' : `?${text}`;
}
