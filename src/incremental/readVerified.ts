/** Reads a file of the cache and checks the hash that was remembered with it. */
import { hash } from 'node:crypto';
import { attempt, DamagedCache } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';

/** Throws DamagedCache if it cannot be read or was changed. */
export function readVerified(file: string, sha256: string): Buffer {
  const bytes = attempt(() => readOwn(file));
  if (bytes === undefined) throw new DamagedCache(`${file} cannot be read`);
  if (hash('sha256', bytes) !== sha256) throw new DamagedCache(`${file} is damaged`);
  return bytes;
}
