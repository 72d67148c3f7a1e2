/** Entry point of a verification's worker thread. */
import { runTasks } from '../../base/threads.ts';
import { createVerifyTasks } from './tasks.ts';

export const runTask = runTasks(createVerifyTasks());
