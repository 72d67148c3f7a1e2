/** Serves a built site on this machine, as a host that keeps the contract would. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { hostnameIn } from '../contract/baseUrl.ts';
import type { Release } from '../contract/release.ts';
import { Failure, reasonOf, systemCode } from '../failure.ts';
import { answerRequest } from './answerRequest.ts';
import { answerConnect, answerUnparsed } from './answerUnparsed.ts';
import { knownRelease } from './knownRelease.ts';
import { previewUrl } from './previewUrl.ts';
import { readRelease } from './siteFiles.ts';
import { createStaticServer } from './staticServer.ts';

export interface PreviewOptions {
  /** The folder of the built site. */
  readonly dir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Host name or IP address to listen on. */
  readonly address: string;
  /** Names of hosts to answer to besides those of this machine; `*` is any. */
  readonly allowHost?: readonly string[];
}

export interface Preview {
  /** Where it is reached, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** What the site said of itself at the start. */
  readonly release: Release;
  /** The base URL whose links are rewritten to `url` in answers; null when they are right as published. */
  readonly rewritesFrom: string | null;
  /** Ends the server, open connections included. */
  close(): Promise<void>;
}

/**
 * Starts the preview; resolves when it listens. A site that is rebuilt meanwhile shows at once.
 * Throws a Failure when the folder holds no site or the port cannot be had.
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const root = resolve(options.dir);
  const release = readRelease(options.dir);
  // Who listens at a name is called by it.
  const own = hostnameIn(options.address) ?? options.address;
  const allowedHosts = new Set([own, ...(options.allowHost ?? [])]);
  // Known once it listens, and so before the first request.
  let url = '';
  const known = knownRelease(root);
  const server = createStaticServer(root, (request) =>
    answerRequest(request, { root, url, release: known, allowedHosts }),
  );
  // As servers in front of sites take them; Node's own limit is 16 kB.
  Object.assign(server, { maxHeaderSize: 64 * 1024 });
  server.on('clientError', answerUnparsed);
  server.on('connect', answerConnect);
  // What a client expects that nobody knows changes nothing (RFC 9110, 10.1.1, lets that be).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await listen(server, options);
  url = serverUrl(server, options.address);
  return {
    url,
    release,
    rewritesFrom: release.base_url === url ? null : release.base_url,
    close: () => closeServer(server),
  };
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

/** Asked once it listens: until then, port 0 has not become another. */
function serverUrl(server: Server, address: string): string {
  const bound = server.address();
  return previewUrl(address, bound === null || typeof bound === 'string' ? 0 : bound.port);
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  // A kept-alive connection would hold the server open for as long as its client likes.
  server.closeAllConnections();
  return closed;
}
