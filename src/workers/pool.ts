/** The pool of worker threads, and how their errors are passed back. */
import { setImmediate } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { DamagedCache, Failure, reasonOf } from '../failure.ts';
import type { FailureMessage, Reply, runTasks } from './runTasks.ts';
import type { TaskInput, TaskOutput, Tasks } from './task.ts';

export interface Threads<Of extends Tasks> {
  readonly jobs: number;
  /** Starts the threads before the first task does, so that they load while the caller does something else. */
  readonly start: () => void;
  /** Runs a task on a free thread. Throws a Failure or DamagedCache. */
  readonly run: <Name extends keyof Of & string>(
    name: Name,
    input: TaskInput<Of, Name>,
  ) => Promise<TaskOutput<Of, Name>>;
  /** Ends the threads, even while they are busy. */
  readonly close: () => Promise<void>;
}

// Threads work mostly on memory outside their heaps: a larger young generation only costs memory.
const maxYoungGenerationSizeMb = 12;

/** Starts `jobs` threads of the compiled worker `entry`, which end when `signal` is aborted. */
function startThreads<Of extends Tasks>(
  entry: URL,
  jobs: number,
  signal: AbortSignal | null,
): Threads<Of> {
  let pool: Promise<Piscina> | null = null;
  // Started on first use: a build with nothing to do ends before a thread would have started.
  const started = () => {
    pool ??= import('piscina').then(({ Piscina: Pool }) => {
      const threads = new Pool({
        filename: entry.href,
        name: 'runTask',
        minThreads: jobs,
        maxThreads: jobs,
        resourceLimits: { maxYoungGenerationSizeMb },
      });
      threads.on('error', (error) => {
        broken ??= { error };
        for (const reject of waiting) reject(error);
        changed();
      });
      threads.on('message', (threadId: number) => {
        haveLoaded.add(threadId);
        changed();
      });
      // Only then is it off the list of threads.
      threads.on('workerDestroy', () => void setImmediate().then(() => changed()));
      return threads;
    });
    return pool;
  };
  // A thread that fails to start may have no task to reject, and is not replaced: callers would wait forever.
  let broken: { readonly error: unknown } | null = null;
  const waiting = new Set<(error: unknown) => void>();
  /** Settles as `work` does, unless the pool breaks first. */
  const unlessBroken = <Result>(work: Promise<Result>): Promise<Result> =>
    // Not Promise.race with one long-lived promise: until that settles, it would retain the results of all tasks.
    new Promise((resolve, reject) => {
      if (broken !== null) reject(broken.error);
      waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  const haveLoaded = new Set<number>();
  let changed = () => {};
  const end = async () => {
    // The first task has reported a pool that could not be created.
    const pooled = await (pool ?? Promise.resolve(null)).catch(() => null);
    if (pooled === null) return;
    // Node 20 may crash when a thread is ended while it loads its modules.
    const isLoading = () =>
      broken === null && pooled.threads.some(({ threadId }) => !haveLoaded.has(threadId));
    while (isLoading()) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
    await pooled.destroy();
  };
  let ended: Promise<void> | null = null;
  const close = () => (ended ??= end());
  const isClosed = new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(close()), { once: true });
  });
  return {
    jobs,
    // The first task reports a failure to load.
    start: () => void started().catch(() => {}),
    async run<Name extends keyof Of & string>(name: Name, input: TaskInput<Of, Name>) {
      signal?.throwIfAborted();
      let reply: Reply<TaskOutput<Of, Name>>;
      try {
        const threads = await started();
        reply = await unlessBroken<Reply<TaskOutput<Of, Name>>>(threads.run({ name, input }));
      } catch (error) {
        if (signal?.aborted === true) await isClosed;
        signal?.throwIfAborted();
        throw new Failure('machine', `A worker thread ended early: ${reasonOf(error)}`, {
          hint: 'Is there too little memory? Fewer threads (--jobs) need less.',
          cause: error,
        });
      }
      return valueOf(reply);
    },
    close,
  };
}

/** What the entry of a worker exports. */
interface Shell<Of extends Tasks> {
  readonly runTask: ReturnType<typeof runTasks<Of>>;
}

/** Runs tasks in this thread, one at a time: for work that ends before threads would have started. */
function inThisThread<Of extends Tasks>(
  load: () => Promise<Shell<Of>>,
  signal: AbortSignal | null,
): Threads<Of> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    jobs: 1,
    // Loaded while the caller waits for something else. The first task reports a failure to load.
    start: () => void load().catch(() => {}),
    run<Name extends keyof Of & string>(name: Name, input: TaskInput<Of, Name>) {
      const work = last.then(async (): Promise<TaskOutput<Of, Name>> => {
        // Between tasks, for signals and the lock's renewal.
        await setImmediate();
        signal?.throwIfAborted();
        const { runTask } = await load();
        const reply = await runTask(structuredClone({ name, input }));
        return valueOf(reply);
      });
      last = work.catch(() => {});
      return work;
    },
    async close() {
      await last;
    },
  };
}

/**
 * Returns a function that runs `use` with threads of the worker `entry`; these end with it, or as soon as `signal` is
 * aborted. With no `jobs`, the tasks, loaded by `load`, run in this thread.
 */
export function threadsOf<Of extends Tasks>(entry: URL, load: () => Promise<Shell<Of>>) {
  return async <Result>(
    jobs: number,
    use: (threads: Threads<Of>) => Promise<Result>,
    signal: AbortSignal | null = null,
  ): Promise<Result> => {
    const workers = jobs === 0 ? inThisThread(load, signal) : startThreads<Of>(entry, jobs, signal);
    try {
      return await use(workers);
    } finally {
      await workers.close();
    }
  };
}

function valueOf<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value;
  throw toError(reply.failure);
}

function toError({ kind, message, hint }: FailureMessage): Error {
  switch (kind) {
    case 'damaged-cache':
      return new DamagedCache(message);
    case 'bug':
      return new Error(message);
    default:
      return new Failure(kind, message, hint === undefined ? {} : { hint });
  }
}
