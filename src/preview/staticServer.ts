/** http-server behind a typed door: it asks `answer` first, and serves only the files left to it. */
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Writable } from 'node:stream';
import { createServer } from 'http-server';
import type { FilePart } from './answerBulk.ts';
import type { PreviewRequest, StaticFile } from './answerRequest.ts';
import type { Reply } from './reply.ts';

/** What http-server hands to a middleware: a stream of `union`, not Node's own request. */
interface UnionRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  url: string;
  /** Whether the body is kept in memory until someone reads it. */
  buffer: boolean;
}

interface UnionResponse extends Writable {
  statusCode: number;
  setHeader(name: string, value: string | number): void;
  removeHeader(name: string): void;
}

type Middleware = (request: UnionRequest, response: UnionResponse, next: () => void) => void;

/** The options as version 14 takes them; its published types describe a server it does not return. */
interface StaticServerOptions {
  readonly root: string;
  readonly cache: string;
  readonly showDir: 'false';
  readonly before: readonly Middleware[];
}

const createHttpServer = createServer as unknown as (options: StaticServerOptions) => {
  readonly server: Server;
};

/** Gives a server that does not listen yet. `answer` must not throw or reject. */
export function createStaticServer(
  root: string,
  answer: (request: PreviewRequest) => Promise<Reply | StaticFile | FilePart>,
): Server {
  const { server } = createHttpServer({
    root,
    cache: 'no-cache',
    showDir: 'false',
    before: [
      (request, response, next) => {
        request.buffer = false; // no request body is ever read: let it pass
        const ifNoneMatch = request.headers['if-none-match'];
        const { method, url: target } = request;
        const { range } = request.headers;
        const ifRange = request.headers['if-range']?.toString();
        const { host, origin } = request.headers;
        const visitor = { host, origin };
        void answer({ method, target, ifNoneMatch, range, ifRange, visitor }).then((found) => {
          if ('place' in found) sendPart(found, method, response);
          else if ('file' in found) {
            // Nothing but a safe path: http-server fails on a malformed query as well.
            request.url = `/${found.file.split('/').map(encodeURIComponent).join('/')}`;
            next();
          } else {
            send(found, response);
          }
        });
      },
    ],
  });
  server.prependListener('request', (request, response) => {
    // Otherwise union parses the query, with a parser that throws on `//a@[/?` and so ends the process.
    Object.assign(request, { query: {} });
    // union assigns both; Node would print that they are deprecated.
    for (const name of ['_headers', '_headerNames']) {
      Object.defineProperty(response, name, { value: {}, writable: true });
    }
  });
  return server;
}

function sendPart(
  { status, headers, place, start, end }: FilePart,
  method: string,
  response: UnionResponse,
): void {
  response.statusCode = status;
  if (status === 416) response.removeHeader('Accept-Ranges');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status !== 304) response.setHeader('Content-Length', end - start);
  if (method === 'HEAD' || start >= end) {
    response.end();
    return;
  }
  const part = createReadStream(place, { start, end: end - 1 });
  // What is gone or broken by now can only be broken off.
  part.on('error', (error) => response.destroy(error));
  response.on('close', () => part.destroy());
  part.pipe(response);
}

/** HEAD needs no care here: union drops the body and keeps the headers (M3). */
function send(reply: Reply, response: UnionResponse): void {
  response.statusCode = reply.status;
  response.removeHeader('Accept-Ranges'); // http-server promises ranges; these answers have none
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const hasNoLength = reply.status === 204 || reply.status === 304;
  if (!hasNoLength) response.setHeader('Content-Length', reply.body.length);
  response.end(reply.body.length === 0 ? undefined : reply.body);
}
