/** How a path is written in a message. */
import path from 'node:path';

/** Relative to the working folder if inside it. */
export function shortPath(target: string): string {
  const relative = path.relative('', target);
  if (relative === '') return '.';
  const leadsUp = relative === '..' || relative.startsWith(`..${path.sep}`);
  return leadsUp || path.isAbsolute(relative) ? target : relative;
}
