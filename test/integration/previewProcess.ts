/** Runs `phagepress preview` as a process of its own, for as long as a test needs it. */
import { exitOf, startCli, untilSaid } from './runCli.ts';

export interface PreviewProcess {
  /** The address that it printed, without a trailing slash. */
  readonly url: string;
  /** All that it said at its start. */
  readonly said: string;
  /** Ends it as Ctrl-C does; gives its exit code, null when it had to be killed. */
  readonly interrupt: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a preview of what lies in `cwd`, hands it to `use`, and ends it however that ends. */
export async function withPreview<T>(
  args: readonly string[],
  cwd: string,
  use: (preview: PreviewProcess) => Promise<T>,
): Promise<T> {
  const child = startCli(['preview', ...args], { cwd });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  try {
    const said = await untilSaid(child.stdout, 'Ctrl-C ends it.\n');
    const url = /^ {2}(http:\/\/\S+)\/$/m.exec(said)?.[1];
    if (url === undefined) throw new Error(`the preview did not start: ${said}${complaints}`);
    return await use({
      url,
      said,
      interrupt: (signal = 'SIGINT') => {
        child.kill(signal);
        return exitOf(child);
      },
    });
  } finally {
    child.kill('SIGKILL');
    await exitOf(child);
  }
}
