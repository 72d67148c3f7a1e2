/** Entry point of a build's worker threads. */
import { runTasks } from '../base/threads.ts';
import { createBuildTasks } from './tasks.ts';

export const runTask = runTasks(createBuildTasks());
