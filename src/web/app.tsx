/** The pages for people: the frame around every page, which page the address asks for, and the code of it. */
import { type ComponentType, render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { addresses, fetchJson } from './data/fetching.ts';
import { loadSite, type Site } from './data/site.ts';
import { Home } from './home.tsx';
import { type PageProps, Show, useLoaded } from './page.tsx';
import {
  askedQuery,
  followLinks,
  goTo,
  linkTo,
  pageRoot,
  replaceQuery,
  type Route,
  routeOf,
  showPage,
} from './route.ts';
import { Button, FamilyLabels } from './widgets.tsx';

function useQuery(): string {
  const [query, setQuery] = useState(askedQuery);
  useEffect(() => {
    const look = () => setQuery(askedQuery());
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  return query;
}

/** What a page that was there before the script is made of; null for any other. */
const ahead = document.getElementById('app')?.dataset['page']?.split(' ').filter(Boolean) ?? null;

/** Reads what such a page needs at once, rather than one file after the other. What fails is asked again, and said, later. */
async function load(): Promise<Site> {
  const start = (address: string) => void fetchJson(address).catch(() => null);
  if (ahead !== null) start(addresses.phageIndex);
  const site = await loadSite();
  for (const address of ahead ?? []) start(address);
  return site;
}

export function App() {
  const site = useLoaded('site', load);
  return (
    <Show of={site}>
      {(loaded) => (
        <FamilyLabels.Provider value={loaded.labels}>
          <Frame site={loaded} />
        </FamilyLabels.Provider>
      )}
    </Show>
  );
}

function Frame({ site }: { site: Site }) {
  const query = useQuery();
  const { page, name } = routeOf(query);
  return (
    <>
      <a class="skip" href={`${location.pathname}${location.search}#main`}>
        Skip to the content
      </a>
      <Header site={site} page={page} query={query} />
      <main id="main">
        {page === 'home' ? (
          <Home site={site} />
        ) : (
          <Page key={`${page} ${name}`} page={page} site={site} name={name} query={query} />
        )}
      </main>
      <Footer site={site} />
    </>
  );
}

const rooms = [
  ['phages', 'Phages'],
  ['compare', 'Compare'],
  ['matrix', 'Similarity'],
  ['sequence', 'Sequence'],
  ['interface', 'Interface'],
] as const;

type HeaderProps = Readonly<{ site: Site; page: Route['page']; query: string }>;

function Header({ site, page: current, query }: HeaderProps) {
  const isSearch = current === 'search';
  const asked = isSearch ? (new URLSearchParams(query).get('search') ?? '') : '';
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  return (
    <header class="site-head">
      <a class="site-title" href="./">
        {site.about.title}
      </a>
      <nav aria-label="Pages">
        {rooms.map(([page, title]) => (
          <a key={page} href={linkTo(page)} aria-current={current === page ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          goTo(linkTo('search', text.trim()));
        }}
      >
        <input
          type="search"
          name="search"
          aria-label="Search phages, genes and functions"
          placeholder="Phage, gene or function"
          value={text}
          maxLength={200}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            // The page of results follows what is typed.
            if (isSearch) replaceQuery(new URLSearchParams({ search: value }));
          }}
        />
        <button type="submit">Search</button>
      </form>
    </header>
  );
}

/** The code of a page is loaded when it is first opened. */
const pages = {
  phages: async () => (await import('./phages.tsx')).Phages,
  phage: async () => (await import('./phage.tsx')).PhagePage,
  gene: async () => (await import('./gene.tsx')).GenePage,
  pham: async () => (await import('./family.tsx')).FamilyPage,
  cluster: async () => (await import('./cluster.tsx')).ClusterPage,
  matrix: async () => (await import('./matrix.tsx')).MatrixPage,
  sequence: async () => (await import('./sequence.tsx')).SequencePage,
  note: async () => (await import('./function.tsx')).FunctionPage,
  compare: async () => (await import('./compare.tsx')).Compare,
  search: async () => (await import('./search.tsx')).Search,
  interface: async () => (await import('./interface.tsx')).Interface,
} satisfies Readonly<Record<string, () => Promise<ComponentType<PageProps>>>>;

/** For one page only: a component keeps the code that it had first. */
function Page({ page, ...props }: PageProps & { page: keyof typeof pages }) {
  const code = useLoaded('code', (): Promise<ComponentType<PageProps>> => pages[page]());
  if (code.state === 'failed') return <Outdated />;
  return <Show of={code}>{(Content) => <Content {...props} />}</Show>;
}

function Footer({ site }: { site: Site }) {
  return (
    <footer class="site-foot">
      <p>
        Release{' '}
        <a href="release.json" target="_blank" rel="noopener">
          <code>{site.release.slice(0, 12)}</code>
        </a>
        {site.date === '' ? '' : ` of ${site.date}`}. Made with phagepress {site.version} and{' '}
        <a href={licences} target="_blank" rel="noopener">
          these libraries
        </a>
        .
      </p>
      <p class="on-paper">{location.origin + location.pathname + location.search}</p>
    </footer>
  );
}

/** Browsers remember that a module failed to load, and a new release has other file names: only a reload helps. */
function Outdated() {
  useLayoutEffect(showPage, []);
  return (
    <div class="failed" role="alert">
      <p>
        <strong>The code of this page did not come.</strong> The site may have been published anew
        since you opened it.
      </p>
      <Button act={() => location.reload()}>Load the page again</Button>
    </div>
  );
}

const root = document.getElementById('app');
if (root !== null) {
  followLinks();
  // A page of a phage or cluster is there already; the words of the first page are for those without a script.
  if (ahead === null) root.replaceChildren();
  render(<App />, ahead === null ? root : pageRoot(root));
}
