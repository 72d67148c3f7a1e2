/** What only a process shows: signals, closed pipes, full disks, missing rights, and how it was called. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { genbankText } from '../readers/annotatedFiles.ts';
import { withPreview } from './previewProcess.ts';
import {
  cliFile,
  exitOf,
  nodeFile,
  plainEnvironment,
  runCli,
  runWell,
  startCli,
  untilSaid,
} from './runCli.ts';
import { type Asked, gene, importFrom, phage, serveApi, type Served } from './servedApi.ts';
import { asLines, tinyData, tinyGene } from './tinyData.ts';
import { inWorkFolder, readTree, sharedFolder, writeFiles } from './workFolder.ts';

const manyGenes = Array.from({ length: 3000 }, (_, n) => tinyGene(`Unknown${n}`, 1));

/** `good/`, a site of it, and `flood/` with thousands of warnings. */
const folder = sharedFolder(async (cwd) => {
  const good = Object.entries(tinyData).map(([file, content]) => [
    `good/${file.slice(5)}`,
    content,
  ]);
  await writeFiles(cwd, {
    ...Object.fromEntries(good),
    'flood/genes/a.ndjson': asLines(manyGenes),
    'flood/phages/none.json': '[]',
  });
  await runWell(['build', '--data', 'good'], { cwd });
});

describe.concurrent('a reader that has seen enough', () => {
  const flood = `check --data flood --max-errors 100000`;

  test.each([
    ['of standard output', `${flood} --format github | head -1`, /^::warning /],
    ['of standard output, at once', `${flood} --format json 2>/dev/null | true`, /^$/],
    ['of standard error', `${flood} 2>&1 >/dev/null | head -1`, /^Reading .*\n$/],
    ['of standard error, at once', 'build --data good --out unseen 2>&1 >/dev/null | true', /^$/],
  ])('%s changes neither the work nor the exit code', async (_, command, seen) => {
    const { stdout, stderr } = await inShell(
      `"$NODE" "$CLI" ${command}; echo "code \${PIPESTATUS[0]}"`,
    );
    expect(stderr).not.toContain('    at ');
    const [, said, code] = /^(.*)code (\d)\n$/s.exec(stdout) ?? [];
    expect({ said, code }).toEqual({ said: expect.stringMatching(seen), code: '0' });
    if (command.includes('unseen')) expect(fs.existsSync(path.join(folder(), 'unseen'))).toBe(true);
  });
});

test('a working folder that was removed is said to be gone', async () => {
  const { stdout, stderr } = await inShell(
    'mkdir gone; cd gone; rmdir ../gone; "$NODE" "$CLI" rollback; echo $?',
  );
  expect([stdout, stderr]).toEqual([
    '3\n',
    'phagepress: The working folder is not there any more.\n  hint: Change to another one.\n',
  ]);
});

test.skipIf(!fs.existsSync('/dev/full'))(
  'a full disk below standard output is a failure of the machine, told without a stack trace',
  async () => {
    const { stdout, stderr } = await inShell(
      '"$NODE" "$CLI" check --data good >/dev/full; echo "code $?"',
    );
    expect(stderr).not.toContain('    at ');
    expect(stderr).toContain('ENOSPC');
    expect(stdout).toBe('code 3\n');
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the end of a preview comes promptly and with code 0 on %s, though a client is in the middle of a request',
  async (signal) => {
    await withPreview(['--port', '0'], folder(), async ({ url, interrupt }) => {
      const client = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
      await once(client, 'connect');
      client.write('GET /api/genes/ HTTP/1.1\r\n');
      // Connections are taken in order.
      await (await fetch(`${url}/api/genes/`)).arrayBuffer();
      const startedAt = performance.now();
      expect(await interrupt(signal)).toBe(0);
      // A request that is never finished would be waited for as long as Node does, a minute.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
      client.destroy();
    });
  },
);

const twoPhages: Served['lists'] = {
  'phages/': [phage('One'), phage('Two'), phage('Six')],
  'genes/': [1, 2, 3, 4].flatMap((number) => [gene('One', number), gene('Two', number)]),
};
test('a killed import leaves the data as it was, and the next one asks only for the rest', async () => {
  await inWorkFolder(async (cwd) => {
    let hang = (_: Asked) => {};
    const hanging = new Promise<Asked>((resolve) => (hang = resolve));
    const server = await serveApi({
      lists: twoPhages,
      instead(asked) {
        if (asked.target === 'genes/?page=3') hang(asked);
        return asked.target === 'genes/?page=3';
      },
    });
    await writeFiles(cwd, { 'data/mine.txt': 'mine' });
    const args = ['import', 'api', server.url, '--rate', '1000'];
    const child = startCli(args, { cwd });
    await hanging;
    child.kill('SIGKILL');
    await exitOf(child);
    expect(await readTree(path.join(cwd, 'data'))).toEqual({ 'mine.txt': 'mine' });
    server.now = { lists: twoPhages };
    server.asked.splice(0);
    await runWell(args, { cwd });
    expect(server.asked.map(({ target }) => target)).toEqual([
      'genes/?page=3',
      'genes/?page=4',
      'features/',
    ]);
    await importFrom(server, path.join(cwd, 'whole'));
    const [resumed, whole] = await Promise.all(
      ['data', 'whole/data'].map((name) => readTree(path.join(cwd, name))),
    );
    expect({ ...resumed, 'mine.txt': undefined }).toEqual({ ...whole, 'mine.txt': undefined });
    expect(fs.readdirSync(cwd).sort()).toEqual(['data', 'whole']);
  });
});

test('init leaves nothing where something cannot be written', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText });
    fs.mkdirSync(path.join(cwd, 'shut'), { mode: 0o555 });
    const { status, stderr } = await runCli(['init', 'shut/site', '--from', 'a.gbk'], {
      cwd,
      unprivileged: true,
    });
    expect(stderr).toMatch(/^phagepress: Cannot write .*shut.*no permission/);
    expect(stderr).toContain('hint: Grant write permission there or choose another place.\n');
    expect(status).toBe(3);
    expect(fs.readdirSync(path.join(cwd, 'shut'))).toEqual([]);
  });
});

test('init leaves nothing where an input cannot be read', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText });
    fs.chmodSync(path.join(cwd, 'a.gbk'), 0);
    const options = { cwd, unprivileged: true };
    const { status, stderr } = await runCli(['init', 'site', '--from', 'a.gbk'], options);
    expect(stderr).toMatch(/^phagepress: Cannot read .*a\.gbk: no permission \(EACCES\)\.\n/);
    expect(stderr).toContain('Grant read permission there.');
    expect(status).toBe(3);
    expect(fs.readdirSync(cwd)).toEqual(['a.gbk']);
  });
});

test('an import names the folder of the data that it may not write', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText, 'data/genes/mine.ndjson': '' });
    fs.chmodSync(path.join(cwd, 'data/genes'), 0o555);
    const options = { cwd, unprivileged: true };
    const { status, stderr } = await runCli(['import', 'annotations', 'a.gbk'], options);
    expect(stderr).toMatch(/^phagepress: Cannot write .*data\/genes: no permission \(EACCES\)\.\n/);
    expect(stderr).not.toContain('staging');
    expect(status).toBe(3);
    fs.chmodSync(path.join(cwd, 'data/genes'), 0o755);
  });
});

test('init leaves nothing where it is ended by Ctrl-C', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText });
    // The import waits for a lock that somebody holds.
    fs.mkdirSync(path.join(cwd, 'deep/.data.phagepress-lock'), { recursive: true });
    const child = startCli(['init', 'deep', '--from', 'a.gbk'], { cwd });
    await untilSaid(child.stderr, 'Waiting for another import');
    child.kill('SIGINT');
    expect(await exitOf(child)).toBe(130);
    expect(await readTree(cwd)).toEqual({ 'a.gbk': genbankText });
  });
});

/** Runs a line of bash in the shared folder. */
async function inShell(line: string) {
  const child = spawn('bash', ['-c', line], {
    cwd: folder(),
    env: { ...plainEnvironment(), NODE: nodeFile, CLI: cliFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr };
}
