/** What every page has: its head, what it loads and what is shown meanwhile, and the medium that it is on. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { jsonInScript } from '../text/escapes.ts';
import {
  apiAddress,
  isMissing,
  lacksAddress,
  messageOf,
  onLacking,
  Unavailable,
} from './data/fetching.ts';
import type { Site } from './data/site.ts';
import { decoded, plainText } from '../text/values.ts';
import { countOf } from './files.ts';
import { hasArrived, showPage } from './route.ts';
import { Button, joined } from './widgets.tsx';

export type PageProps = Readonly<{ site: Site; name: string; query: string }>;

export interface PageHeadProps {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  /** The files that the page is made of, relative. */
  readonly files?: readonly string[];
  /** Where search engines should look for it; null for no such address. */
  readonly address?: string | null;
  readonly linkedData?: Readonly<Record<string, unknown>>;
  readonly children?: ComponentChildren;
}

export function PageHead(props: PageHeadProps) {
  const { site, title, description, address = null, linkedData } = props;
  const whole = plainText(title === site.about.title ? title : `${title} – ${site.about.title}`);
  const data = linkedData === undefined ? '' : jsonInScript(linkedData);
  useEffect(() => {
    document.title = whole;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
    // A page that was there before the script has these in its head already.
    inHead('page-data', 'script', data && { type: 'application/ld+json', textContent: data });
    inHead('page-address', 'link', address !== null && { rel: 'canonical', href: address });
  }, [whole, description, address, data]);
  useLayoutEffect(showPage, []);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasArrived()) heading.current?.focus({ preventScroll: true });
  }, [whole]);
  return (
    <header class="page-head">
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {props.children}
      <JsonLinks files={props.files ?? []} />
    </header>
  );
}

/** Puts an element with these properties into the head, in the place of one with this id; without any, none. */
function inHead(id: string, tag: 'link' | 'script', properties: object | '' | false): void {
  document.getElementById(id)?.remove();
  if (properties)
    document.head.append(Object.assign(document.createElement(tag), { id }, properties));
}

/** The page of something that cannot be shown, with a reason. */
export function NoPage({ children, class: look, ...head }: PageHeadProps & { class?: string }) {
  return (
    <>
      <PageHead {...head} />
      <p class={look}>{children}</p>
    </>
  );
}

interface SeveralProps {
  readonly site: Site;
  readonly asked: string;
  readonly what: string;
  readonly links: readonly ComponentChildren[];
}

/** The page of a name that several have. */
export function Several({ site, asked, what, links }: SeveralProps) {
  return (
    <>
      <PageHead site={site} title={asked} description={`Several ${what}.`} />
      <p>Several {what} are called so:</p>
      <ul>
        {links.map((link) => (
          <li>{link}</li>
        ))}
      </ul>
    </>
  );
}

// More are folded away.
const mostJsonLinks = 3;

function JsonLinks({ files: all }: { files: readonly string[] }) {
  const [, setLacking] = useState(false);
  useEffect(() => onLacking(() => setLacking(true)), []);
  const files = all.filter((file) => !lacksAddress(file));
  if (files.length === 0) return null;
  const links = joined(files, (file) => (
    <a href={file} target="_blank" rel="noopener">
      <code>{decoded(apiAddress(file))}</code>
    </a>
  ));
  return files.length > mostJsonLinks ? (
    <details class="json-links">
      <summary>The data behind this page: {countOf(files.length, 'file')}</summary>
      {links}
    </details>
  ) : (
    <p class="json-links">The data behind this page: {links}</p>
  );
}

export type Loaded<Value> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'done'; readonly value: Value };

/** Loads again when `key` changes; the answer for an earlier key is dropped. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly is: Loaded<Value> }>({
    of: key,
    is: { state: 'waiting' },
  });
  useEffect(() => {
    let isWanted = true;
    const settle = (is: Loaded<Value>) => {
      if (isWanted) setLoaded({ of: key, is });
    };
    settle({ state: 'waiting' });
    const retry = () => setTries((count) => count + 1);
    load().then(
      (value) => settle({ state: 'done', value }),
      (error: unknown) => settle({ state: 'failed', error, retry }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, tries]);
  return loaded.of === key ? loaded.is : { state: 'waiting' };
}

/** True once what was there when `isThere` became true is on the screen: then there is time for more. */
export function usePainted(isThere: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  // Effects run after the browser has painted.
  useEffect(() => setPainted(isThere), [isThere]);
  return isPainted;
}

/** What loads little by little, when a reader asks for it. */
export function useGradual() {
  /** How much has come, while it loads. */
  const [read, setRead] = useState<number | null>(null);
  /** Why it failed, in words for readers. */
  const [failure, setFailure] = useState<string | null>(null);
  const start = async (known: number, load: (tell: (read: number) => void) => Promise<void>) => {
    setFailure(null);
    setRead(known);
    try {
      await load(setRead);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setRead(null);
    }
  };
  return { read, failure, start };
}

interface ShowProps<Value> {
  readonly of: Loaded<Value>;
  readonly missing?: ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}

/** The value's own content once it is there. `missing` stands in its place where the site has no such file. */
export function Show<Value>({ of, missing, children }: ShowProps<Value>) {
  if (of.state === 'waiting') {
    return (
      <p class="waiting" role="status">
        Loading …
      </p>
    );
  }
  if (of.state === 'done') return <>{children(of.value)}</>;
  if (isMissing(of.error) && missing !== undefined) return <>{missing}</>;
  return <Failed error={of.error} retry={of.retry} />;
}

/** For content that works without a file: says that it failed to load, with a button to try again. */
export function Trouble({ of }: { of: Loaded<unknown> }) {
  if (of.state !== 'failed' || isMissing(of.error)) return null;
  return <Failed error={of.error} retry={of.retry} />;
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  useLayoutEffect(showPage, []);
  return (
    <div class="failed" role="alert">
      <p>
        <strong>This could not be loaded.</strong> {messageOf(error)}
      </p>
      {error instanceof Unavailable && (
        <p>
          File: <code>{error.address}</code>
        </p>
      )}
      <Button act={retry}>Try again</Button>
    </div>
  );
}

export function useMedia(medium: string): boolean {
  const [isIt, setIt] = useState(() => matchMedia(medium).matches);
  useEffect(() => {
    const query = matchMedia(medium);
    const look = () => setIt(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [medium]);
  return isIt;
}
