/** Answers requests that Node's HTTP parser rejects, such as unknown methods, and CONNECT (M4). */
import type { Duplex } from 'node:stream';
import { errorBody, methodNotAllowedBody } from '../contract/bodies.ts';
import { errorHeaders } from '../contract/headers.ts';
import { systemCode } from '../failure.ts';

/** A listener for `clientError`. Closes the connection, since the rest of the stream cannot be parsed. */
export function answerUnparsed(error: Error & { rawPacket?: Buffer }, socket: Duplex): void {
  if (!socket.writable || systemCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  end(socket, refusalOf(error));
}

/** A listener for `connect`: the preview is not a proxy. */
export function answerConnect(_request: unknown, socket: Duplex): void {
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
