/** Unpacks gzip member by member as RFC 1952 says, and throws at anything else: no trust in what zlib passes over. */
import { crc32, inflateRawSync } from 'node:zlib';

/** The contents of all members; throws unless the bytes are members, whole ones, and perhaps zeros behind them. */
export function strictGunzip(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    // Tape drives and block devices pad with zeros.
    if (parts.length > 0 && bytes.subarray(at).every((byte) => byte === 0)) break;
    const start = headerEnd(bytes, at);
    const { content, length } = inflate(bytes.subarray(start));
    const trailer = start + length;
    if (trailer + 8 > bytes.length) throw new Error('cut short');
    if (bytes.readUInt32LE(trailer) !== crc32(content)) throw new Error('checksum');
    if (bytes.readUInt32LE(trailer + 4) !== content.length % 2 ** 32) throw new Error('size');
    parts.push(content);
    at = trailer + 8;
  }
  if (parts.length === 0) throw new Error('empty');
  return Buffer.concat(parts);
}

function headerEnd(bytes: Buffer, start: number): number {
  if (bytes.length - start < 10) throw new Error('cut short');
  if (bytes.readUInt16BE(start) !== 0x1f8b || bytes[start + 2] !== 8) throw new Error('no gzip');
  const flags = bytes[start + 3] ?? 0;
  if ((flags & 0xe0) !== 0) throw new Error('reserved flags');
  let at = start + 10;
  if ((flags & 4) !== 0) {
    if (at + 2 > bytes.length) throw new Error('cut short');
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new Error('cut short');
    at = end + 1;
  }
  if ((flags & 2) !== 0) {
    if (at + 2 > bytes.length) throw new Error('cut short');
    if (bytes.readUInt16LE(at) !== (crc32(bytes.subarray(start, at)) & 0xffff)) {
      throw new Error('header checksum');
    }
    at += 2;
  }
  return at;
}

function inflate(bytes: Buffer): { content: Buffer; length: number } {
  const result = inflateRawSync(bytes, { info: true }) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
  return { content: result.buffer, length: result.engine.bytesWritten };
}
