/** Entry point of a verification's worker thread. */
import { runTasks } from '../../workers/runTasks.ts';
import { createVerifyTasks } from './tasks.ts';

export const runTask = runTasks(createVerifyTasks());
