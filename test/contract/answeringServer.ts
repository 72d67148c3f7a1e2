/** Services that answer by a function: over connections, or in this process, as verify asks them. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { HttpClient } from '../../src/base/httpClient.ts';
import { answerRequest, knownRelease } from '../../src/preview/answer.ts';
import { answerUnparsed } from '../../src/preview/server.ts';
import { formatBytes } from '../../src/text/words.ts';

export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** How many requests for the same came before. */
  readonly before: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Changes an answer; 'cut' ends the connection, 'hang' keeps it without a word, 'half' sends half of the body. */
export type Meddle = (answer: Answer, asked: Asked) => Answer | 'cut' | 'hang' | 'half';

/** Answers a request to a service that is reached at `url`. */
export type Answering = (
  asked: Asked,
  url: string,
) => Promise<ReturnType<Meddle>> | ReturnType<Meddle>;

export interface AnsweringServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A good service answers the request that `redirect` makes of the one that came; `meddle` changes that. */
export function meddled(
  good: Answering,
  meddle: Meddle,
  redirect: (target: string) => string = (target) => target,
): Answering {
  return async (asked, url) => {
    const answer = await good({ ...asked, target: redirect(asked.target) }, url);
    return typeof answer === 'string' ? answer : meddle(answer, asked);
  };
}

/** What the preview answers for a folder that never changes, without a server. */
export function previewIn(dir: string): Answering {
  const release = knownRelease(dir);
  const allowedHosts = new Set<string>();
  const known = new Map<string, Answer>();
  const answerNow = ({ method, target, headers }: Asked, url: string): Answer => {
    const visitor = { host: headers.host, origin: headers.origin };
    const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = headers;
    const request = { method, target, visitor, range, ifNoneMatch, ifRange: ifRange?.toString() };
    const found = answerRequest(request, { root: dir, url, release, allowedHosts });
    if ('file' in found) {
      const body = readFileSync(join(dir, found.file));
      return { status: 200, headers: { 'cache-control': 'no-cache' }, body };
    }
    const body =
      'body' in found
        ? Buffer.from(found.body)
        : readFileSync(found.place).subarray(found.start, found.end);
    return { status: found.status, headers: inLowerCase(found.headers), body };
  };
  return (asked, url) => {
    const key = JSON.stringify([url, asked.method, asked.target, asked.headers]);
    const answer = known.get(key) ?? answerNow(asked, url);
    known.set(key, answer);
    return answer;
  };
}

function inLowerCase<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** A server on a free port of this machine. */
export async function startAnswering(answer: Answering): Promise<AnsweringServer> {
  const countBefore = counter();
  let url = '';
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headers } = request;
    const before = countBefore(`${method} ${target}`);
    const answering = Promise.resolve(answer({ method, target, headers, before }, url));
    // Who hangs up while the good server is asked gets nothing.
    void answering
      .catch((): 'cut' => 'cut')
      .then((given) => {
        if (given === 'hang') return;
        if (given === 'cut') {
          request.socket.destroy();
          return;
        }
        const whole = given === 'half' ? Buffer.alloc(1000, 'x') : given.body;
        const status = given === 'half' ? 200 : given.status;
        response.writeHead(status, {
          ...(given === 'half' ? { 'content-type': 'application/json' } : given.headers),
          ...(hasBody(status, method) ? { 'content-length': whole.length } : {}),
        });
        if (given === 'half')
          response.write(whole.subarray(0, 500), () => request.socket.destroy());
        else response.end(method === 'HEAD' ? undefined : whole);
      });
  });
  // A method that Node's parser does not know never comes as far as `answer`.
  server.on('clientError', answerUnparsed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/**
 * The same without a connection: for what a service answers, not for how it is reached. Nothing is asked twice, and what
 * breaks a connection is no answer at once.
 */
export function answeringClient(answer: Answering, url: string): HttpClient {
  const countBefore = counter();
  const { host, hostname } = new URL(url);
  let sent = 0;
  return {
    sent: () => sent,
    close() {},
    async ask({
      method = 'GET',
      target,
      headers = {},
      isFromElsewhere = true,
      maxBytes = usualBodyBytes,
      take,
    }) {
      sent++;
      const given = await answer(
        {
          method,
          target,
          headers: {
            host,
            ...(isFromElsewhere ? { origin: `http://${hostname}:1` } : {}),
            ...inLowerCase(headers),
          },
          before: countBefore(`${method} ${target}`),
        },
        url,
      );
      // As the client of the program says it when it has tried often enough.
      if (typeof given === 'string') return { ok: false, reason: given, isTooLong: false };
      const { status } = given;
      const body = hasBody(status, method) ? given.body : Buffer.alloc(0);
      if (body.length > maxBytes) {
        const reason = `a body of more than ${formatBytes(maxBytes)}`;
        return { ok: false, reason, isTooLong: true };
      }
      const lines = new Map(
        Object.entries(inLowerCase(given.headers)).map(([name, value]) => [
          name,
          [value ?? []].flat(),
        ]),
      );
      if (hasBody(status, method)) lines.set('content-length', [`${body.length}`]);
      const isHashed = take === 'hashed';
      return {
        ok: true,
        reply: {
          status,
          lines: (name) => lines.get(name) ?? [],
          body: isHashed ? Buffer.alloc(0) : body,
          hashed: isHashed ? { bytes: body.length, sha256: hash('sha256', body) } : null,
        },
      };
    },
  };
}

// As much as the client of the program takes where no limit is said.
const usualBodyBytes = 4 * 1024 * 1024;

function hasBody(status: number, method: string): boolean {
  return status !== 304 && status !== 204 && method !== 'HEAD';
}

/** Counts how often each text has come before. */
function counter(): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    return before;
  };
}
