/** Pairs of keys, as minisign writes them. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** A pair of files without a password. */
export function keyFiles(folder: string, name = 'release') {
  const { publicKey: own, privateKey } = generateKeyPairSync('ed25519');
  const raw = own.export({ format: 'der', type: 'spki' }).subarray(-32);
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const id = Buffer.from('0123456789abcdef', 'hex');
  const secret = Buffer.concat([
    Buffer.from('Ed\0\0B2'),
    Buffer.alloc(48),
    id,
    seed,
    raw,
    Buffer.alloc(32),
  ]);
  const files = { key: path.join(folder, `${name}.key`), pub: path.join(folder, `${name}.pub`) };
  writeFileSync(files.key, `untrusted comment: secret\n${secret.toString('base64')}\n`);
  const text = Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64');
  writeFileSync(files.pub, `untrusted comment: public\n${text}\n`);
  return files;
}
