/** A writer for hyparquet that hashes the bytes and passes them on in chunks. */
import { createHash } from 'node:crypto';
import { ByteWriter } from 'hyparquet-writer';

const bufferBytes = 1 << 16;

export class HashedBytes extends ByteWriter {
  readonly #pass: (bytes: Uint8Array) => void;
  readonly #digest = createHash('sha256');

  /** `pass` gets all bytes in order; each chunk is valid until it returns. */
  constructor(pass: (bytes: Uint8Array) => void) {
    super(bufferBytes);
    this.#pass = pass;
  }

  override ensure(size: number): void {
    if (this.index + size > this.buffer.byteLength) this.flush();
    super.ensure(size);
  }

  /** Bytes longer than the buffer are passed on directly. */
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

  /** The hash of all bytes, in hexadecimal; can be called once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  #take(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.#pass(bytes);
  }
}
