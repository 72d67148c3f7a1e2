/**
 * Signs `release.json` and checks its signature, in the format of minisign: Ed25519 of the BLAKE2b-512 hash of the file, and
 * of the signature with its trusted comment. The release has the hash of the manifest, and that of each file.
 */
import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attempt, Failure, readFailure } from '../base/failure.ts';
import { type Release, renderRelease } from '../contract/release.ts';
import { shortPath } from './fileList.ts';

// What node:crypto wants in front of a raw key of Ed25519: the rest of PKCS #8, and of SubjectPublicKeyInfo.
const secretHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHead = Buffer.from('302a300506032b6570032100', 'hex');

const algorithm = { plain: 'Ed', hashed: 'ED' } as const;
const idBytes = 8;
const keyBytes = 32;
const signatureBytes = 64;

export interface SecretKey {
  /** Tells keys apart; it is no secret. */
  readonly id: string;
  /** The text of a signature. Equal for equal bytes and comments. */
  readonly sign: (bytes: Uint8Array, trustedComment: string) => string;
}

export interface PublicKey {
  readonly id: string;
  /** Null for the right signature of these bytes; else what was found. */
  readonly faultOf: (bytes: Uint8Array, signature: string | null) => string | null;
}

/** Reads a key file of minisign that has no password. Throws a Failure. */
export function readSecretKey(file: string): SecretKey {
  const bytes = keyIn(file, 158);
  const [kdf, rest] = [bytes.subarray(2, 4), bytes.subarray(54)];
  if (kdf.some((byte) => byte !== 0)) {
    throw new Failure('usage', `The key in ${shortPath(file)} has a password.`, {
      hint: 'Nothing was changed. Take the password away from a copy of it with `minisign -C -W -s <file>`, and keep that copy where only the build reads it.',
    });
  }
  const [id, seed] = [rest.subarray(0, idBytes), rest.subarray(idBytes, idBytes + keyBytes)];
  const der = Buffer.concat([secretHead, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const signed = (message: Uint8Array) => sign(null, message, key);
  return {
    id: id.toString('hex'),
    sign(message, trustedComment) {
      const signature = signed(blake2(message));
      const whole = signed(Buffer.concat([signature, Buffer.from(trustedComment)]));
      const head = Buffer.concat([Buffer.from(algorithm.hashed), id, signature]);
      return [
        'untrusted comment: signature of a release of phagepress',
        head.toString('base64'),
        `trusted comment: ${trustedComment}`,
        `${whole.toString('base64')}\n`,
      ].join('\n');
    },
  };
}

/** The text of the signature of the `release.json` of a release. */
export function signatureBy(key: SecretKey, release: Release): string {
  return key.sign(Buffer.from(renderRelease(release)), `release ${release.release}`);
}

/** Reads a public key of minisign: a file, or the text of its last line. Throws a Failure. */
export function readPublicKey(keyText: string): PublicKey {
  const text = /^[A-Za-z0-9+/]{56}$/.test(keyText)
    ? Buffer.from(keyText, 'base64')
    : keyIn(keyText, 42);
  const id = text.subarray(2, 2 + idBytes);
  const der = Buffer.concat([publicHead, text.subarray(2 + idBytes)]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const isOf = (message: Uint8Array, signature: Buffer) => verify(null, message, key, signature);
  return {
    id: id.toString('hex'),
    faultOf(message, given) {
      if (given === null) return 'no signature';
      const [, line = '', comment = '', last = ''] = given.split(/\r?\n/);
      const [head, whole] = [Buffer.from(line, 'base64'), Buffer.from(last, 'base64')];
      const isForm =
        head.length === 2 + idBytes + signatureBytes &&
        whole.length === signatureBytes &&
        comment.startsWith('trusted comment: ');
      if (!isForm) return 'something else';
      const kind = head.toString('latin1', 0, 2);
      const by = head.subarray(2, 2 + idBytes);
      if (!by.equals(id)) return `one of the key ${shown(by)}`;
      const signature = head.subarray(2 + idBytes);
      const signed = kind === algorithm.hashed ? blake2(message) : message;
      if (!isOf(signed, signature)) return 'a signature of other bytes';
      const trusted = Buffer.from(comment.slice('trusted comment: '.length));
      return isOf(Buffer.concat([signature, trusted]), whole)
        ? null
        : 'a trusted comment that was changed';
    },
  };
}

/** As minisign shows it. */
function shown(id: Uint8Array): string {
  return Buffer.from([...id].toReversed())
    .toString('hex')
    .toUpperCase();
}

function blake2(message: Uint8Array): Buffer {
  return hash('blake2b512', message, 'buffer');
}

/** The bytes of the key in a file of minisign. */
function keyIn(file: string, length: number): Buffer {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw readFailure(shortPath(file), error);
  }
  const line = text.split('\n').find((one) => /^[A-Za-z0-9+/]+={0,2}\s*$/.test(one)) ?? '';
  const bytes = attempt(() => Buffer.from(line, 'base64')) ?? Buffer.alloc(0);
  if (bytes.length === length && bytes.toString('latin1', 0, 2) === algorithm.plain) return bytes;
  const kind = length === 42 ? 'public' : 'secret';
  throw new Failure('usage', `${shortPath(file)} is no ${kind} key of minisign.`, {
    hint: 'Nothing was changed. `minisign -G -W -p release.pub -s release.key` makes a pair without a password.',
  });
}
