/** JSON pointers (RFC 6901), which locate a value inside a record. */

/** The pointer of a member: `childPointer('/a', 'b/c')` is `/a/b~1c`. */
export function childPointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The reference tokens of a pointer, unescaped, from the outside in. */
export function namesIn(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const maxShownName = 80;
const maxShownPointer = 400;

/** The pointer of these names as shown in a message: long names and long pointers are shortened. */
export function shownPointer(names: Iterable<string | number>): string {
  let shown = '';
  for (const name of names) {
    if (shown.length > maxShownPointer) break;
    shown = childPointer(shown, typeof name === 'string' ? cut(name, maxShownName) : name);
  }
  return cut(shown, maxShownPointer);
}

/** The same for a pointer that is written already. */
export function shortPointer(pointer: string): string {
  return pointer.length <= maxShownName ? pointer : shownPointer(namesIn(pointer));
}

function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  return `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')}…`;
}
