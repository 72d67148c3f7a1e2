/** The tour in README.md: each command is run as it stands, one after the other in one folder, and must print what is told. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withPreview } from '../integration/previewProcess.ts';
import { runCli } from '../integration/runCli.ts';
import { sharedFolder } from '../integration/workFolder.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, tour = ''] = /^## Five minutes$([^]*?)^## /m.exec(readme) ?? [];

interface Step {
  /** Behind `phagepress`. */
  readonly args: readonly string[];
  readonly told: readonly string[];
}

const steps = [...tour.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, block = '']): Step => {
  const [command = '', ...told] = block.trimEnd().split('\n');
  const [, args = ''] = /^\$ phagepress (.+)$/.exec(command) ?? [];
  return { args: args.split(' '), told };
});

/** What it says in the tour, and in no two runs alike: how long it took, and what depends on zlib or a free port. */
function masked(line: string): string {
  return line
    .replace(/^( +time +)\d[\d.]* s$/, '$1<time>')
    .replace(/^( +files +[\d,]+) \([\d.]+ [kMG]?B\)/, '$1 (<bytes>)')
    .replace(/http:\/\/127\.0\.0\.1:\d+\//, 'http://127.0.0.1:<port>/');
}

/** A line `...` stands for any lines. */
function expectTold({ args, told }: Step, printed: string): void {
  const lines = printed.trimEnd().split('\n').map(masked);
  const parts: string[][] = [[]];
  for (const line of told) {
    if (line.trim() === '...') parts.push([]);
    else parts.at(-1)!.push(masked(line));
  }
  const name = `phagepress ${args.join(' ')}`;
  const [first = [], ...others] = parts;
  expect(lines.slice(0, first.length), name).toEqual(first);
  if (others.length === 0) expect(lines, name).toEqual(first);
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const from = isLast ? Math.max(at, lines.length - part.length) : lines.indexOf(part[0]!, at);
    expect(lines.slice(from, from + part.length), name).toEqual(part);
    at = from + part.length;
  }
}

const folder = sharedFolder(async () => {});

test('the tour shows each command, and breaks the data once', () => {
  const commands = steps.map(({ args }) => args[0]);
  expect(commands).toEqual(['sample', 'check', 'build', 'preview', 'verify', 'build']);
});

test('every command of the tour prints what README.md tells', { timeout: 120_000 }, async () => {
  const cwd = folder();
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (isLast) await breakData(cwd);
    if (step.args[0] === 'preview') {
      const args = [...step.args.slice(1), '--port', '0'];
      await withPreview(args, cwd, async ({ said }) => expectTold(step, said));
      continue;
    }
    const { status, stdout, stderr } = await runCli(step.args, { cwd });
    // What is said before the findings is progress, of runs that take long.
    expectTold(step, (/^sample-data\/[^]*/m.exec(stderr)?.[0] ?? '') + stdout);
    expect(status).toBe(isLast ? 1 : 0);
  }
});

/** As the tour says: one `Stop` was mistyped and one field misspelt. */
async function breakData(cwd: string): Promise<void> {
  const file = path.join(cwd, 'sample-data/genes/Banobagleep.ndjson');
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[1] = lines[1]!.replace('"Translation"', '"Translaton"');
  lines[2] = lines[2]!.replace(/"Stop":\d+/, '"Stop":1');
  await writeFile(file, lines.join('\n'));
}
