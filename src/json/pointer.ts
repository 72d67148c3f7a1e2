/** JSON pointers (RFC 6901): how a place inside a record is written. */

/** The pointer of a member: `childPointer('/a', 'b/c')` is `/a/b~1c`. */
export function childPointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a pointer, or undefined where there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const member = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) {
      return undefined;
    }
    value = Object.getOwnPropertyDescriptor(value, member)?.value;
  }
  return value;
}
