/** Lists a folder as it is: every entry, in code-point order, also those whose names are no UTF-8. */
import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';

export interface FolderEntry {
  /** The name; where it is no UTF-8, its bad bytes as `\xff`. */
  readonly name: string;
  /** Whether the name is UTF-8: no other can be opened by its name. */
  readonly isNamed: boolean;
  /** `special`: a pipe, a device, a socket. Links are not followed. */
  readonly kind: 'file' | 'folder' | 'link' | 'special';
}

/** Throws the system's error. */
export function folderEntries(folder: string): FolderEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  return entries
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map((entry) => {
      const isNamed = isUtf8(entry.name);
      const name = isNamed ? entry.name.toString() : withBadBytesShown(entry.name);
      return { name, isNamed, kind: kindOf(entry) };
    });
}

function kindOf(entry: Dirent<Buffer>): FolderEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}

/** What is ASCII, and every other byte as an escape: where a character would begin is not known. */
function withBadBytesShown(name: Uint8Array): string {
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  ).join('');
}
