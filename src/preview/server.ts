/** Serves a built site on this machine, like a host that keeps the contract. */
import { createServer as createFileServer } from 'http-server';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import http, { type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { gzip } from 'node:zlib';
import { Failure, reasonOf, systemCode } from '../base/failure.ts';
import { errorHeaders, minCompressedBytes } from '../contract/headers.ts';
import { hostnameIn } from '../contract/links.ts';
import type { Release } from '../contract/release.ts';
import { errorBody, methodNotAllowedBody } from '../contract/route.ts';
import {
  answerRequest,
  errorReply,
  type FilePart,
  type FileToSend,
  knownRelease,
  type PreviewRequest,
  readRelease,
  type Reply,
} from './answer.ts';
import { answerWatched, type EventStream, type SiteNews } from './watch.ts';

/** The options of version 14; the published types describe a server that it does not return. */
const createHttpServer = createFileServer as unknown as (options: {
  readonly root: string;
  readonly cache: string;
  readonly showDir: 'false';
}) => { readonly server: http.Server };

/** Creates a server that does not listen yet. `answer` must not throw. */
function createStaticServer(
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
      isBrowser: headers.accept?.includes('text/html') === true,
    });
    if ('place' in found) sendPart(found, method, response);
    else if ('file' in found) sendFile(found, request, response, files);
    else if ('start' in found) sendEvents(found, method, response);
    else sendPacked(found, headers['accept-encoding']?.toString() ?? '', response);
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

/** Whether a client takes gzip by name: `*` alone would do, too, but no browser says that. */
function acceptsGzip(accepted: string): boolean {
  const coding = accepted.split(',').find((one) => /^\s*gzip\s*(?:;|$)/i.test(one));
  return coding !== undefined && !/;\s*q=0(?:\.0*)?\s*$/i.test(coding);
}

const worthPacking = /^(?:application\/json|text\/)/;

/**
 * Sends an answer, compressed if it is worth it and the client takes it, as hosts do (M6): its ETag is weak then, since the
 * bytes that are sent are others.
 */
function sendPacked(reply: Reply, accepted: string, response: http.ServerResponse): void {
  const { status, body } = reply;
  const { Vary: vary, ETag: tag, ...rest } = reply.headers;
  const varied = { Vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding` };
  const plain = { ...reply, headers: { ...reply.headers, ...varied } };
  const isWorth =
    status === 200 &&
    body.length >= minCompressedBytes &&
    worthPacking.test(rest['Content-Type'] ?? '');
  if (!isWorth || !acceptsGzip(accepted)) {
    send(plain, response);
    return;
  }
  gzip(body, (error, packed) => {
    const weak = tag === undefined ? {} : { ETag: `W/${tag}` };
    const headers = { ...rest, ...varied, ...weak, 'Content-Encoding': 'gzip' };
    send(error === null ? { status, headers, body: packed } : plain, response);
  });
}

export interface PreviewOptions {
  readonly dir: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Host name or IP address to listen on. */
  readonly address: string;
  /** Host names to accept besides those of this machine; `*` accepts any. */
  readonly allowHost?: readonly string[];
}

interface ServedFolder {
  /** The URL of the preview, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Preview extends ServedFolder {
  readonly release: Release;
  /** The base URL whose links are rewritten to `url` in responses; null if they need no rewriting. */
  readonly rewritesFrom: string | null;
}

/**
 * Starts the preview; resolves once it listens. A site that is rebuilt is served from then on. Throws a Failure when
 * the folder has no site or the port is not available.
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const release = readRelease(options.dir);
  const served = await serveFolder(options, null);
  return {
    ...served,
    release,
    rewritesFrom: release.base_url === served.url ? null : release.base_url,
  };
}

/**
 * Serves a folder that need not have a site yet. With `news`, open pages follow the builds of the site. Throws a
 * Failure when the port is not available.
 */
export async function serveFolder(
  options: PreviewOptions,
  news: SiteNews | null,
): Promise<ServedFolder> {
  const root = resolve(options.dir);
  // The name that the preview listens on is one of its own.
  const own = hostnameIn(options.address) ?? options.address;
  const allowedHosts = new Set([own, ...(options.allowHost ?? [])]);
  // Set once the server listens, and so before the first request.
  let url = '';
  const known = knownRelease(root);
  const server = createStaticServer(root, (request: PreviewRequest) => {
    const site = { root, url, release: known, allowedHosts };
    return news === null ? answerRequest(request, site) : answerWatched(request, site, news);
  });
  // As large as reverse proxies accept; Node's default is 16 kB.
  Object.assign(server, { maxHeaderSize: 64 * 1024 });
  server.on('clientError', answerUnparsed);
  server.on('connect', answerConnect);
  // An unknown expectation is ignored, which RFC 9110, 10.1.1, allows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await listen(server, options);
  // Port 0 has been replaced by the actual one.
  url = previewUrl(options.address, (server.address() as AddressInfo).port);
  return { url, close: () => closeServer(server) };
}

async function listen(server: Server, { port, address }: PreviewOptions): Promise<void> {
  try {
    server.listen({ port, host: address });
    await once(server, 'listening');
  } catch (error) {
    throw new Failure(
      'machine',
      `Cannot listen on port ${port} of ${address}: ${reasonOf(error)}.`,
      {
        hint:
          systemCode(error) === 'EADDRINUSE' || systemCode(error) === 'EACCES'
            ? 'Choose another port with --port; --port 0 takes a free one.'
            : 'Choose an address of this machine with --address.',
        cause: error,
      },
    );
  }
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A keep-alive connection would keep the server open.
  server.closeAllConnections();
  return closed;
}

/** `http://127.0.0.1:8080`, in the form of a base URL (A1). `port` is the bound port. */
export function previewUrl(address: string, port: number): string {
  // A wildcard address cannot be connected to, but the loopback address can.
  const wildcards = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]);
  const host = wildcards.get(address) ?? address.toLowerCase();
  return `http://${isIPv6(host) ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
}

// Answers requests that Node's HTTP parser rejects, such as unknown methods, and CONNECT (M4).

/** A listener for `clientError`. Closes the connection, since the rest of the stream cannot be parsed. */
export function answerUnparsed(error: Error & { rawPacket?: Buffer }, socket: Duplex): void {
  if (!socket.writable || systemCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endSocket(socket, refusalOf(error));
}

/** A listener for `connect`: the preview is not a proxy. */
function answerConnect(_request: unknown, socket: Duplex): void {
  // A client that disconnects in the meantime is not an error.
  socket.on('error', () => socket.destroy());
  endSocket(socket, notAllowed('CONNECT'));
}

function endSocket(socket: Duplex, { status, body }: ReturnType<typeof notAllowed>): void {
  const headers = {
    ...errorHeaders,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

function refusalOf(error: Error & { rawPacket?: Buffer }) {
  if (systemCode(error) === 'HPE_HEADER_OVERFLOW') {
    const status = '431 Request Header Fields Too Large';
    return { status, body: errorBody('The request is too long.') };
  }
  const start = error.rawPacket?.toString('latin1', 0, 100) ?? '';
  const method = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S/.exec(start)?.[1];
  return systemCode(error) === 'HPE_INVALID_METHOD' && method !== undefined
    ? notAllowed(method)
    : { status: '400 Bad Request', body: errorBody('Bad request.') };
}

function notAllowed(method: string) {
  return { status: '405 Method Not Allowed', body: methodNotAllowedBody(method) };
}
