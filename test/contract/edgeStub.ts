/**
 * Parts of stubs for hosts that run code: a server before it, and a store of the site's files behind it. What they know
 * of the hosts is from their documentation; only the code is the real one.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { matchesEntityTag } from '../../src/contract/headers.ts';

type Respond = (request: Request) => Promise<Response>;

export interface Stub {
  readonly stop: () => void;
}

/** Listens on a port of this machine, and answers with what `respond` makes of the request as Node.js has it. */
export async function serveIncoming(
  port: number,
  respond: (incoming: IncomingMessage) => Promise<Response>,
): Promise<Stub> {
  const server = createServer((incoming, outgoing) => {
    const isHead = incoming.method === 'HEAD';
    void respond(incoming)
      .catch((reason: unknown) => new Response(String(reason), { status: 500 }))
      .then(async (response) => {
        const body = Buffer.from(await response.arrayBuffer());
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(isHead ? undefined : body);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { stop: () => void server.close() };
}

/** The same for what is a `Request` to its host; `rawUrl` leaves the URL as it was sent, where the host's runtime does. */
export function serveResponses(
  port: number,
  respond: Respond,
  { rawUrl = false } = {},
): Promise<Stub> {
  return serveIncoming(port, async (incoming) => {
    const { method = '', url: target = '' } = incoming;
    const url = target.startsWith('/') ? `http://127.0.0.1:${port}${target}` : target;
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const request = new Request(url, { method, headers });
    if (rawUrl) Object.defineProperty(request, 'url', { value: url });
    return respond(request);
  });
}

/** Loads a module as its host does. */
export async function loadCode<Code>(folder: string, text: string): Promise<Code> {
  const file = join(folder, 'code.mjs');
  await writeFile(file, text);
  const { default: code } = (await import(pathToFileURL(file).href)) as { default: Code };
  return code;
}

interface StoreOptions {
  /** The text of a `_headers` file: of paths with an optional star in the end, and their headers. */
  readonly headersFile?: string;
  /** Whether `index.html` is only reached by its folder. */
  readonly hidesIndex?: boolean;
}

/** Files by their path, each with a validator; a 404 for any other. */
export function storeIn(
  site: string,
  { headersFile = '', hidesIndex = false }: StoreOptions = {},
): Respond {
  const rules = rulesIn(headersFile);
  return async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    if (hidesIndex && path.endsWith('/index.html')) {
      return new Response(null, {
        status: 307,
        headers: { Location: path.slice(0, -'index.html'.length) },
      });
    }
    if (!['GET', 'HEAD'].includes(request.method)) return new Response(null, { status: 405 });
    const added = rules.filter(({ matches }) => matches(path)).flatMap(({ fields }) => fields);
    const bytes = await readFile(join(site, path.endsWith('/') ? `${path}index.html` : path)).catch(
      () => null,
    );
    if (bytes === null) return new Response('Not here.', { status: 404, headers: added });
    const ETag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const headers = new Headers({
      ETag,
      'Content-Type': 'text/plain',
      'Cache-Control': 'public, max-age=0',
    });
    for (const [name, value] of added) headers.set(name, value);
    if (matchesEntityTag(request.headers.get('If-None-Match') ?? undefined, ETag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set('Content-Length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  };
}

function rulesIn(headersFile: string) {
  return headersFile
    .split(/\n(?=\S)/)
    .filter((text) => text !== '')
    .map((text) => {
      const [pattern = '', ...lines] = text.trim().split(/\n */);
      const fields = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
      const matches = (path: string) =>
        pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
      return { matches, fields };
    });
}

/** Text that comes out is compressed at the edge. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  const encoding = ['br', 'gzip'].find((one) => accepted.includes(one));
  const isText = /^text|json/.test(response.headers.get('Content-Type') ?? '');
  if (encoding === undefined || response.body === null || !isText) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  const body = encoding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes);
  return new Response(body, { status: response.status, headers });
}
