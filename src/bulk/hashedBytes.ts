/** Bytes that a library appends: they are passed on in pieces, and hashed on the way. */
import { createHash } from 'node:crypto';
import { ByteWriter } from 'hyparquet-writer';

const bufferBytes = 1 << 16;

export class HashedBytes extends ByteWriter {
  readonly #pass: (bytes: Uint8Array) => void;
  readonly #digest = createHash('sha256');

  /** `pass` gets all bytes in order; what it is given is valid until it returns. */
  constructor(pass: (bytes: Uint8Array) => void) {
    super(bufferBytes);
    this.#pass = pass;
  }

  override ensure(size: number): void {
    if (this.index + size > this.buffer.byteLength) this.flush();
    super.ensure(size);
  }

  /** What is longer than the buffer is passed on as it is. */
  override appendBytes(bytes: Uint8Array): void {
    if (bytes.length <= this.buffer.byteLength) {
      super.appendBytes(bytes);
      return;
    }
    this.flush();
    this.#take(bytes);
    this.offset += bytes.length;
  }

  flush(): void {
    this.#take(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  /** Of all bytes, hexadecimal; asked for once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  #take(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.#pass(bytes);
  }
}
