/** Runs `phagepress preview --watch` as a process of its own, and hears what it says and what open pages are told. */
import { exitOf, startCli } from './runCli.ts';

export interface News {
  readonly release: string | null;
  readonly failure: string | null;
}

export interface WatchedPreview {
  /** The address that it printed, without a trailing slash. */
  readonly url: string;
  /** All it said until now, on both streams. */
  readonly said: () => string;
  /** Waits until it says something after what an earlier call waited for; gives what came up to there. */
  readonly until: (words: string) => Promise<string>;
  /** Ends it as Ctrl-C does; gives its exit code, null when it had to be killed. */
  readonly interrupt: () => Promise<number | null>;
}

export async function withWatchedPreview<T>(
  args: readonly string[],
  cwd: string,
  use: (preview: WatchedPreview) => Promise<T>,
): Promise<T> {
  const child = startCli(['preview', '--watch', '--port', '0', ...args], { cwd });
  let said = '';
  let heard = 0;
  let isOver = false;
  let wake = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString();
      wake();
    });
  }
  child.on('close', () => {
    isOver = true;
    wake();
  });
  const until = async (words: string) => {
    for (;;) {
      const at = said.indexOf(words, heard);
      if (at !== -1) {
        const found = said.slice(heard, at + words.length);
        heard = at + words.length;
        return found;
      }
      if (isOver) throw new Error(`it ended without “${words}”: ${said}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  try {
    const start = await until('Ctrl-C ends it.\n');
    const url = /^ {2}(http:\/\/\S+)\/$/m.exec(start)?.[1];
    if (url === undefined) throw new Error(`the preview did not start: ${said}`);
    return await use({
      url,
      said: () => said,
      until,
      interrupt: () => {
        child.kill('SIGINT');
        return exitOf(child);
      },
    });
  } finally {
    child.kill('SIGKILL');
    await exitOf(child);
  }
}

/** What open pages are told, one after the other; the last call ends it. */
export async function* newsOf(url: string): AsyncGenerator<News, void> {
  const answer = await fetch(`${url}/~watch/events`);
  if (answer.body === null) throw new Error('no events');
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body) {
    text += decoder.decode(bytes, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as News;
  }
}
