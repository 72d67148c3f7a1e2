/**
 * A stub of Vercel: runs the generated middleware, and evaluates the rules of the generated `vercel.json`,
 * once Vercel's own package has accepted them, phase by phase as its documentation says.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { getTransformedRoutes, isHandler, type Route } from '@vercel/routing-utils';
import { matchesEntityTag } from '../../src/contract/headers.ts';
import type { Stub } from './edgeStub.ts';

export type Middleware = (request: Request) => Promise<Response>;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Serves a site's folder. Throws when the rules are not valid. */
export async function startVercelStub(
  site: string,
  port: number,
  middleware: Middleware,
  rules: { readonly routes: Route[] },
): Promise<Stub> {
  const { routes, error } = getTransformedRoutes(rules);
  if (error !== null) throw new Error(error.message);
  const phases = phasesOf(routes ?? []);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    // As for all middleware, the path has gone through a URL parser.
    const url = `http://127.0.0.1:${port}${request.url ?? ''}`;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const asked = new Request(url, {
      method: request.method ?? '',
      headers: Object.fromEntries(headers) as Record<string, string>,
    });
    const decided = await middleware(asked);
    const rewrite = decided.headers.get('x-middleware-rewrite');
    if (rewrite === null && !decided.headers.has('x-middleware-next')) {
      return {
        status: decided.status,
        headers: Object.fromEntries(decided.headers),
        body: Buffer.from(await decided.arrayBuffer()),
      };
    }
    return await afterMiddleware(new URL(rewrite ?? asked.url).pathname, request, site, phases);
  };

  const server = createServer((request, response) => {
    void answer(request)
      .catch((reason: unknown) => found(Buffer.from(String(reason)), 500, {}))
      .then(({ status, headers, body }) => {
        response.writeHead(status, headers);
        response.end(request.method === 'HEAD' ? undefined : body);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { stop: () => void server.close() };
}

/** The rules by the handle that they follow; '' are those before any. */
function phasesOf(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const phases = new Map<string, Route[]>();
  let phase = '';
  for (const route of routes) {
    if (isHandler(route)) phase = route.handle;
    else phases.set(phase, [...(phases.get(phase) ?? []), route]);
  }
  return phases;
}

async function afterMiddleware(
  path: string,
  request: IncomingMessage,
  site: string,
  phases: ReadonlyMap<string, readonly Route[]>,
): Promise<Answer> {
  const rules = (phase: string) =>
    (phases.get(phase) ?? []).filter((rule) => new RegExp(`${rule.src}`).test(path));
  const bytes = await fileAt(site, path);
  if (bytes === null) {
    const [missing] = rules('filesystem');
    if (missing === undefined || isHandler(missing))
      return found(Buffer.from('NOT_FOUND'), 404, {});
    const body = await fileAt(site, missing.dest ?? '');
    return found(body ?? Buffer.alloc(0), missing.status ?? 200, missing.headers ?? {});
  }
  const added = rules('hit').map((rule) => (isHandler(rule) ? {} : rule.headers));
  const ETag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const { headers } = found(bytes, 200, Object.assign({ ETag }, ...added) as Answer['headers']);
  if (matchesEntityTag(request.headers['if-none-match'], ETag)) {
    return { status: 304, headers, body: Buffer.alloc(0) };
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = ['br', 'gzip'].find((one) => accepted.includes(one));
  const isText = /^text|json/.test(headers['content-type'] ?? '');
  if (encoding === undefined || !isText) return { status: 200, headers, body: bytes };
  const body = encoding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes);
  return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body };
}

function found(body: Buffer, status: number, more: Readonly<Record<string, string>>): Answer {
  const own = { 'content-type': 'text/plain', 'cache-control': 'public, max-age=0' };
  const set = Object.entries(more).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: { ...own, ...Object.fromEntries(set) }, body };
}

async function fileAt(site: string, path: string): Promise<Buffer | null> {
  try {
    const name = decodeURIComponent(path);
    return await readFile(join(site, name.endsWith('/') ? `${name}index.html` : name));
  } catch {
    return null;
  }
}
