/** A real HTTP server on a free port of this machine, and a client that asks it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createHttpClient,
  type HttpClient,
  type HttpOptions,
  politeness,
} from '../../../src/base/httpClient.ts';

/** Serves until the test has ended; gives the origin. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client that is in no hurry and waits for nothing. */
export function clientFor(origin: string, changes: Partial<HttpOptions> = {}): HttpClient {
  const client = createHttpClient({
    origin,
    connections: 4,
    rate: null,
    ...politeness,
    backoffMs: 0,
    wholeMs: null,
    ...changes,
  });
  onTestFinished(client.close);
  return client;
}
