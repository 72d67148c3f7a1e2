/** The shell of a worker thread: a message names a function, whose result is sent back. */
import { parentPort, threadId } from 'node:worker_threads';
import { DamagedCache, Failure, type FailureKind, reasonOf, systemFailure } from '../failure.ts';
import type { TaskInput, TaskOutput, Tasks } from './task.ts';

/** Errors lose their class between threads, so they are sent as plain values. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: FailureMessage };

export interface FailureMessage {
  readonly kind: FailureKind | 'damaged-cache' | 'bug';
  readonly message: string;
  readonly hint: string | undefined;
}

/**
 * Returns the function that a thread exports as `runTask`: it runs the task of the given name. Also reports that the
 * thread has loaded.
 */
export function runTasks<Of extends Tasks>(tasks: Of) {
  parentPort?.postMessage(threadId);
  return async <Name extends keyof Of & string>(message: {
    readonly name: Name;
    readonly input: TaskInput<Of, Name>;
  }): Promise<Reply<TaskOutput<Of, Name>>> => {
    const run = tasks[message.name] as unknown as (
      input: TaskInput<Of, Name>,
    ) => Promise<TaskOutput<Of, Name>>;
    try {
      return { ok: true, value: await run(message.input) };
    } catch (error) {
      return { ok: false, failure: describe(error) };
    }
  };
}

function describe(error: unknown): FailureMessage {
  const failure = error instanceof Failure ? error : systemFailure(error);
  if (failure !== null) {
    return { kind: failure.kind, message: failure.message, hint: failure.hint };
  }
  const kind = error instanceof DamagedCache ? 'damaged-cache' : 'bug';
  return { kind, message: reasonOf(error), hint: undefined };
}
