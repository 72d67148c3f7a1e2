/** How a path is written in a message. */
import path from 'node:path';

/** Relative to the working folder where it lies in it. */
export function shortPath(target: string): string {
  const relative = path.relative('', target);
  if (relative === '') return '.';
  const leadsUp = relative === '..' || relative.startsWith(`..${path.sep}`);
  return leadsUp || path.isAbsolute(relative) ? target : relative;
}
