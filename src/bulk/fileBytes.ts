/** A new file that a library appends bytes to: they are written in pieces, and hashed on the way. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ByteWriter } from 'hyparquet-writer';
import { writeFailure } from '../publishing/siteWriter.ts';

const bufferBytes = 1 << 16;

export class FileBytes extends ByteWriter {
  readonly #target: string;
  readonly #handle: number;
  readonly #digest = createHash('sha256');

  /** Makes the file, never through a link that stands in its place. Throws a Failure. */
  constructor(target: string) {
    super(bufferBytes);
    this.#target = target;
    try {
      mkdirSync(path.dirname(target), { recursive: true });
      rmSync(target, { force: true });
      this.#handle = openSync(target, 'wx');
    } catch (error) {
      throw writeFailure(target, error);
    }
  }

  override ensure(size: number): void {
    if (this.index + size > this.buffer.byteLength) this.flush();
    super.ensure(size);
  }

  /** What is longer than the buffer is written as it is. */
  override appendBytes(bytes: Uint8Array): void {
    if (bytes.length <= this.buffer.byteLength) {
      super.appendBytes(bytes);
      return;
    }
    this.flush();
    this.#write(bytes);
    this.offset += bytes.length;
  }

  /** Throws a Failure, as all that appends does. */
  flush(): void {
    this.#write(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  /** Of all that was written, hexadecimal; asked for once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  close(): void {
    closeSync(this.#handle);
  }

  #write(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at);
    } catch (error) {
      throw writeFailure(this.#target, error);
    }
  }
}
