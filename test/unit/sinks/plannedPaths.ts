import { neighbourFiles } from '../../../src/sinks/neighbours.ts';
import type { Planned } from '../../../src/sinks/view.ts';

/** The paths of all files that come of what was planned. */
export function plannedPaths(all: Iterable<Planned>): string[] {
  return [...all].flatMap((planned) =>
    planned.kind === 'neighbours'
      ? Array.from(neighbourFiles(planned), ({ path }) => path)
      : [planned.path],
  );
}
