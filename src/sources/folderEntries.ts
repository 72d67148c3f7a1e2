/** Lists a folder completely, in code-point order, including names that are not UTF-8. */
import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';

export interface FolderEntry {
  /** The name; if it is not UTF-8, non-ASCII bytes are shown as `\xff`. */
  readonly name: string;
  /** Whether the name is UTF-8: a file of another name cannot be opened by it. */
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

/** Keeps ASCII and escapes every other byte: character boundaries are unknown. */
function withBadBytesShown(name: Uint8Array): string {
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  ).join('');
}
