/** Reads a file of the cache that must have the hash with which it was remembered. */
import { hash } from 'node:crypto';
import { DamagedCache } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';

/** Throws DamagedCache when it cannot be read, or was changed. */
export function readVouched(file: string, sha256: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readOwn(file);
  } catch {
    throw new DamagedCache(`${file} cannot be read`);
  }
  if (hash('sha256', bytes) !== sha256) throw new DamagedCache(`${file} is damaged`);
  return bytes;
}
