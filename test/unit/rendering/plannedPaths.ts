import { neighbourFiles } from '../../../src/rendering/neighbours.ts';
import type { Planned } from '../../../src/rendering/view.ts';

/** The paths of all files that come of what was planned. */
export function plannedPaths(all: Iterable<Planned>): string[] {
  return [...all].flatMap((planned) =>
    planned.kind === 'neighbours'
      ? Array.from(neighbourFiles(planned), ({ path }) => path)
      : [planned.path],
  );
}
