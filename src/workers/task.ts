/** The tasks of worker threads: functions by name, of one argument that can be sent between threads. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

export type TaskInput<Of extends Tasks, Name extends keyof Of> = Parameters<Of[Name]>[0];

export type TaskOutput<Of extends Tasks, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;
