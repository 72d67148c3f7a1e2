/** Writes JSON text in its shortest form without making values of it, which would reorder some keys. */

const token = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g;

/** Takes valid JSON; keeps the order of keys, and gives every string and number its canonical form. */
export function compactJson(text: string): string {
  const parts = text.match(token) ?? [];
  return parts
    .map((part) => (/^["\d-]/.test(part) ? JSON.stringify(JSON.parse(part)) : part))
    .join('');
}
