/** Validators of the preview's answers (M5). */
import { createHash } from 'node:crypto';

/** A strong validator of the bytes that are sent: it changes whenever they do (M5). */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether an `If-None-Match` header names a validator: a list of tags, or `*` for any. The comparison is
 * the weak one, as RFC 9110 13.1.2 has it: a proxy that compressed an answer hands its tag back with `W/`.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([listed]) => listed).includes(tag);
}
