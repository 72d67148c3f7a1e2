/** Runs `phagepress preview` in this process, for as long as a test needs it. */
import { type ProgramOptions, startUntilSaid } from './runProgram.ts';

export interface RunningPreview {
  /** The address that it printed, without a trailing slash. */
  readonly url: string;
  /** All that it said at its start. */
  readonly said: string;
}

/** Starts a preview of what lies in `cwd`, hands it to `use`, and ends it however that ends. */
export async function withPreview<T>(
  args: readonly string[],
  cwd: ProgramOptions['cwd'],
  use: (preview: RunningPreview) => Promise<T>,
): Promise<T> {
  const { said, interrupt, ended } = await startUntilSaid(
    ['preview', ...args],
    'Ctrl-C ends it.\n',
    { cwd },
  );
  try {
    const url = /^ {2}(http:\/\/\S+)\/$/m.exec(said)?.[1];
    if (url === undefined) throw new Error(`the preview did not start: ${said}`);
    return await use({ url, said });
  } finally {
    interrupt();
    await ended;
  }
}
