/** Workers for tests: they run the very tasks, one after the other, in the thread of the test. */
import { createBuildTasks } from '../../../src/pipeline/tasks.ts';
import { createVerifyTasks } from '../../../src/verifying/folder/tasks.ts';
import type { TaskInput, TaskOutput, Threads } from '../../../src/base/threads.ts';

const tasks = { ...createBuildTasks(), ...createVerifyTasks() };
type AllTasks = typeof tasks;

// A thread has one task at a time, and tasks may rely on that.
let last: Promise<unknown> = Promise.resolve();

export const inProcessWorkers: Threads<AllTasks> = {
  jobs: 2,
  start() {},
  run<Name extends keyof AllTasks>(
    name: Name,
    input: TaskInput<AllTasks, Name>,
  ): Promise<TaskOutput<AllTasks, Name>> {
    const task = tasks[name] as (
      taken: TaskInput<AllTasks, Name>,
    ) => Promise<TaskOutput<AllTasks, Name>>;
    const result = last.then(() => task(input));
    last = result.catch(() => {});
    return result;
  },
  close: () => Promise.resolve(),
};
