/** Sends requests as they are written, politely: few connections, a rate, and patience with a busy server. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { formatBytes } from '../text/quantities.ts';
import { reasonOf } from '../failure.ts';

interface HttpRequest {
  readonly method?: string;
  /** The path and query of the request line, sent exactly as written. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpReply {
  readonly status: number;
  /** Every line of a header; its name in small letters. */
  readonly lines: (name: string) => readonly string[];
  readonly body: Buffer;
}

export type HttpResult =
  | { readonly ok: true; readonly reply: HttpReply }
  /** Completes "found …". */
  | { readonly ok: false; readonly reason: string };

export interface HttpClient {
  /** Answers with whatever the server says in the end; what can pass, such as a 503, is tried again. */
  readonly ask: (request: HttpRequest) => Promise<HttpResult>;
  /** How many requests were sent, tries included. */
  readonly sent: () => number;
  readonly close: () => void;
}

export interface HttpOptions {
  /** Scheme, host and port, as `URL` gives them. */
  readonly origin: string;
  readonly connections: number;
  /** Requests a second; null for as many as the connections allow. */
  readonly rate: number | null;
  /** How long a whole answer may take. */
  readonly timeoutMs: number;
  /** How long the first pause before another try is; each is twice the one before. */
  readonly backoffMs: number;
}

export const politeness = { timeoutMs: 60_000, backoffMs: 500 } as const;

const maxTries = 5;
// A server that wants more time than this is down, for a verification.
const longestPauseMs = 120_000;
const maxBodyBytes = 1024 ** 3;
const busyStatuses = new Set([429, 502, 503, 504]);

export function createHttpClient(options: HttpOptions): HttpClient {
  const isTls = options.origin.startsWith('https:');
  const agentOptions = { keepAlive: true, maxSockets: options.connections };
  const agent = isTls ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  let sent = 0;
  // When the next request may leave: the rate, and what a busy server asked for, hold for all of them.
  let nextAt = 0;

  const waitForTurn = async () => {
    const now = performance.now();
    const turn = Math.max(now, nextAt);
    nextAt = turn + (options.rate === null ? 0 : 1000 / options.rate);
    if (turn > now) await delay(turn - now);
  };

  const tryOnce = async (request: HttpRequest): Promise<HttpResult> => {
    await waitForTurn();
    sent++;
    try {
      return { ok: true, reply: await exchange(request) };
    } catch (error) {
      return { ok: false, reason: reasonOfFailed(error, options.timeoutMs) };
    }
  };

  const exchange = ({ method = 'GET', target, headers = {} }: HttpRequest) =>
    new Promise<HttpReply>((resolve, reject) => {
      const { hostname, port } = new URL(options.origin);
      const outgoing = (isTls ? httpsRequest : httpRequest)(
        {
          agent,
          method,
          path: target,
          // Brackets belong to the address of IPv6 in a URL, and to no host name.
          hostname: hostname.replace(/^\[|\]$/g, ''),
          ...(port === '' ? {} : { port }),
          headers: { 'User-Agent': 'phagepress-verify', ...headers },
          signal: AbortSignal.timeout(options.timeoutMs),
        },
        (incoming) => void readReply(incoming).then(resolve, reject),
      );
      outgoing.on('error', reject);
      outgoing.end();
    });

  return {
    sent: () => sent,
    close: () => agent.destroy(),
    async ask(request) {
      for (let tries = 1; ; tries++) {
        const result = await tryOnce(request);
        if (tries === maxTries) return result;
        const pause = options.backoffMs * 2 ** (tries - 1);
        if (!result.ok) {
          await delay(pause);
          continue;
        }
        if (!busyStatuses.has(result.reply.status)) return result;
        const asked = retryAfterMs(result.reply.lines('retry-after')[0]);
        if ((asked ?? 0) > longestPauseMs) return result;
        nextAt = Math.max(nextAt, performance.now() + (asked ?? pause));
      }
    },
  };
}

async function readReply(incoming: IncomingMessage): Promise<HttpReply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error(`more than ${formatBytes(maxBodyBytes)}`);
    chunks.push(chunk);
  }
  return {
    status: incoming.statusCode ?? 0,
    lines: (name) => incoming.headersDistinct[name] ?? [],
    body: Buffer.concat(chunks),
  };
}

/** What `Retry-After` asks for, in seconds or as a date; null when it is not there or is neither. */
export function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\s*[0-9]+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function reasonOfFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no whole answer within ${timeoutMs / 1000} s`;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return `no whole answer within ${timeoutMs / 1000} s`;
  }
  return `no answer: ${reasonOf(error)}`;
}
