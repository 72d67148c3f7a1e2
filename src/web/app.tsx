/** The frame around every page, and which page the address asks for. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadSite, type Site } from './data/site.ts';
import { goTo, onAddressChange, replaceQuery } from './navigation.ts';
import { FamilyLabels } from './parts/familyLink.tsx';
import { Later } from './parts/later.tsx';
import { Show, useLoaded } from './parts/loaded.tsx';
import { Home } from './pages/home.tsx';
import { linkTo, type Route, routeOf } from './route.ts';

/** The file with the licences of libraries, relative to `index.html`; filled in when the pages are bundled. */
declare const licences: string;

/** The query of the address, as it changes. */
function useQuery(): string {
  const [query, setQuery] = useState(location.search);
  useEffect(() => onAddressChange(() => setQuery(location.search)), []);
  return query;
}

export function App(): JSX.Element {
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

function Frame({ site }: { readonly site: Site }): JSX.Element {
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

function Header({
  site,
  route,
  query,
}: {
  readonly site: Site;
  readonly route: Route;
  readonly query: string;
}): JSX.Element {
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

function Page({
  site,
  route,
  query,
}: {
  readonly site: Site;
  readonly route: Route;
  readonly query: string;
}): JSX.Element {
  switch (route.page) {
    case 'home':
      return <Home site={site} />;
    case 'phages':
      return (
        <Later
          load={async () => (await import('./pages/phages.tsx')).Phages}
          props={{ site, query }}
        />
      );
    case 'phage':
      return (
        <Later
          load={async () => (await import('./pages/phage.tsx')).PhagePage}
          props={{ site, name: route.name, query }}
        />
      );
    case 'gene':
      return (
        <Later
          load={async () => (await import('./pages/gene.tsx')).GenePage}
          props={{ site, id: route.name }}
        />
      );
    case 'pham':
      return (
        <Later
          load={async () => (await import('./pages/family.tsx')).FamilyPage}
          props={{ site, id: route.name }}
        />
      );
    case 'note':
      return (
        <Later
          load={async () => (await import('./pages/function.tsx')).FunctionPage}
          props={{ site, text: route.name, query }}
        />
      );
    case 'compare':
      return (
        <Later
          load={async () => (await import('./pages/compare.tsx')).Compare}
          props={{ site, query }}
        />
      );
    case 'search':
      return (
        <Later
          load={async () => (await import('./pages/search.tsx')).Search}
          props={{ site, query }}
        />
      );
    case 'interface':
      return (
        <Later
          load={async () => (await import('./pages/interface.tsx')).Interface}
          props={{ site }}
        />
      );
  }
}

function Footer({ site, query }: { readonly site: Site; readonly query: string }): JSX.Element {
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
