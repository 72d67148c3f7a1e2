/** Minifies JSON text without parsing it into values, which would reorder some keys. */
import { spaceEnd, tokenEnd } from './tokenEnd.ts';

/** `text` must be valid JSON; keeps the order of keys, and writes every string and number in canonical form. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  // Unchanged text is copied in long slices: one slice per token would use too much memory.
  let keptFrom = 0;
  let keptTo = 0;
  for (let at = spaceEnd(text, 0); at < text.length; at = spaceEnd(text, keptTo)) {
    const end = tokenEnd(text, at);
    const canonical = canonicalToken(text.slice(at, end));
    if (at > keptTo || canonical !== null) {
      parts.push(text.slice(keptFrom, keptTo));
      if (canonical !== null) parts.push(canonical);
      keptFrom = canonical === null ? at : end;
    }
    keptTo = end;
  }
  parts.push(text.slice(keptFrom, keptTo));
  return parts.join('');
}

/** The canonical form of a string or number; null if it is written that way already. */
function canonicalToken(written: string): string | null {
  if (!/^["\d-]/.test(written)) return null;
  const canonical = JSON.stringify(JSON.parse(written));
  return canonical === written ? null : canonical;
}
