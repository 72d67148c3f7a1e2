/** Mocks of what standard error is connected to: they remember what is written and show nothing. */
import { Writable } from 'node:stream';

export interface MockStream {
  readonly stream: NodeJS.WriteStream;
  /** Everything written so far. */
  readonly written: () => string;
}

/** A mock of a terminal of so many columns. */
export function mockTerminal(columns: number): MockStream {
  return mockStream({ isTTY: true, columns });
}

/** A mock of a file or a pipe. */
export function mockPipe(): MockStream {
  return mockStream({});
}

function mockStream(properties: object): MockStream {
  let written = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  Object.assign(stream, properties);
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => written };
}
