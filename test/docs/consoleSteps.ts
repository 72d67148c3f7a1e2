/** Terminal sessions that a page shows: commands, and what they must print. */
import { expect } from 'vitest';

export interface Step {
  /** Behind `$ `. */
  readonly command: string;
  readonly told: readonly string[];
}

/** The commands of the fenced blocks of `console`, in their order. */
export function readSteps(section: string): readonly Step[] {
  const blocks = [...section.matchAll(/^```console\n([^]*?)^```$/gm)];
  return blocks.flatMap(([, block = '']) =>
    block
      .trimEnd()
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...told] = text.trimEnd().split('\n');
        return { command, told };
      }),
  );
}

/** The words behind `phagepress`. */
export function argsOf({ command }: Step): readonly string[] {
  const [, args] = /^phagepress (.+)$/.exec(command) ?? [];
  if (args === undefined) throw new Error(`not a command of phagepress: ${command}`);
  return args.split(' ');
}

/** What is in no two runs alike: how long it took, and what depends on zlib, a free port or the code of pages. */
function masked(line: string): string {
  return line
    .replace(/^( +time +)\d[\d.]* s$/, '$1<time>')
    .replace(/^( +files +)[\d,]+ \([\d.]+ [kMG]?B\)/, '$1<files> (<bytes>)')
    .replace(/, from [\d,]+ files$/, ', from <files> files')
    .replace(/http:\/\/127\.0\.0\.1:\d+\//, 'http://127.0.0.1:<port>/');
}

/** A line `...` stands for any lines. */
export function expectTold({ command, told }: Step, printed: string): void {
  const lines = printed.trimEnd().split('\n').map(masked);
  const parts: string[][] = [[]];
  for (const line of told) {
    if (line.trim() === '...') parts.push([]);
    else parts.at(-1)!.push(masked(line));
  }
  const [first = [], ...others] = parts;
  expect(lines.slice(0, first.length), command).toEqual(first);
  if (others.length === 0) expect(lines, command).toEqual(first);
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const from = isLast ? Math.max(at, lines.length - part.length) : lines.indexOf(part[0]!, at);
    expect(lines.slice(from, from + part.length), command).toEqual(part);
    at = from + part.length;
  }
}
