/** A build in shares, run by Snakemake and by Slurm for real: what is killed is tried again, and changes nothing. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';
import { cliFile, nodeFile, patienceMs, plainEnvironment, runWell } from './runCli.ts';
import { type Slurm, startSlurm, until } from './slurm.ts';
import { differences, readTree, sharedFolder } from './workFolder.ts';

const shared = sharedFolder(async (cwd) => {
  await runWell(['sample', '--genes', '6000', '--out', 'sample'], { cwd });
  await runWell([...buildOf('once')], { cwd });
});

function buildOf(out: string): string[] {
  return ['build', '--data', 'sample', '--out', out, '--no-cache', '--no-pages', '--quiet'];
}

/** Plans a build of `name`, and a program that is `flaky`: the first try of what it says, in shell, before the real one. */
async function plan(name: string, flaky: string): Promise<{ dir: string; program: string }> {
  const cwd = shared();
  const [, ...options] = buildOf(name);
  await runWell(['shard', 'plan', `${name}.plan`, '--shards', '2', ...options], { cwd });
  const program = path.join(cwd, `${name}.sh`);
  const marks = path.join(cwd, `${name}-tried`);
  const script = `#!/bin/sh
mark="${marks}-$2-$4"
if [ ! -e "$mark" ]; then
  : > "$mark"
  case "$2 $4" in
    ${flaky}
  esac
fi
exec "${nodeFile}" "${cliFile}" "$@"
`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  return { dir: path.join(cwd, `${name}.plan`), program };
}

async function expectSame(name: string): Promise<void> {
  const [once, site] = [path.join(shared(), 'once'), path.join(shared(), name)];
  expect(differences(await readTree(once), await readTree(site))).toEqual([]);
}

/** Which first tries there were. */
function tried(name: string): string[] {
  const start = `${name}-tried-`;
  const files = readdirSync(shared()).filter((file) => file.startsWith(start));
  return files.map((file) => file.slice(start.length)).sort();
}

const killed = '"sort 1" | "render 2") kill -9 $$ ;;';
const all = ['derive', 'genomes', 'render', 'sort'].flatMap((step) => [`${step}-1`, `${step}-2`]);
all.splice(4, 0, 'join---jobs');

async function snakemake(
  { dir, program }: { dir: string; program: string },
  profile: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const options = [
    '--snakefile',
    path.join(dir, 'Snakefile'),
    '--profile',
    path.join(dir, profile),
  ];
  const config = ['--config', `phagepress=${program}`, 'threads=1', 'mem_mb=500'];
  const soon = ['--max-status-checks-per-second', '10', '--nolock'];
  const runs = promisify(execFile)('snakemake', [...options, ...config, ...soon], {
    cwd: shared(),
    env: { ...plainEnvironment(), ...env },
    timeout: 2 * patienceMs,
  });
  await runs.catch((error: unknown) => {
    throw new Error((error as { stderr: string }).stderr.slice(-3000), { cause: error });
  });
}

const hasSnakemake = isInstalled('snakemake', '--version');
const hasSlurm =
  hasSnakemake && isInstalled('slurmctld', '-V') && isInstalled('munged', '--version');

describe.skipIf(!hasSnakemake)('Snakemake (to run this: apt-get install snakemake)', () => {
  test('runs the steps on this machine, and again those that were killed', async () => {
    const planned = await plan('local', killed);
    await snakemake(planned, 'local', {});
    await expectSame('local');
    expect(tried('local')).toEqual(all);
  });
});

const packages = 'snakemake slurmctld slurmd slurm-client munge';

describe.skipIf(!hasSlurm)(`Slurm (to run this: apt-get install ${packages})`, () => {
  let slurm: Slurm;
  beforeAll(async () => {
    slurm = await startSlurm(path.join(shared(), 'slurm'));
  });
  afterAll(() => slurm.stop());

  test('runs the jobs of Snakemake, and again those that were killed', async () => {
    const planned = await plan('cluster', killed);
    await snakemake(planned, 'slurm', slurm.env);
    await expectSame('cluster');
    expect(tried('cluster')).toEqual(all);
  });

  test('runs arrays of jobs, and again those whose node vanished, while they may still be at work there', async () => {
    const vanishes = `"render 1") kill -9 "$(cat "${slurm.pidFile('$SLURMD_NODENAME')}")" ;;`;
    const { dir, program } = await plan('arrays', `"sort 2") kill -9 $$ ;; ${vanishes}`);
    const env = { ...slurm.env, PHAGEPRESS: program };
    const submit = ['-c', `exec sh "${path.join(dir, 'array.sh')}" --mem=500`];
    const { stdout } = await promisify(execFile)('sh', submit, { cwd: shared(), env });
    const states = () => slurm.run('squeue', ['--noheader', '--format=%i %j %t %r']);
    await until(async () => {
      const said = await states();
      // A job of a vanished node would wait for two minutes.
      const [, waiting] = /^(\S+) phagepress-render PD BeginTime$/m.exec(said) ?? [];
      if (waiting !== undefined) {
        await slurm.run('scontrol', ['update', `jobid=${waiting}`, 'StartTime=now']);
      }
      return said.trim() === '';
    });
    const job = await slurm.run('scontrol', ['show', 'job', stdout.trim()]);
    expect(job).toContain('JobState=COMPLETED');
    await expectSame('arrays');
    expect(existsSync(path.join(shared(), 'arrays-tried-render-1'))).toBe(true);
    const nodes = await slurm.run('sinfo', ['--noheader', '--Node', '--format=%N %t']);
    expect(nodes).toMatch(/^(?:one|two) down\*?$/m);
  });
});
