/** The worker threads of a build. */
import { installed } from '../installed.ts';
import { type Threads, withThreads } from '../workers/pool.ts';
import type { BuildTasks } from './tasks.ts';

export type Workers = Threads<BuildTasks>;

/** Runs `use` with `jobs` threads, which end with it, or as soon as `signal` is aborted. */
export function withWorkers<Result>(
  jobs: number,
  use: (workers: Workers) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  return withThreads(installed('lib/buildWorker.js'), jobs, use, signal);
}
