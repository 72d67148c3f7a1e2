/** Workers for tests: they run the very tasks, one after the other, in the thread of the test. */
import type { Workers } from '../../../src/workers/pool.ts';
import {
  type TaskInput,
  type TaskName,
  type TaskOutput,
  tasks,
} from '../../../src/workers/tasks.ts';

// A thread has one task at a time, and tasks may rely on that.
let last: Promise<unknown> = Promise.resolve();

export const inProcessWorkers: Workers = {
  jobs: 2,
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
    const task = tasks[name] as (taken: TaskInput<Name>) => Promise<TaskOutput<Name>>;
    const result = last.then(() => task(input));
    last = result.catch(() => {});
    return result;
  },
  close: () => Promise.resolve(),
};
