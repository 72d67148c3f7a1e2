/** ETags of the preview's responses (M5). */
import { createHash } from 'node:crypto';

/** A strong ETag: the hash of the bytes that are sent (M5). */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
