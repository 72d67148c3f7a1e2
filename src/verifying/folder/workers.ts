/** The worker threads of a verification. */
import { installed } from '../../installed.ts';
import { type Threads, threadsOf } from '../../workers/pool.ts';
import type { VerifyTasks } from './tasks.ts';

export type Workers = Threads<VerifyTasks>;

export const withWorkers = threadsOf<VerifyTasks>(
  installed('lib/verifyWorker.js'),
  () => import('./verifyWorker.ts'),
);
