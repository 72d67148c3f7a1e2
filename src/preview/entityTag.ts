/** Validators of the preview's answers (M5). */
import { createHash } from 'node:crypto';

/** A strong validator of the bytes that are sent: it changes whenever they do (M5). */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
