/** What a person sees who runs the program in a terminal. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { cliFile, nodeFile, plainEnvironment, runWell } from './runCli.ts';
import { asLines, tinyGene, tinyPhage } from './tinyData.ts';
import { sharedFolder, writeFiles } from './workFolder.ts';

// Of util-linux: runs a command in a terminal of its own.
const terminalMaker = 'script';
const hasTerminals = spawnSync(terminalMaker, ['--version']).status === 0;

const folder = sharedFolder(async (root) => {
  await runWell(['sample', '--genes', '3000', '--out', 'data'], { cwd: root });
  await writeFiles(root, {
    'bad/genes/a.ndjson': asLines([tinyGene('Quillon', 1, { Length: 7 })]),
    'bad/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
});

describe.skipIf(!hasTerminals)('on a terminal', () => {
  test('a bar shows each stage with counts, and gives its line back', async () => {
    const output = await runInTerminal('build');
    expect(output).toMatch(/Reading \[[= ]{24}\] [\d.]+ M?B of 1\.\d+ MB/);
    expect(output).toMatch(/\d % Writing \[[= ]{24}\] [\d,]+ of 3,0\d\d records/);
    // Of whichever stage was under way when a bar was drawn.
    expect(output).toMatch(
      /ing[a-z ]* \[=+ +\] [\d.,]+(?: [kM]?B)? of .*, [\d.,]+ (?:[kM]?B|\w+) a second, [\d.]+ s left/,
    );
    expectCleanEnd(output);
    expect(screenOf(output)).toEqual([
      'Built dist.',
      expect.stringMatching(/^ {2}records +3,000 genes and \d+ phages/),
      expect.stringMatching(/^ {2}pages /),
      expect.stringMatching(/^ {2}files /),
      expect.stringMatching(/^ {2}links /),
      expect.stringMatching(/^ {2}warnings +none$/),
      expect.stringMatching(/^ {2}time /),
      expect.stringMatching(/^Next: /),
      '',
    ]);
  });

  test('a bar that is wider than the terminal leaves no rest behind', async () => {
    const output = await runInTerminal('check', 40);
    expectCleanEnd(output);
    expect(screenOf(output)[0]).toBe('The data is fit to be published.');
  });

  test('that cannot move its cursor is not asked to', async () => {
    const output = await runInTerminal('build --page-size 51', 120, 'dumb');
    expect(output).not.toContain('\u001B');
    expect(output).toMatch(/^Reading 1\.\d+ MB\r\nWriting 3,0\d\d records\r\n/);
  });

  test('findings stand on lines of their own behind the bar', async () => {
    const output = await runInTerminal('build --data bad');
    expectCleanEnd(output);
    expect(screenOf(output).slice(0, 2)).toEqual([
      expect.stringMatching(/^bad\/genes\/a\.ndjson:1: \/Length: .* \[gene-length\]$/),
      expect.stringMatching(/^ {2}hint: /),
    ]);
  });

  test('a build that is refused before it reads anything ends, and gives the line back', async () => {
    const output = await runInTerminal('build --static nowhere');
    expectCleanEnd(output);
    expect(output).toContain('phagepress: There is no folder');
  });
});

/** The raw output, escape sequences included, of the program in a terminal of so many columns. */
async function runInTerminal(command: string, columns = 120, kind = 'xterm'): Promise<string> {
  const line = `stty cols ${columns} rows 50; exec "$NODE" "$CLI" ${command}`;
  const child = spawn(terminalMaker, ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: folder(),
    env: { ...plainEnvironment(), SHELL: '/bin/sh', TERM: kind, NODE: nodeFile, CLI: cliFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
}

/** The cursor is shown and lines wrap again, whatever the bar had switched off. */
function expectCleanEnd(output: string): void {
  for (const mode of ['25', '7']) {
    const switches = output.match(new RegExp(`\\u001b\\[\\?${mode}[hl]`, 'g')) ?? [];
    expect(switches.at(-1) ?? `\u001B[?${mode}h`).toBe(`\u001B[?${mode}h`);
  }
}

/** The lines that stand on the screen in the end; knows the few sequences that a bar needs. */
function screenOf(output: string): string[] {
  const lines = [''];
  let row = 0;
  let column = 0;
  // eslint-disable-next-line no-control-regex
  for (const [token, , count, action] of output.matchAll(/(\u001b\[\??(\d*)([A-Za-z])|[^])/g)) {
    const line = lines[row] ?? '';
    if (action !== undefined) {
      if (action === 'G') column = Number(count || 1) - 1;
      else if (action === 'K') lines[row] = count === '2' ? '' : line.slice(0, column);
      else if (action === 'A') row = Math.max(0, row - Number(count || 1));
      else if (action !== 'h' && action !== 'l')
        throw new Error(`unknown sequence ${JSON.stringify(token)}`);
    } else if (token === '\r') {
      column = 0;
    } else if (token === '\n') {
      row++;
      lines[row] ??= '';
    } else {
      lines[row] = line.padEnd(column).slice(0, column) + token + line.slice(column + 1);
      column++;
    }
  }
  return lines.map((line) => line.trimEnd());
}
