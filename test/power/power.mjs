#!/usr/bin/env node
/**
 * Measures the power of the tests: makes small changes of `src/`, one at a time, and finds which test notices each.
 *
 *     node test/power/power.mjs [--count 60] [--seed 1] [--out FILE [--resume]] [--only 3,17] [--list] [--quick] [--workers 2]
 *
 * The same seed makes the same changes, also where other code has changed. `--list` prints them and runs no test. `--out`
 * adds a line of JSON for each result to a file, and `--resume` leaves out what is there already. `--quick` asks only
 * `npm test`. All happens in a copy of the repository, which is removed at the end.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allMutations, choose, mutate } from './mutations.mjs';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    resume: { type: 'boolean', default: false },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
});

const repository = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), 'phagepress-power-'));
const copy = path.join(scratch, 'repository');
const temporary = path.join(scratch, 'tmp');
const report = path.join(scratch, 'report.json');

/** The cheapest first. What runs longer than these minutes on a busy machine has no end, which a person would notice. */
const stages = [
  { name: 'mirrored', tier: 'quick', minutes: 15, testsFor: ({ file }) => mirrored(file) },
  {
    name: 'related',
    tier: 'quick',
    minutes: 30,
    testsFor: ({ file }) => ['related', '--run', file],
  },
  { name: 'quick', tier: 'quick', minutes: 30, testsFor: () => ['run'] },
  { name: 'rest', tier: 'rest', minutes: 60, testsFor: () => ['run'] },
];

/** The test in `test/unit/` that is named like the file, or all of its folder; null where there is none. */
function mirrored(file) {
  const folder = path.dirname(file).replace('src', 'test/unit');
  const test = path.join(folder, `${path.parse(file).name}.test.ts`);
  const found = [test, folder].find((one) => existsSync(path.join(copy, one)));
  return found === undefined || found === 'test/unit' ? null : ['run', found];
}

let running = null;

/** Runs a command in the copy; gives its exit code, or null where it had to be ended, and what it printed. */
function run(command, args, minutes) {
  const started = spawn(command, args, {
    cwd: copy,
    // A group of its own, which ends with all that it started.
    detached: true,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-20_000)));
  return new Promise((resolve) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      endRunning();
    }, minutes * 60_000);
    started.once('exit', (code) => {
      clearTimeout(timer);
      // What it may have left behind.
      endRunning();
      running = null;
      resolve({ code: isOver ? null : (code ?? 1), output });
    });
  });
}

function endRunning() {
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {
    // Has ended.
  }
}

function copyRepository() {
  mkdirSync(temporary);
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed
    .split('\0')
    .filter((name) => name !== '' && existsSync(path.join(repository, name))))
    cpSync(path.join(repository, file), path.join(copy, file), { verbatimSymlinks: true });
  const generated = path.join('src', 'generated');
  cpSync(path.join(repository, generated), path.join(copy, generated), { recursive: true });
  // Each package by itself: caches beside them are the copy's own.
  const modules = path.join(copy, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(path.join(repository, 'node_modules'))) {
    if (!name.startsWith('.') || name === '.bin')
      symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name));
  }
  // A dropped call may leave an import that nothing needs.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, incremental: true };
  for (const [folder, include, exclude] of [
    ['.', ['src'], ['src/web']],
    ['src/web', ['.'], []],
  ]) {
    const options = {
      ...compilerOptions,
      tsBuildInfoFile: path.join(scratch, `${path.basename(folder)}.tsbuildinfo`),
    };
    const config = { extends: './tsconfig.json', include, exclude, compilerOptions: options };
    writeFileSync(path.join(copy, folder, 'tsconfig.power.json'), JSON.stringify(config));
  }
}

/** Runs a task while the copy holds a mutation. */
async function mutated(mutation, task) {
  const place = path.join(copy, mutation.file);
  const source = readFileSync(place, 'utf8');
  writeFileSync(place, mutate(source, mutation));
  try {
    return await task();
  } finally {
    writeFileSync(place, source);
  }
}

const isTyped = (mutation) =>
  mutated(mutation, async () => {
    const config = path.join(mutation.room === 'web' ? 'src/web' : '.', 'tsconfig.power.json');
    return (await run('node', ['node_modules/typescript/bin/tsc', '-p', config], 5)).code === 0;
  });

/** Null where all tests of a stage pass; otherwise what failed first. */
async function failureIn(stage, mutation) {
  const tests = stage.testsFor(mutation);
  if (tests === null) return null;
  rmSync(report, { force: true });
  const args = [...tests, '--config', 'test/vitest.config.ts', '--project', stage.tier];
  args.push('--bail', '1', '--maxWorkers', flags.workers, '--passWithNoTests');
  args.push('--reporter', 'json', '--outputFile', report);
  const { code, output } = await run(
    'node',
    ['node_modules/vitest/vitest.mjs', ...args],
    stage.minutes,
  );
  if (code === 0) return null;
  if (code === null) return `no end after ${stage.minutes} minutes`;
  if (!existsSync(report)) return output.trim().split('\n').at(-1);
  const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.find(
    ({ status }) => status === 'failed',
  );
  if (failed === undefined) return 'an error outside of the tests';
  const test = failed.assertionResults.find(({ status }) => status === 'failed');
  return `${path.relative(copy, failed.name)}: ${test?.fullName ?? failed.message.split('\n')[0]}`;
}

const build = () => run('npm', ['run', 'build'], 5);

/** Of the copy as it is, no test of a tier may fail. */
async function provePasses(tier) {
  const stage = stages.find(({ name }) => name === tier);
  if ((await build()).code !== 0) throw new Error('the program does not compile');
  const failure = await failureIn(stage, null);
  if (failure !== null) throw new Error(`without any change, this fails: ${failure}`);
}

/** The stage that notices a mutation, and what fails there; null where none of the tier does. */
const caught = (mutation, tier) =>
  mutated(mutation, async () => {
    // Some tests run the bundled program.
    const { code, output } = await build();
    if (code !== 0) return { stage: 'build', failure: output.trim().split('\n').at(-1) };
    for (const stage of stages.filter((one) => one.tier === tier)) {
      const failure = await failureIn(stage, mutation);
      if (failure !== null) return { stage: stage.name, failure };
    }
    return { stage: null, failure: null };
  });

/** Results by id: the stage that caught it, or null, and the tier that was asked last; `isTyped` alone of what is no mutation. */
const known = new Map();

function note(result) {
  known.set(result.id, { ...known.get(result.id), ...result });
  if (flags.out !== undefined) appendFileSync(flags.out, `${JSON.stringify(result)}\n`);
}

function readKnown() {
  if (!flags.resume || !existsSync(flags.out ?? '')) return;
  for (const line of readFileSync(flags.out, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line);
    known.set(result.id, { ...known.get(result.id), ...result });
  }
}

function chooseMutations() {
  return choose(allMutations(copy, flags.seed), Number(flags.count), async (mutation) => {
    const { id } = mutation;
    if (known.get(id)?.isTyped === undefined) note({ id, isTyped: await isTyped(mutation) });
    return known.get(id).isTyped;
  });
}

const described = ({ number, room, file, line, operator, before, after }) =>
  `${number}. ${room} ${file}:${line} ${operator}: ${before} → ${after}`;

async function ask(tier, mutations) {
  const asked = mutations.filter(({ id }) => {
    const { stage, tier: last } = known.get(id);
    return stage === undefined || (stage === null && last !== tier && last !== 'rest');
  });
  if (asked.length > 0) await provePasses(tier);
  for (const mutation of asked) {
    const startedAt = performance.now();
    const { stage, failure } = await caught(mutation, tier);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const { id, number, room, file, line, operator, before, after } = mutation;
    note({ id, tier, stage, failure, seconds, number, room, file, line, operator, before, after });
    const how = stage === null ? `NOT caught by ${tier}` : `caught by ${stage}: ${failure}`;
    console.log(`${described(mutation)}\n    ${how} (${seconds} s)`);
  }
}

function printTable(mutations) {
  console.log('\n| room | mutations | caught by `npm test` | by `npm run test:all` | by none |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const room of [...new Set(mutations.map((one) => one.room)), 'all']) {
    const some = mutations.filter((one) => room === 'all' || one.room === room);
    const stagesOf = some.map(({ id }) => known.get(id).stage);
    const quick = stagesOf.filter((stage) => stage !== null && stage !== 'rest').length;
    const all = stagesOf.filter((stage) => stage !== null).length;
    const share = (number) =>
      room === 'all' ? `${number} (${Math.floor((number / some.length) * 100)} %)` : number;
    console.log(
      `| ${room} | ${some.length} | ${share(quick)} | ${share(all)} | ${some.length - all} |`,
    );
  }
}

async function main() {
  readKnown();
  copyRepository();
  const numbered = (await chooseMutations()).map((one, index) => ({ ...one, number: index + 1 }));
  const only = flags.only?.split(',').map(Number);
  const mutations = numbered.filter(({ number }) => only?.includes(number) ?? true);
  if (flags.list) {
    for (const mutation of mutations) console.log(described(mutation));
    return;
  }
  for (const tier of flags.quick ? ['quick'] : ['quick', 'rest']) await ask(tier, mutations);
  printTable(mutations);
}

const clean = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    if (running !== null) endRunning();
    clean();
    process.exit(1);
  });
}
try {
  await main();
} finally {
  clean();
}
