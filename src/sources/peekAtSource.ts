/** Reads the beginning of a file that is not a source, to guess what was meant by it. */
import { closeSync, readSync } from 'node:fs';
import { type CollectionName, collectionNames, keyFields } from '../contract/collectionName.ts';
import { openRegular } from '../files/openRegular.ts';

const peekBytes = 1 << 14;

interface Peek {
  readonly isJson: boolean;
  /** Whether its first line is a whole object, which suggests one record per line. */
  readonly isLines: boolean;
  /** The collection whose field it names; null if none. */
  readonly collection: CollectionName | null;
}

/** Null if it cannot be read; that the file is not a source is reported anyway. */
export function peekAtSource(file: string): Peek | null {
  let text: string;
  try {
    const handle = openRegular(file);
    try {
      const bytes = Buffer.alloc(peekBytes);
      text = bytes.toString('utf8', 0, readSync(handle, bytes, 0, peekBytes, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  return {
    isJson: /^[[{]/.test(first),
    isLines: /^\{.*\}\s*$/.test(first),
    collection: collectionNames.findLast((name) => text.includes(`"${keyFields[name]}"`)) ?? null,
  };
}
