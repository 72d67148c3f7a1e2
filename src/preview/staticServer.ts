/** The preview's HTTP server: asks `answer` for each response, and passes plain files on to http-server. */
import { createReadStream } from 'node:fs';
import http from 'node:http';
import { createServer as createFileServer } from 'http-server';
import { errorBody } from '../contract/bodies.ts';
import { errorHeaders } from '../contract/headers.ts';
import type { FilePart } from './answerBulk.ts';
import type { PreviewRequest, FileToSend } from './answerRequest.ts';
import type { EventStream } from './answerWatched.ts';
import { errorReply, type Reply } from './reply.ts';

/** The options of version 14; the published types describe a server that it does not return. */
const createHttpServer = createFileServer as unknown as (options: {
  readonly root: string;
  readonly cache: string;
  readonly showDir: 'false';
}) => { readonly server: http.Server };

/** Creates a server that does not listen yet. `answer` must not throw. */
export function createStaticServer(
  root: string,
  answer: (request: PreviewRequest) => Reply | FileToSend | FilePart | EventStream,
): http.Server {
  // It never listens itself: requests are emitted to it.
  const files = createHttpServer({ root, cache: 'no-cache', showDir: 'false' }).server;
  return http.createServer((request, response) => {
    const { method = '', url: target = '', headers } = request;
    // Node takes the first; RFC 9110, 7.2, has such a request refused.
    if ((request.headersDistinct['host']?.length ?? 0) > 1) {
      send(errorReply(400, errorHeaders, errorBody('There is more than one Host.')), response);
      return;
    }
    const found = answer({
      method,
      target,
      ifNoneMatch: headers['if-none-match'],
      range: headers.range,
      ifRange: headers['if-range']?.toString(),
      visitor: { host: headers.host, origin: headers.origin },
    });
    if ('place' in found) sendPart(found, method, response);
    else if ('file' in found) sendFile(found, request, response, files);
    else if ('start' in found) sendEvents(found, method, response);
    else send(found, response);
  });
}

function sendFile(
  { file }: FileToSend,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  files: http.Server,
): void {
  // Pass a safe path without a query: union, on which http-server is built, parses queries with a parser that throws
  // on `//a@[/?` and so ends the process.
  Object.assign(request, {
    url: `/${file.split('/').map(encodeURIComponent).join('/')}`,
    query: {},
  });
  // union assigns both; plain assignment would print Node's deprecation warnings.
  for (const name of ['_headers', '_headerNames']) {
    Object.defineProperty(response, name, { value: {}, writable: true });
  }
  files.emit('request', request, response);
}

function sendPart(
  { status, headers, place, start, end }: FilePart,
  method: string,
  response: http.ServerResponse,
): void {
  const length = status === 304 ? {} : { 'Content-Length': end - start };
  response.writeHead(status, { ...headers, ...length });
  if (method === 'HEAD' || start >= end) {
    response.end();
    return;
  }
  const part = createReadStream(place, { start, end: end - 1 });
  // Once the headers are sent, a read error can only abort the connection.
  part.on('error', (error) => response.destroy(error));
  response.on('close', () => part.destroy());
  part.pipe(response);
}

function sendEvents(
  { headers, start }: EventStream,
  method: string,
  response: http.ServerResponse,
): void {
  response.writeHead(200, headers);
  if (method === 'HEAD') {
    response.end();
    return;
  }
  response.on(
    'close',
    start((event) => response.write(event)),
  );
}

/** Node drops the body of a HEAD response and keeps the headers (M3). */
function send({ status, headers, body }: Reply, response: http.ServerResponse): void {
  const hasNoLength = status === 204 || status === 304;
  const all: http.OutgoingHttpHeaders = hasNoLength
    ? { ...headers }
    : { ...headers, 'Content-Length': body.length };
  response.writeHead(status, all);
  response.end(body.length === 0 ? undefined : body);
}
