/** Verifies an address as the command does, with less replyTimeout. */
import {
  createHttpClient,
  type HttpClient,
  type HttpOptions,
  politeness,
} from '../../src/base/httpClient.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import type { Verification } from '../../src/verifying/clauses.ts';
import { verifyAddress } from '../../src/verifying/service/verifyAddress.ts';
import type { AddressOptions } from '../../src/verifying/service/service.ts';
import { type Answering, answeringClient, type AnsweringServer } from './answeringServer.ts';
import { noProgress } from './verifySites.ts';

/** Over connections. */
export async function verifyUrl(
  baseUrl: string,
  changes: Partial<AddressOptions> = {},
  http: Partial<HttpOptions> = {},
): Promise<Verification> {
  const client = createHttpClient({
    origin: new URL(baseUrl).origin,
    connections: 4,
    rate: null,
    ...politeness,
    timeoutMs: 20_000,
    backoffMs: 1,
    wholeMs: null,
    ...http,
  });
  try {
    return await verifyBy(client, baseUrl, changes);
  } finally {
    client.close();
  }
}

/** Without a connection, which costs most of the time. */
export function verifyAnswering(
  answer: Answering,
  changes: Partial<AddressOptions> = {},
): Promise<Verification> {
  const { baseUrl = answeringAt } = changes;
  return verifyBy(answeringClient(answer, new URL(baseUrl).origin), baseUrl, changes);
}

/** An address at which nothing listens. */
export const answeringAt = 'http://127.0.0.1:9';

function verifyBy(
  client: HttpClient,
  baseUrl: string,
  changes: Partial<AddressOptions>,
): Promise<Verification> {
  return verifyAddress(optionsFor(baseUrl, changes), client, noProgress);
}

export function optionsFor(baseUrl: string, changes: Partial<AddressOptions> = {}): AddressOptions {
  return {
    baseUrl,
    connections: 4,
    allowed: new Set(),
    expectRelease: null,
    maxAge: null,
    sample: null,
    seed: 1,
    keeps: keepsAll,
    ...changes,
  };
}

/** Lets `use` have a server, which ends with it. */
export async function withServer<T>(
  starting: Promise<AnsweringServer>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = await starting;
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}
