/** A thread of a build. */
import { runTasks } from '../workers/runTasks.ts';
import { createBuildTasks } from './tasks.ts';

export const runTask = runTasks(createBuildTasks());
