/** The worker threads of a verification. */
import { installed } from '../../installed.ts';
import { type Threads, withThreads } from '../../workers/pool.ts';
import type { VerifyTasks } from './tasks.ts';

export type Workers = Threads<VerifyTasks>;

/** Runs `use` with `jobs` threads, which end with it, or as soon as `signal` is aborted. */
export function withWorkers<Result>(
  jobs: number,
  use: (workers: Workers) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  return withThreads(installed('lib/verifyWorker.js'), jobs, use, signal);
}
