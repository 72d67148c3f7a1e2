/** Writes records to `part-0001.ndjson` and so on, a megabyte at a time, each part with a bounded number of records. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bufferedCharacters = 2 ** 20;

export class PartWriter {
  /** Files begun so far. */
  files = 0;
  /** Bytes in them, once closed. */
  bytes = 0;
  private readonly folder: string;
  private readonly maxRecords: number;
  private records = 0;
  private pending = '';
  private file: number | null = null;

  constructor(folder: string, maxRecords: number) {
    this.folder = folder;
    this.maxRecords = maxRecords;
  }

  /** Adds lines that belong together; they begin a new part when the current one has no room for all of them. */
  add(lines: string, records: number): void {
    if (this.records + records > this.maxRecords) this.close();
    this.file ??= this.openNext();
    this.pending += lines;
    this.records += records;
    if (this.pending.length >= bufferedCharacters) this.flush(this.file);
  }

  close(): void {
    if (this.file === null) return;
    try {
      this.flush(this.file);
    } finally {
      closeSync(this.file);
      this.file = null;
      this.records = 0;
    }
  }

  private openNext(): number {
    this.files++;
    return openSync(join(this.folder, `part-${String(this.files).padStart(4, '0')}.ndjson`), 'w');
  }

  private flush(file: number): void {
    const bytes = Buffer.from(this.pending);
    this.pending = '';
    // Unlike writeSync, it goes on until every byte is written.
    writeFileSync(file, bytes);
    this.bytes += bytes.length;
  }
}
