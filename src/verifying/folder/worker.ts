/** A thread of a verification. */
import { runTasks } from '../../workers/runTasks.ts';
import { createVerifyTasks } from './tasks.ts';

export const runTask = runTasks(createVerifyTasks());
