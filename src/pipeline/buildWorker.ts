/** Entry point of a build's worker threads. */
import { runTasks } from '../workers/runTasks.ts';
import { createBuildTasks } from './tasks.ts';

export const runTask = runTasks(createBuildTasks());
