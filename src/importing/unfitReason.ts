/** Why a name cannot be used for an imported phage. */
import { unsafeNameReason } from '../contract/recordName.ts';

// The names of its genes are longer, and must also be file names.
const maxBytes = 180;

/** Null if it can. Completes the sentence "found a name, which …". */
export function unfitReason(name: string): string | null {
  const unsafe = unsafeNameReason(name);
  if (unsafe !== null) return unsafe;
  if (name.startsWith('.')) return 'begins with a dot';
  if (/[<>:"|?*]/.test(name)) return 'has a sign that names of files may not have everywhere';
  if (/[\p{Bidi_Control}]/u.test(name)) return 'turns the direction of its letters';
  return Buffer.byteLength(name) > maxBytes ? `is longer than ${maxBytes} bytes` : null;
}
