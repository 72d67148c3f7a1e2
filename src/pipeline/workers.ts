/** The worker threads of a build. */
import { installed } from '../installed.ts';
import { type Threads, threadsOf } from '../workers/pool.ts';
import type { BuildTasks } from './tasks.ts';

export type Workers = Threads<BuildTasks>;

export const withWorkers = threadsOf<BuildTasks>(
  installed('lib/buildWorker.js'),
  () => import('./buildWorker.ts'),
);
