/** The owner of a lock: a file in its folder, so that others know at once when that process has ended. */
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, systemCode } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';

/** Names this process in the folder of its lock, if the system can identify processes; else the file is not written. */
export function writeOwner(lock: string): void {
  const [system, self] = [systemId(), processId(process.pid)];
  if (system === null || self === null) return;
  // Without an owner, only the age of the lock counts.
  attempt(() => writeFileSync(ownerFile(lock), `${system}\n${self}\n`));
}

/** Call before the folder of a lock is removed. */
export function removeOwner(lock: string): void {
  attempt(() => rmSync(ownerFile(lock), { force: true }));
}

/**
 * Whether the lock belongs to a process of this system that has ended. False for other systems, where that is unknown.
 */
export function isOwnerGone(lock: string): boolean {
  const [system, owner = ''] = attempt(() => readOwn(ownerFile(lock)).toString().split('\n')) ?? [];
  if (system === undefined || system !== systemId()) return false;
  const pid = Number(/^\d+/.exec(owner)?.[0] ?? Number.NaN);
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  const now = processId(pid);
  // If /proc hides the processes of other users, a signal can still test whether they exist.
  return now === null ? !isThere(pid) : now !== owner;
}

function ownerFile(lock: string): string {
  return path.join(lock, 'owner');
}

/** Identifies this boot of the machine and its PID namespace: containers have process ids of their own. */
function systemId(): string | null {
  return (
    attempt(() => {
      const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${start} ${readlinkSync('/proc/self/ns/pid')}`;
    }) ?? null
  );
}

/** A process by its id and start time; null if it is unknown or has ended. */
function processId(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return null;
  // After the name, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasEnded = fields[0] === 'Z' || fields[0] === 'X';
  return `${pid} ${hasEnded ? 'ended' : fields[19]}`;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
