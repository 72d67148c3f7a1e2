/** A packed site as one with a file for each of its addresses, by the steps that hosts take. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  firstStep,
  indexFile,
  nextStep,
  packedFile,
  packedKey,
  packedPlace,
  packHead,
  readIndex,
} from '../../src/contract/packs.ts';

/** What was read for a file, by path, and its bytes; null if the site has no such file. */
export interface UnpackedFile {
  readonly read: Readonly<Record<string, number>>;
  readonly bytes: Uint8Array | null;
}

export function unpackFile(site: string, file: string): UnpackedFile {
  const place = packedPlace(file);
  const bytesOf = (name: string) => {
    try {
      return readFileSync(path.join(site, name));
    } catch {
      return null;
    }
  };
  if (place === null) return { read: {}, bytes: bytesOf(file) };
  const read: Record<string, number> = {};
  let found = firstStep(place) as ReturnType<typeof nextStep>;
  while (found !== null && 'file' in found) {
    const bytes = bytesOf(found.file);
    read[found.file] = bytes?.length ?? 0;
    found = nextStep(place, found, bytes);
  }
  return { read, bytes: found };
}

/** The files that the packs of a site hold; without the genes that its pages hold. */
export function packedFiles(site: string): string[] {
  const files = readdirSync(path.join(site, 'packs'), { recursive: true, encoding: 'utf8' });
  return files.flatMap((name) => {
    const group = path.dirname(name);
    const bytes = () => readFileSync(path.join(site, 'packs', name));
    const fileOf = (own: string) => packedFile(packedKey({ group, name: own }));
    if (name.endsWith('.pack'))
      return packHead(bytes(), { group }, name).entries.map(([own]) => fileOf(own));
    if (!name.endsWith('.ndjson')) return [];
    const { of, lines } = readIndex(bytes(), { group }, indexFile(group));
    return of === 'packs' ? lines.flatMap(([from, , size]) => (size ? [fileOf(from)] : [])) : [];
  });
}
