/** The pages for people: the frame around every page, which page the address asks for, and the code of it. */
import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadSite, type Site } from './data/site.ts';
import { Home } from './home.tsx';
import { Show, useLoaded } from './page.tsx';
import {
  followLinks,
  goTo,
  linkTo,
  onAddressChange,
  replaceQuery,
  type Route,
  routeOf,
} from './route.ts';
import { FamilyLabels } from './said.tsx';

/** The query of the address, as it changes. */
function useQuery(): string {
  const [query, setQuery] = useState(location.search);
  useEffect(() => onAddressChange(() => setQuery(location.search)), []);
  return query;
}

export function App() {
  const site = useLoaded('site', loadSite);
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
  const route = routeOf(query);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header site={site} route={route} query={query} />
      <main id="main">
        <Page
          key={'name' in route ? `${route.page} ${route.name}` : route.page}
          site={site}
          route={route}
          query={query}
        />
      </main>
      <Footer site={site} query={query} />
    </>
  );
}

const rooms = [
  ['phages', 'Phages'],
  ['compare', 'Compare'],
  ['interface', 'Interface'],
] as const;

function Header({ site, route, query }: { site: Site; route: Route; query: string }) {
  const isSearch = route.page === 'search';
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
          <a key={page} href={linkTo(page)} aria-current={route.page === page ? 'page' : undefined}>
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

function Page({ site, route, query }: { site: Site; route: Route; query: string }) {
  switch (route.page) {
    case 'home':
      return <Home site={site} />;
    case 'phages':
      return (
        <Later load={async () => (await import('./phages.tsx')).Phages} props={{ site, query }} />
      );
    case 'phage':
      return (
        <Later
          load={async () => (await import('./phage.tsx')).PhagePage}
          props={{ site, name: route.name, query }}
        />
      );
    case 'gene':
      return (
        <Later
          load={async () => (await import('./gene.tsx')).GenePage}
          props={{ site, id: route.name }}
        />
      );
    case 'pham':
      return (
        <Later
          load={async () => (await import('./family.tsx')).FamilyPage}
          props={{ site, id: route.name }}
        />
      );
    case 'note':
      return (
        <Later
          load={async () => (await import('./function.tsx')).FunctionPage}
          props={{ site, text: route.name, query }}
        />
      );
    case 'compare':
      return (
        <Later load={async () => (await import('./compare.tsx')).Compare} props={{ site, query }} />
      );
    case 'search':
      return (
        <Later load={async () => (await import('./search.tsx')).Search} props={{ site, query }} />
      );
    case 'interface':
      return (
        <Later load={async () => (await import('./interface.tsx')).Interface} props={{ site }} />
      );
  }
}

function Footer({ site, query }: { site: Site; query: string }) {
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
      <p class="on-paper">{location.origin + location.pathname + query}</p>
    </footer>
  );
}

/** The load must name one module for good: a component keeps the one that it had first. */
export function Later<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const code = useLoaded('code', load);
  if (code.state === 'failed') return <Outdated />;
  return <Show of={code}>{(Content) => <Content {...props} />}</Show>;
}

/** Browsers remember that a module failed to load, and a new release has other file names: only a reload helps. */
function Outdated() {
  return (
    <div class="failed" role="alert">
      <p>
        <strong>The code of this page did not come.</strong> The site may have been published anew
        since you opened it.
      </p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </div>
  );
}

const root = document.getElementById('app');
if (root !== null) {
  followLinks();
  root.replaceChildren();
  render(<App />, root);
}
