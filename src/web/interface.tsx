/** The interface of the site as pages, from its OpenAPI description, with requests that run against this site. */
import { useEffect, useRef } from 'preact/hooks';
import { addresses, fetchJson } from './data/fetching.ts';
import { fieldsOf } from './data/values.ts';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';

export function Interface({ site }: PageProps) {
  const description = useLoaded('interface', async () => {
    // Swagger UI is large, and loaded by this page alone.
    const [spec, { default: drawInterface }] = await Promise.all([
      fetchJson(addresses.openApi),
      import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    ]);
    await loadStyle();
    return { spec: fieldsOf(spec), drawInterface };
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

function Rendered({ draw }: { draw: (node: HTMLElement) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) draw(box.current);
  }, []);
  return <div class="swagger" ref={box} />;
}

/** The style sheet of Swagger UI, once. */
function loadStyle(): Promise<unknown> {
  if (document.getElementById('swagger-style') !== null) return Promise.resolve();
  const link = document.createElement('link');
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The style of this page did not come.'));
    });
  });
  document.head.append(
    Object.assign(link, { id: 'swagger-style', rel: 'stylesheet', href: swaggerStyle }),
  );
  return loaded;
}
