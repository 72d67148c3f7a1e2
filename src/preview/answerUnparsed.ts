/** Answers what Node's parser refuses before anybody is asked: above all a method that it does not know (M4). */
import type { Duplex } from 'node:stream';
import { errorBody, methodNotAllowedBody } from '../contract/bodies.ts';
import { errorHeaders } from '../contract/headers.ts';
import { systemCode } from '../failure.ts';

/** A listener of `clientError`; ends the connection, since what comes next on it cannot be read. */
export function answerUnparsed(error: Error & { rawPacket?: Buffer }, socket: Duplex): void {
  if (!socket.writable || systemCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, body } = refusalOf(error);
  const headers = {
    ...errorHeaders,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

function refusalOf(error: Error & { rawPacket?: Buffer }): { status: string; body: string } {
  if (systemCode(error) === 'HPE_HEADER_OVERFLOW') {
    const status = '431 Request Header Fields Too Large';
    return { status, body: errorBody('The request is too long.') };
  }
  const start = error.rawPacket?.toString('latin1', 0, 100) ?? '';
  const method = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S/.exec(start)?.[1];
  return systemCode(error) === 'HPE_INVALID_METHOD' && method !== undefined
    ? { status: '405 Method Not Allowed', body: methodNotAllowedBody(method) }
    : { status: '400 Bad Request', body: errorBody('Bad request.') };
}
