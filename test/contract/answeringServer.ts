/** A server that passes requests on to a good one and may change what comes back. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUnparsed } from '../../src/preview/answerUnparsed.ts';
import { type RawAnswer, send } from './runContract.ts';

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

export interface AnsweringServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What a server that never changes has answered, so that it is asked once for all tests. */
export type KnownAnswers = Map<string, RawAnswer>;

/** `upstream` answers the request that `redirect` makes of the one that came. */
export async function startBetween(
  upstream: string,
  meddle: Meddle,
  redirect: (target: string) => string = (target) => target,
  known: KnownAnswers = new Map(),
): Promise<AnsweringServer> {
  const agent = new Agent({ keepAlive: true });
  const server = await startAnswering(async (asked, url) => {
    const { method, headers } = asked;
    const passed = Object.fromEntries(
      Object.entries(headers).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && !['host', 'connection'].includes(entry[0]),
      ),
    );
    const request = { method, target: redirect(asked.target), headers: passed };
    const key = JSON.stringify(request);
    const got = known.get(key) ?? (await send(upstream, request, agent));
    known.set(key, got);
    const { 'content-length': _, connection: __, 'keep-alive': ___, ...kept } = got.headers;
    // The good server names itself in its links.
    const isText = /json/.test(got.headers['content-type'] ?? '');
    const body = isText ? Buffer.from(got.body.replaceAll(upstream, url)) : got.bytes;
    const location = got.headers.location?.replace(upstream, url);
    return meddle(
      {
        status: got.status,
        headers: { ...kept, ...(location === undefined ? {} : { location }) },
        body,
      },
      asked,
    );
  });
  return {
    ...server,
    close: async () => {
      agent.destroy();
      await server.close();
    },
  };
}

/** A server on a free port of this machine that answers by a function. */
export async function startAnswering(
  answer: (asked: Asked, url: string) => Promise<ReturnType<Meddle>> | ReturnType<Meddle>,
): Promise<AnsweringServer> {
  const asked = new Map<string, number>();
  let url = '';
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headers } = request;
    const before = asked.get(`${method} ${target}`) ?? 0;
    asked.set(`${method} ${target}`, before + 1);
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
          ...(status === 304 || status === 204 || method === 'HEAD'
            ? {}
            : { 'content-length': whole.length }),
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
