/** An HTTP client that sends targets unmodified, with a connection limit, a rate limit, and retries with back-off. */
import { createHash } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { formatBytes, formatSeconds } from '../text/words.ts';
import { reasonOf } from './failure.ts';

/** Why no more requests are sent; completes "found …". */
export class ServiceAbandoned extends Error {}

interface RetryLimitOptions {
  /** The overall timeout; null for none. */
  readonly wholeMs: number | null;
  /** Gives up after this many consecutive failures, */
  readonly maxFailures: number;
  /** or after fewer if there has been no success for this long. */
  readonly maxSilenceMs: number;
}

// A server that asks for a longer pause counts as down.
export const longestPauseMs = 120_000;
// Both walks and a few concurrent requests may fail for unrelated reasons.
const fewFailures = 8;

export function createRetryLimits({ wholeMs, maxFailures, maxSilenceMs }: RetryLimitOptions) {
  const stop = new AbortController();
  let failures = 0;
  let silentSince = performance.now();
  // The part of the silence that a busy server asked for.
  let excusedMs = 0;
  const stopLate = (ms: number) =>
    stop.abort(new ServiceAbandoned(`not all of it within ${formatSeconds(ms)} (--timeout)`));
  const timer = wholeMs === null ? undefined : setTimeout(stopLate, wholeMs, wholeMs);
  return {
    /** Aborts with a `ServiceAbandoned`: cancels pending requests, and all later ones. */
    signal: stop.signal,
    /** Records a failure's reason, or null for a success. Throws `ServiceAbandoned` after too many failures. */
    note(reason: string | null): void {
      if (reason === null) {
        failures = 0;
        silentSince = performance.now();
        excusedMs = 0;
        return;
      }
      // Single failures are reported and skipped; nothing but failures means that the service is down.
      failures++;
      const isSilent = performance.now() - silentSince > maxSilenceMs;
      if (failures < maxFailures && !(isSilent && failures >= fewFailures)) return;
      stop.abort(
        new ServiceAbandoned(`nothing but failures, ${failures} in a row, the last one: ${reason}`),
      );
      stop.signal.throwIfAborted();
    },
    /** Extends the silence by a Retry-After pause, up to a total limit. */
    excuse(ms: number): void {
      if (excusedMs + ms > longestPauseMs) return;
      excusedMs += ms;
      silentSince += ms;
    },
    end: () => clearTimeout(timer),
  };
}

/** A received HTTP response. */
export interface HttpReply {
  readonly status: number;
  /** All lines of a header; the name in lower case. */
  readonly lines: (name: string) => readonly string[];
  /** Empty if the body was only hashed. */
  readonly body: Buffer;
  /** Set if the body was only hashed. */
  readonly hashed: { readonly bytes: number; readonly sha256: string } | null;
}

/** `shared` memory can be passed to other threads without a copy. */
type BodyTaking = 'kept' | 'shared' | 'hashed';

/** The body exceeds the limit. */
export class TooLong extends Error {}

/** Throws TooLong, and connection errors. */
export async function readReply(
  incoming: IncomingMessage,
  method: string,
  { maxBytes, take }: { readonly maxBytes: number; readonly take: BodyTaking },
): Promise<HttpReply> {
  const reply = {
    status: incoming.statusCode ?? 0,
    lines: (name: string) => incoming.headersDistinct[name] ?? [],
    body: Buffer.alloc(0),
    hashed: null,
  };
  // The Content-Length of a HEAD response or a 304 is that of the omitted body.
  const length = incoming.headers['content-length'] ?? '';
  const hasBody = method !== 'HEAD' && reply.status !== 304;
  const statedBytes = hasBody && /^[0-9]+$/.test(length) ? Number(length) : 0;
  if (statedBytes > maxBytes) {
    incoming.destroy();
    throw tooLong(maxBytes);
  }
  if (take === 'hashed') return { ...reply, hashed: await hashBody(incoming, maxBytes) };
  const makeRoom = (bytes: number) =>
    take === 'shared' ? Buffer.from(new SharedArrayBuffer(bytes)) : Buffer.allocUnsafeSlow(bytes);
  return {
    ...reply,
    body: await keepBody(incoming, maxBytes, Math.min(statedBytes, maxBytes), makeRoom),
  };
}

function tooLong(maxBytes: number): TooLong {
  return new TooLong(`a body of more than ${formatBytes(maxBytes)}`);
}

const firstRoomBytes = 64 * 1024;

/** The buffer doubles in size: concatenating a list of chunks would need twice the memory. */
async function keepBody(
  incoming: IncomingMessage,
  maxBytes: number,
  statedBytes: number,
  makeRoom: (bytes: number) => Buffer,
): Promise<Buffer> {
  let room = makeRoom(statedBytes);
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    const due = size + chunk.length;
    if (due > maxBytes) throw tooLong(maxBytes);
    if (due > room.length) {
      const larger = makeRoom(Math.min(maxBytes, Math.max(due, 2 * room.length, firstRoomBytes)));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    chunk.copy(room, size);
    size = due;
  }
  return room.subarray(0, size);
}

async function hashBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong(maxBytes);
    digest.update(chunk);
  }
  return { bytes, sha256: digest.digest('hex') };
}

// Timeouts of single requests, and the messages for failed ones.

/** A signal that aborts at a timeout, which can be restarted. */
export function createReplyTimeout(timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutOfTime()), timeoutMs);
  return {
    signal: controller.signal,
    renew: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

class OutOfTime extends Error {}

/** Why there is no response; completes "found …". */
export function reasonOfFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLong) return error.message;
  // The error of an abort has the signal's reason as its cause.
  if (error instanceof OutOfTime || (error instanceof Error && error.name === 'AbortError')) {
    return `no whole answer within ${timeoutMs / 1000} s`;
  }
  return `no answer: ${reasonOf(error)}`;
}

/** The delay of `Retry-After`, in seconds or as a date; null if absent or invalid. */
export function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\s*[0-9]+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

interface HttpRequest {
  readonly method?: string;
  /** The path and query of the request line, sent exactly as given. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to send an Origin header: some hosts add CORS headers only then (M1). */
  readonly isFromElsewhere?: boolean;
  /** The maximum size of the body; a longer one is a failure. */
  readonly maxBytes?: number;
  /** How to receive the body: kept, kept in shared memory, or only hashed. */
  readonly take?: BodyTaking;
}

export type HttpResult =
  | { readonly ok: true; readonly reply: HttpReply }
  /** Completes "found …". */
  | { readonly ok: false; readonly reason: string; readonly isTooLong: boolean };

/** The request target of an address: everything after its host, unmodified. */
export function targetOf(address: string): string {
  const target = address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}

export interface HttpClient {
  /**
   * Returns the server's final response; transient errors such as a 503 are retried. Throws `ServiceAbandoned` after
   * nothing but failures, or at the overall timeout.
   */
  readonly ask: (request: HttpRequest) => Promise<HttpResult>;
  /** The number of requests sent, including retries. */
  readonly sent: () => number;
  readonly close: () => void;
}

export interface HttpOptions extends RetryLimitOptions {
  /** Scheme, host and port, in the form of `URL`. */
  readonly origin: string;
  readonly connections: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
  /** The timeout for a whole response; for a body that is hashed, the idle timeout. */
  readonly timeoutMs: number;
  /** The first retry delay, which doubles each time. */
  readonly backoffMs: number;
  /** The most times that a request is sent. */
  readonly maxTries: number;
  readonly userAgent: string;
  /** Jitter: a factor from 0.5 to 1 for each retry delay, so that clients do not return all at once; 1 if omitted. */
  readonly spread?: () => number;
  /** Aborts everything; `ask` then throws its reason. */
  readonly signal?: AbortSignal;
}

export const politeness = {
  timeoutMs: 60_000,
  backoffMs: 500,
  maxFailures: 40,
  maxSilenceMs: 120_000,
  maxTries: 5,
  userAgent: 'phagepress-verify',
} as const;

/** The largest body held in memory, except for a manifest. */
export const largestBodyBytes = 128 * 1024 * 1024;

/** More than any response of unknown size needs, such as an error. */
const defaultBodyBytes = 4 * 1024 * 1024;
const busyStatuses = new Set([429, 502, 503, 504]);

export function createHttpClient(options: HttpOptions): HttpClient {
  const isTls = options.origin.startsWith('https:');
  const agentOptions = { keepAlive: true, maxSockets: options.connections };
  const agent = isTls ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const retryLimits = createRetryLimits(options);
  const stop =
    options.signal === undefined
      ? retryLimits.signal
      : AbortSignal.any([retryLimits.signal, options.signal]);
  const spread = options.spread ?? (() => 1);
  const slots = createSlots(options.connections);
  let sent = 0;
  // When the next request may be sent: the rate limit and Retry-After apply to all requests.
  let nextAt = 0;

  const pauseFor = async (ms: number) => {
    await delay(ms, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
  };

  const waitForTurn = async () => {
    const now = performance.now();
    const turn = Math.max(now, nextAt);
    nextAt = turn + (options.rate === null ? 0 : 1000 / options.rate);
    if (turn > now) await pauseFor(turn - now);
  };

  const tryOnce = async (request: HttpRequest): Promise<HttpResult> => {
    await slots.take();
    try {
      await waitForTurn();
      stop.throwIfAborted();
      sent++;
      return { ok: true, reply: await exchange(request) };
    } catch (error) {
      stop.throwIfAborted();
      return {
        ok: false,
        reason: reasonOfFailed(error, options.timeoutMs),
        isTooLong: error instanceof TooLong,
      };
    } finally {
      slots.give();
    }
  };

  const exchange = (request: HttpRequest) =>
    new Promise<HttpReply>((resolve, reject) => {
      const { method = 'GET', target, headers = {} } = request;
      const { maxBytes = defaultBodyBytes, take = 'kept', isFromElsewhere = true } = request;
      const { protocol, hostname, port } = new URL(options.origin);
      // Another port makes it a different origin, but still one of this machine, which a preview accepts.
      const origin = isFromElsewhere ? { Origin: `${protocol}//${hostname}:1` } : {};
      const replyTimeout = createReplyTimeout(options.timeoutMs);
      const signal = AbortSignal.any([replyTimeout.signal, stop]);
      let isAnswered = false;
      const fail = (error: Error) => {
        replyTimeout.end();
        reject(error);
      };
      const outgoing = (isTls ? httpsRequest : httpRequest)(
        {
          agent,
          method,
          path: target,
          // IPv6 brackets belong to the URL, not to the host name.
          hostname: hostname.replace(/^\[|\]$/g, ''),
          ...(port === '' ? {} : { port }),
          headers: { 'User-Agent': options.userAgent, ...origin, ...headers },
          signal,
        },
        (incoming) => {
          isAnswered = true;
          if (take === 'hashed') incoming.on('data', replyTimeout.renew);
          void readReply(incoming, method, { maxBytes, take })
            .finally(replyTimeout.end)
            .then(resolve, reject);
        },
      );
      outgoing.on('error', fail);
      // Without a listener, Node would close the connection without reporting the response.
      outgoing.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        fail(new Error(`status ${statusCode ?? 101}`));
      });
      outgoing.on('close', () => {
        if (!isAnswered) fail(new Error('the connection was closed'));
      });
      outgoing.end();
    });

  return {
    sent: () => sent,
    close: () => {
      retryLimits.end();
      agent.destroy();
    },
    async ask(request) {
      for (let tries = 1; ; tries++) {
        const result = await tryOnce(request);
        const busy = result.ok && busyStatuses.has(result.reply.status);
        // A response that is too long would be too long again.
        const isFinal = result.ok ? !busy : result.isTooLong;
        retryLimits.note(
          result.ok ? (busy ? `status ${result.reply.status}` : null) : result.reason,
        );
        if (tries === options.maxTries || isFinal) return result;
        const pause = options.backoffMs * 2 ** (tries - 1) * spread();
        if (!result.ok) {
          await pauseFor(pause);
          continue;
        }
        const asked = retryAfterMs(result.reply.lines('retry-after')[0]);
        if ((asked ?? 0) > longestPauseMs) return result;
        const now = performance.now();
        const next = Math.max(nextAt, now + (asked ?? pause));
        if (asked !== null) retryLimits.excuse(next - Math.max(nextAt, now));
        nextAt = next;
      }
    },
  };
}

// A first-come, first-served semaphore for concurrent requests.

/** `count` is the number of connections: a request's timeout only starts once it has one. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    /** Waits for a slot. */
    async take(): Promise<void> {
      if (free > 0) free--;
      else await new Promise<void>((go) => waiting.push(go));
    },
    give(): void {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
