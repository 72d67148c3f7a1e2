import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPublicKey, readSecretKey } from '../../../src/publishing/signing.ts';
import { keyFiles } from './keyFiles.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** Made by minisign 0.10. */
const publicKey = 'RWS2MuhcbxMtMyWabL8VMbIdvzaGC3kSRmZwneQEnkd4gEMLqJiWVwEV';
const signed = `untrusted comment: signature from minisign secret key
RUS2MuhcbxMtMyVD4yqoIIaSGMvS0o6qjbp5h0rXjNrD4Wx6rmNLaOv+VWEElaDe4TtgXV4pY4PWicCxmr2LsGPStRSaTGFRyAU=
trusted comment: a comment
MQgfZk8Nh/Tyq/A6PLsxkFi/FG5QUjPgYtMYr++ZP5blIAAeztphkq2k61phk4Wa8rMEnZB5+skOpaLLSikKBQ==
`;

describe('a signature', () => {
  test('of minisign is checked as it does', () => {
    const key = readPublicKey(publicKey);
    expect(key.faultOf(Buffer.from('hello\n'), signed)).toBeNull();
    expect(key.faultOf(Buffer.from('hello'), signed)).toBe('a signature of other bytes');
    expect(key.faultOf(Buffer.from('hello\n'), signed.replace('a comment', 'another'))).toBe(
      'a trusted comment that was changed',
    );
    expect(key.faultOf(Buffer.from('hello\n'), null)).toBe('no signature');
    expect(key.faultOf(Buffer.from('hello\n'), 'signed')).toBe('something else');
  });

  test('is the same for the same bytes, and right for its key alone', () => {
    const folder = tempFolder();
    const [one, other] = [keyFiles(folder), keyFiles(folder, 'other')];
    const bytes = Buffer.from('{"release":"…"}');
    const text = readSecretKey(one.key).sign(bytes, 'release 12');
    expect(readSecretKey(one.key).sign(bytes, 'release 12')).toBe(text);
    expect(text).toMatch(/^untrusted comment: .*\n.*\ntrusted comment: release 12\n.*\n$/);
    expect(readPublicKey(one.pub).faultOf(bytes, text)).toBeNull();
    expect(readPublicKey(one.pub).faultOf(bytes, text.replaceAll('\n', '\r\n'))).toBeNull();
    expect(readPublicKey(one.pub).id).toBe(readSecretKey(one.key).id);
    expect(readPublicKey(other.pub).faultOf(bytes, text)).toBe('a signature of other bytes');
    expect(readPublicKey(publicKey).faultOf(bytes, text)).toBe('one of the key EFCDAB8967452301');
  });

  test('needs a key of its kind, without a password', () => {
    const folder = tempFolder();
    const { key, pub } = keyFiles(folder);
    expect(() => readSecretKey(pub)).toThrow('release.pub is no secret key of minisign.');
    expect(() => readPublicKey(key)).toThrow('release.key is no public key of minisign.');
    expect(() => readPublicKey(path.join(folder, 'nowhere'))).toThrow('Cannot read');
    const bytes = Buffer.from(readFileSync(key, 'utf8').split('\n')[1] ?? '', 'base64');
    bytes.write('Sc', 2);
    writeFileSync(key, `untrusted comment: secret\n${bytes.toString('base64')}\n`);
    expect(() => readSecretKey(key)).toThrow('release.key has a password.');
  });
});
