/** The worker threads of a verification. */
import { type Threads, withThreads } from '../../workers/pool.ts';
import type { VerifyTasks } from './tasks.ts';

export type Workers = Threads<VerifyTasks>;

/** Runs `use` with `jobs` threads, which end with it, or as soon as `signal` is aborted. */
export function withWorkers<Result>(
  jobs: number,
  use: (workers: Workers) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  return withThreads(new URL('./worker.js', import.meta.url), jobs, use, signal);
}
