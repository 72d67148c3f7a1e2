/** A real Slurm of two nodes on this machine, in a folder of its own, with its own munge; gone however a test ends. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../contract/serverProcess.ts';
import { patienceMs, plainEnvironment } from './runCli.ts';

export interface Slurm {
  /** What its commands need to know of it. */
  readonly env: Readonly<Record<string, string>>;
  /** What a command prints. */
  readonly run: (file: string, args: readonly string[], cwd?: string) => Promise<string>;
  /** Starts the daemon of a node that has none. */
  readonly startNode: (name: string) => void;
  /** The file with the process id of a node's daemon. */
  readonly pidFile: (name: string) => string;
  readonly stop: () => Promise<void>;
}

const nodes = ['one', 'two'] as const;
const pollMs = 100;

export async function startSlurm(folder: string): Promise<Slurm> {
  const at = (...names: readonly string[]) => path.join(folder, ...names);
  mkdirSync(at('state'), { recursive: true });
  writeFileSync(at('key'), randomBytes(1024), { mode: 0o400 });
  const user = userInfo().username;
  const [port, ...nodePorts] = [await freePort(), await freePort(), await freePort()];
  const lines = [
    'ClusterName=test',
    `SlurmctldHost=${hostname()}(127.0.0.1)`,
    `SlurmctldPort=${port}`,
    `SlurmUser=${user}`,
    `SlurmdUser=${user}`,
    'AuthType=auth/munge',
    'CredType=cred/munge',
    `AuthInfo=socket=${at('munge')}`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'ReturnToService=2',
    'MpiDefault=none',
    'SwitchType=switch/none',
    'JobAcctGatherType=jobacct_gather/none',
    'AccountingStorageType=accounting_storage/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    'SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0',
    'SlurmdTimeout=5',
    'KillWait=1',
    'InactiveLimit=0',
    `StateSaveLocation=${at('state')}`,
    `SlurmdSpoolDir=${at('spool-%n')}`,
    `SlurmctldPidFile=${at('controller.pid')}`,
    `SlurmdPidFile=${at('%n.pid')}`,
    ...nodes.map(
      (name, index) =>
        `NodeName=${name} NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${nodePorts[index]} CPUs=1 RealMemory=2000`,
    ),
    `PartitionName=all Nodes=${nodes.join()} Default=YES MaxTime=INFINITE State=UP`,
  ];
  writeFileSync(at('slurm.conf'), lines.map((line) => `${line}\n`).join(''));
  const env = { ...plainEnvironment(), SLURM_CONF: at('slurm.conf') };

  const daemons: ChildProcess[] = [];
  const start = (file: string, args: readonly string[]) => {
    const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    child.on('error', (error) => (said += String(error)));
    daemons.push(child);
    return () => said;
  };
  const onExit = () => {
    for (const child of daemons) child.kill('SIGKILL');
  };
  process.once('exit', onExit);
  const run: Slurm['run'] = async (file, args, cwd = folder) => {
    const { stdout } = await promisify(execFile)(file, args, { cwd, env, timeout: patienceMs });
    return stdout;
  };
  const slurm: Slurm = {
    env,
    run,
    startNode: (name) => void start('/usr/sbin/slurmd', ['-D', '-N', name]),
    pidFile: (name) => at(`${name}.pid`),
    async stop() {
      process.off('exit', onExit);
      // The controller ends the jobs, and munge is needed for that.
      await run('scancel', ['--user', user]).catch(() => {});
      for (const child of daemons.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
        await ended;
        clearTimeout(timer);
      }
    },
  };

  const keys = ['key-file=key', 'socket=munge', 'pid-file=munge.pid', 'seed-file=seed'];
  const places = keys.map((one) => `--${one.replace('=', `=${folder}/`)}`);
  const munge = start('/usr/sbin/munged', ['--foreground', '--force', ...places]);
  await until(() => existsSync(at('munge')), munge);
  const controller = start('/usr/sbin/slurmctld', ['-D', '-c']);
  for (const name of nodes) slurm.startNode(name);
  const isUp = async () => {
    const said = await run('sinfo', ['--noheader', '--format=%D %t']).catch(() => '');
    return said.trim() === '2 idle';
  };
  try {
    await until(isUp, controller);
  } catch (error) {
    await slurm.stop();
    throw error;
  }
  return slurm;
}

/** Waits until `isSo`; throws with what a daemon said if that takes too long. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  said: () => string = () => '',
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it did not come to pass: ${said()}`);
    await delay(pollMs);
  }
}
