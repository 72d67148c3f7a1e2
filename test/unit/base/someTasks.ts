/** A worker with tasks that do nothing but what a test wants of them. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { runTasks } from '../../../src/base/threads.ts';

const kinds = {
  failure: () => new Failure('data', 'as asked', { hint: 'ask for less' }),
  damage: () => new DamagedCache('a run is cut short'),
  bug: () => new TypeError('no such thing'),
};

const tasks = {
  /** The value itself. */
  echo: (value: unknown) => value,
  note: (file: string) => appendFileSync(file, 'noted\n'),
  fail(kind: keyof typeof kinds): never {
    throw kinds[kind]();
  },
  fill: (file: string) => writeFileSync(file, 'x'),
  /** Ends the thread that it runs on. */
  die: (code: number): void => process.exit(code),
  never: () => new Promise<void>(() => setInterval(() => {}, 1000)),
};

export type SomeTasks = typeof tasks;

export const runTask = runTasks(tasks);
