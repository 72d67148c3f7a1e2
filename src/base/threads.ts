/** The pool of worker threads, and how their errors are passed back. */
import { setImmediate } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { DamagedCache, Failure, type FailureKind, reasonOf, systemFailure } from './failure.ts';

/** The tasks of worker threads: functions by name, of one argument that can be sent between threads. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

export type TaskInput<Of extends Tasks, Name extends keyof Of> = Parameters<Of[Name]>[0];

export type TaskOutput<Of extends Tasks, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** Errors lose their class between threads, so they are sent as plain values. */
type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: FailureMessage };

interface FailureMessage {
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
      threads.on('message', (loadedId: number) => {
        haveLoaded.add(loadedId);
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
      broken === null && pooled.threads.some(({ threadId: loadedId }) => !haveLoaded.has(loadedId));
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
    async run<Name extends keyof Of & string>(
      name: Name,
      input: TaskInput<Of, Name>,
    ): Promise<TaskOutput<Of, Name>> {
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

/** Throws the failure of a reply that has one. */
function valueOf<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value;
  const { kind, message, hint } = reply.failure;
  if (kind === 'damaged-cache') throw new DamagedCache(message);
  if (kind === 'bug') throw new Error(message);
  throw new Failure(kind, message, { hint });
}

/**
 * Runs a task for each item, at most `limit` at a time; returns the results in the order of the items. After a
 * failure no further task is started, and running ones are awaited before it is thrown: nothing may still write
 * into a folder that the caller goes on to use.
 */
export async function mapTasks<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const rest = items[Symbol.iterator]();
  let started = 0;
  const work = async () => {
    while (failures.length === 0) {
      try {
        const next = rest.next();
        if (next.done === true) return;
        const index = started++;
        results[index] = await run(next.value, index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  // A generator may hold something open.
  rest.return?.();
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * Runs a task for each item, and `take` with each result in the order of the items. At most `limit` results are in
 * progress or waiting, so that a slow task does not let the others pile up. After a failure, running tasks are
 * awaited before it is thrown.
 */
export async function inTurn<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<Result>,
  take: (result: Result, item: Item) => void | Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const waiting: { readonly item: Item; readonly result: Promise<Result> }[] = [];
  const startNext = () => {
    const next = rest.next();
    if (next.done === true) return;
    const result = run(next.value);
    // It is awaited in its turn, maybe only after another failed: until then, no unhandled rejection.
    result.catch(() => {});
    waiting.push({ item: next.value, result });
  };
  try {
    for (let started = 0; started < limit; started++) startNext();
    for (let head = waiting.shift(); head !== undefined; head = waiting.shift()) {
      const result = await head.result;
      startNext();
      await take(result, head.item);
    }
  } finally {
    await Promise.allSettled(waiting.map(({ result }) => result));
  }
}

/** Splits a list into at most `parts` chunks for threads, in order and of about the same length; none is empty. */
export function inParts<Item>(items: readonly Item[], parts: number): Item[][] {
  const length = Math.max(1, Math.ceil(items.length / parts));
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

/** Lazily: all items are never in memory together. */
export function* inChunks<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The same, but a chunk ends with the item that fills it: with so many, or with such a weight of all together. */
export function* inWeighedChunks<Item>(
  items: Iterable<Item>,
  weightOf: (item: Item) => number,
  most: { readonly items?: number; readonly weight: number },
): Generator<{ readonly chunk: Item[]; readonly weight: number }> {
  const { items: mostItems = Infinity, weight: mostWeight } = most;
  let [chunk, weight]: [Item[], number] = [[], 0];
  for (const item of items) {
    chunk.push(item);
    weight += weightOf(item);
    if (chunk.length < mostItems && weight < mostWeight) continue;
    yield { chunk, weight };
    [chunk, weight] = [[], 0];
  }
  if (chunk.length > 0) yield { chunk, weight };
}

/** The most expensive first, each with its index among the items. */
export function costliestFirst<Item>(
  items: readonly Item[],
  costOf: (item: Item) => number,
): { readonly item: Item; readonly at: number; readonly cost: number }[] {
  return items
    .map((item, at) => ({ item, at, cost: costOf(item) }))
    .sort((a, b) => b.cost - a.cost || a.at - b.at);
}

/** Like `mapTasks`, but starts the most expensive items first; the results are in the order of the items. */
export async function dealTasks<Item, Result>(
  items: readonly Item[],
  limit: number,
  costOf: (item: Item) => number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await mapTasks(costliestFirst(items, costOf), limit, async ({ item, at }) => {
    results[at] = await run(item);
  });
  return results;
}

/**
 * Runs `use` while `work` is in progress, and ends when both have ended: nothing may still write into a folder that
 * the caller goes on to use. Throws what `use` throws, which must await `work` itself.
 */
export async function alongside<Result>(
  work: Promise<unknown>,
  use: () => Promise<Result>,
): Promise<Result> {
  // `use` awaits it, but maybe only after something else failed: until then, no unhandled rejection.
  work.catch(() => {});
  try {
    return await use();
  } finally {
    await Promise.allSettled([work]);
  }
}
