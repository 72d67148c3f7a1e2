/** Serves a built site on this machine, like a host that keeps the contract. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { hostnameIn } from '../contract/baseUrl.ts';
import type { Release } from '../contract/release.ts';
import { Failure, reasonOf, systemCode } from '../failure.ts';
import { answerRequest, type PreviewRequest } from './answerRequest.ts';
import { answerWatched } from './answerWatched.ts';
import { knownRelease, readRelease } from './siteFiles.ts';
import type { SiteNews } from './siteNews.ts';
import { createStaticServer } from './staticServer.ts';
import type { Duplex } from 'node:stream';
import { errorBody, methodNotAllowedBody } from '../contract/bodies.ts';
import { errorHeaders } from '../contract/headers.ts';

export interface PreviewOptions {
  readonly dir: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Host name or IP address to listen on. */
  readonly address: string;
  /** Host names to accept besides those of this machine; `*` accepts any. */
  readonly allowHost?: readonly string[];
}

export interface ServedFolder {
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
  url = serverUrl(server, options.address);
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

/** Called once the server listens, when port 0 has been replaced by the actual port. */
function serverUrl(server: Server, address: string): string {
  const bound = server.address();
  return previewUrl(address, bound === null || typeof bound === 'string' ? 0 : bound.port);
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  // A keep-alive connection would keep the server open.
  server.closeAllConnections();
  return closed;
}

/** `http://127.0.0.1:8080`, in the form of a base URL (A1). `port` is the bound port. */
export function previewUrl(address: string, port: number): string {
  const host = reachable(address.toLowerCase());
  return `http://${isIPv6(host) ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
}

/** Replaces a wildcard address, which cannot be connected to, by the loopback address. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

// Answers requests that Node's HTTP parser rejects, such as unknown methods, and CONNECT (M4).

/** A listener for `clientError`. Closes the connection, since the rest of the stream cannot be parsed. */
export function answerUnparsed(error: Error & { rawPacket?: Buffer }, socket: Duplex): void {
  if (!socket.writable || systemCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  end(socket, refusalOf(error));
}

/** A listener for `connect`: the preview is not a proxy. */
function answerConnect(_request: unknown, socket: Duplex): void {
  // A client that disconnects in the meantime is not an error.
  socket.on('error', () => socket.destroy());
  end(socket, notAllowed('CONNECT'));
}

interface Refusal {
  readonly status: string;
  readonly body: string;
}

function end(socket: Duplex, { status, body }: Refusal): void {
  const headers = {
    ...errorHeaders,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

function refusalOf(error: Error & { rawPacket?: Buffer }): Refusal {
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

function notAllowed(method: string): Refusal {
  return { status: '405 Method Not Allowed', body: methodNotAllowedBody(method) };
}
