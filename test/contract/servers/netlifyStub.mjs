/**
 * Stands in for Netlify around an edge function, in Deno: `deno run netlifyStub.mjs <function> <site> <port>`.
 * It has what the function needs: the files of the site behind `context.next`, by path, with a validator.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [, , code, site, port] = process.argv;
const { default: answer } = await import(pathToFileURL(code).href);

async function next(request) {
  const path = decodeURIComponent(new URL(request.url).pathname);
  const file = site + (path.endsWith('/') ? `${path}index.html` : path);
  try {
    const bytes = await readFile(file);
    const ETag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    if (request.headers.get('If-None-Match') === ETag) return new Response(null, { status: 304 });
    const headers = {
      ETag,
      'Content-Type': 'text/plain',
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=0',
    };
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  } catch {
    return new Response('Not here.', { status: 404 });
  }
}

/** Text that comes out is compressed at the edge. */
async function compressed(request, response) {
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

globalThis.Deno.serve({ port: Number(port), hostname: '127.0.0.1' }, async (request) => {
  const answered = await answer(request, { next });
  if (answered === undefined) return await next(request);
  return answered instanceof URL
    ? await next(new Request(answered))
    : await compressed(request, answered);
});
