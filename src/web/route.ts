/** What an address asks the pages for, links to them, and how these are followed without loading anything again. */

import { queryOfPage } from '../text/pagePaths.ts';

const about = ['phage', 'gene', 'pham', 'note', 'cluster'] as const;
const whole = ['phages', 'compare', 'matrix', 'sequence', 'search', 'interface'] as const;

export interface Route {
  readonly page: 'home' | (typeof about)[number] | (typeof whole)[number];
  /** What the page is about; empty for the others. */
  readonly name: string;
}

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
    if (page !== undefined) return { page, name: '' };
  }
  return { page: 'home', name: '' };
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

/** What the address asks for, as a query: a page that is there before any script has a path, from its site's root. */
export function askedQuery(): string {
  const root = new URL('.', document.baseURI).pathname;
  const own = queryOfPage(location.pathname.slice(root.length));
  const more = location.search.slice(1);
  return own === null ? location.search : `?${own}${more === '' ? '' : `&${more}`}`;
}

let shown = () => {};

/**
 * Where the page goes that the script makes. What is there before it stays until that has a heading, so that what was
 * read already does not go away for a moment.
 */
export function pageRoot(before: HTMLElement): HTMLElement {
  const root = document.createElement('div');
  root.id = before.id;
  before.removeAttribute('id');
  root.hidden = true;
  before.after(root);
  shown = () => {
    before.remove();
    root.hidden = false;
    shown = () => {};
  };
  return root;
}

/** Shows what the script has made, once there is something to be read. */
export function showPage(): void {
  shown();
}

/** As if a reader had gone through the history: whoever listens to `popstate` looks at the address again. */
function tell(): void {
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The query of the page that a link has led to, until its heading is there. */
let arrival: string | null = null;

/** Goes to another page of this site. As when a page is loaded, nothing of the one before keeps the focus. */
export function goTo(link: string): void {
  history.pushState(null, '', link);
  scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  arrival = location.search;
  tell();
}

/**
 * Whether a link has led here and nothing has the focus yet; true once. Then the heading takes it: screen readers say what
 * page this is, and the next key press is in its content.
 */
export function hasArrived(): boolean {
  if (arrival !== location.search) return false;
  arrival = null;
  return document.activeElement === document.body;
}

/** Goes to another view of the same page: where the reader chose it, it stays on the screen, whatever changes above. */
function goWithin(link: HTMLAnchorElement, href: string): void {
  const still = link.closest('section') ?? link;
  const top = () => still.getBoundingClientRect().top;
  const before = top();
  history.pushState(null, '', href);
  tell();
  requestAnimationFrame(() => scrollBy({ top: top() - before, behavior: 'instant' }));
}

/** Writes what the reader chose into the address, without a new entry in the history. */
export function setChoices(choices: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(askedQuery());
  for (const [key, value] of Object.entries(choices)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  replaceQuery(query);
}

/** What an address says of a choice: the key of one that is offered, else the first. */
export function choiceIn<Key extends string>(
  query: string,
  name: string,
  offered: Readonly<Record<Key, string>>,
): Key {
  const keys = Object.keys(offered) as [Key, ...Key[]];
  const asked = new URLSearchParams(query).get(name);
  return keys.find((key) => key === asked) ?? keys[0];
}

export function replaceQuery(query: URLSearchParams): void {
  const text = query.toString().replace(/^(\w+)=(?=&|$)/, '$1');
  history.replaceState(null, '', text === '' ? location.pathname : `?${text}`);
  tell();
}

export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.defaultPrevented || !isPlain || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (link === null || link.target !== '' || !(href.startsWith('?') || href === './')) return;
    event.preventDefault();
    if (link.dataset['stays'] === undefined) goTo(href);
    else goWithin(link, href);
  });
}
