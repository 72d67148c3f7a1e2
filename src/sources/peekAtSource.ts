/** Looks at the beginning of a file that is not read, to say what was probably meant by it. */
import { closeSync, readSync } from 'node:fs';
import type { CollectionName } from '../contract/collectionName.ts';
import { openRegular } from '../files/openRegular.ts';

const peekBytes = 1 << 14;

interface Peek {
  readonly isJson: boolean;
  /** Whether its first line is a whole object, so that it may have a record a line. */
  readonly isLines: boolean;
  /** The collection whose field it names; null where it names none. */
  readonly collection: CollectionName | null;
}

/** Null where it cannot be read: that it is not is told anyway. */
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
    collection: text.includes('"GeneID"')
      ? 'genes'
      : text.includes('"phage_name"')
        ? 'phages'
        : null,
  };
}
