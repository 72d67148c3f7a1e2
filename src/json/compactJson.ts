/** Writes JSON text in its shortest form without making values of it, which would reorder some keys. */
import { spaceEnd, tokenEnd } from './tokenEnd.ts';

/** Takes good JSON; keeps the order of keys, and gives every string and number its canonical form. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  // What can stay is taken over in long stretches: a part for each token would fill the memory.
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

/** The canonical form of a string or number; null where it is as it is written. */
function canonicalToken(written: string): string | null {
  if (!/^["\d-]/.test(written)) return null;
  const canonical = JSON.stringify(JSON.parse(written));
  return canonical === written ? null : canonical;
}
