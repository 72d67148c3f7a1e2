/** The shell of a worker thread: a message in, a function from `tasks`, a message out. */
import { DamagedCache, Failure, type FailureKind, reasonOf, systemFailure } from '../failure.ts';
import { type TaskInput, type TaskName, type TaskOutput, tasks } from './tasks.ts';

/** Errors lose their class between threads, so they travel as values. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: FailureMessage };

export interface FailureMessage {
  readonly kind: FailureKind | 'damaged-cache' | 'bug';
  readonly message: string;
  readonly hint: string | undefined;
}

/** Piscina's entry: runs the task of that name. */
export async function runTask<Name extends TaskName>(message: {
  readonly name: Name;
  readonly input: TaskInput<Name>;
}): Promise<Reply<TaskOutput<Name>>> {
  const run = tasks[message.name] as (input: TaskInput<Name>) => Promise<TaskOutput<Name>>;
  try {
    return { ok: true, value: await run(message.input) };
  } catch (error) {
    return { ok: false, failure: describe(error) };
  }
}

function describe(error: unknown): FailureMessage {
  const failure = error instanceof Failure ? error : systemFailure(error);
  if (failure !== null) {
    return { kind: failure.kind, message: failure.message, hint: failure.hint };
  }
  const kind = error instanceof DamagedCache ? 'damaged-cache' : 'bug';
  return { kind, message: reasonOf(error), hint: undefined };
}
