/** What every page has: a heading, the title of its tab, a description, data for search engines, the JSON behind it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { jsonInScript } from '../../text/escapes.ts';
import { apiAddress } from '../data/addresses.ts';
import type { Site } from '../data/site.ts';
import { plainText } from '../data/plainText.ts';
import { hasArrived } from '../navigation.ts';

export interface PageHeadProps {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  /** The files that the page is made of, relative. */
  readonly files: readonly string[];
  /** For search engines, as JSON-LD. */
  readonly linkedData?: Readonly<Record<string, unknown>>;
  readonly children?: ComponentChildren;
}

export function PageHead(props: PageHeadProps): JSX.Element {
  const { site, title, description, linkedData } = props;
  const whole = plainText(title === site.about.title ? title : `${title} – ${site.about.title}`);
  const data = linkedData === undefined ? '' : jsonInScript(linkedData);
  useEffect(() => {
    document.title = whole;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
    if (data === '') return undefined;
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.textContent = data;
    document.head.append(script);
    return () => script.remove();
  }, [whole, description, data]);
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
      <JsonLinks files={props.files} />
    </header>
  );
}

function JsonLinks({ files }: { readonly files: readonly string[] }): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <p class="json-links">
      The data behind this page:{' '}
      {files.map((file, index) => (
        <>
          {index > 0 && ', '}
          <a href={file} target="_blank" rel="noopener">
            <code>{shown(apiAddress(file))}</code>
          </a>
        </>
      ))}
    </p>
  );
}

function shown(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
