/** The interface of the site as pages, from its OpenAPI description, with requests that run against this site. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import { fieldsOf } from '../data/json.ts';
import type { Site } from '../data/site.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';

export function Interface({ site }: { readonly site: Site }): JSX.Element {
  const description = useLoaded('interface', async () => {
    const [spec, { loadSwagger }] = await Promise.all([
      fetchJson(addresses.openApi),
      import('../parts/swagger.ts'),
    ]);
    return { spec: fieldsOf(spec), drawInterface: await loadSwagger() };
  });
  return (
    <>
      <PageHead
        site={site}
        title="Interface"
        description="The addresses that programs read, what they answer, and requests to try."
        files={[addresses.openApi, 'api/index.json']}
      />
      <p>Every address also answers HEAD and OPTIONS, and nothing that changes data.</p>
      <Show of={description}>
        {({ spec, drawInterface }) => (
          <Rendered
            draw={(node) => {
              // Requests go to where the page is, which may be a preview and not the published address.
              const here = new URL('.', location.href).href.replace(/\/$/, '');
              drawInterface({
                spec: { ...spec, servers: [{ url: here }], paths: readPaths(spec['paths']) },
                domNode: node,
                docExpansion: 'list',
                defaultModelsExpandDepth: 0,
                validatorUrl: null,
              });
            }}
          />
        )}
      </Show>
    </>
  );
}

/** The paths with what is read from them: their HEAD and OPTIONS say nothing more, and there is one for each. */
export function readPaths(paths: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(paths)).map(([path, item]) => {
      const { head: _, options: __, ...read } = fieldsOf(item);
      return [path, read];
    }),
  );
}

function Rendered({ draw }: { readonly draw: (node: HTMLElement) => void }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) draw(box.current);
  }, []);
  return <div class="swagger" ref={box} />;
}
