/** Who holds a lock: a file in its folder, so that others know at once when that process is no more. */
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, systemCode } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';

/** Names this process in the folder of its lock, where the system tells processes apart; else nobody is named. */
export function writeOwner(lock: string): void {
  const [system, self] = [systemId(), processId(process.pid)];
  if (system === null || self === null) return;
  // Without it, the lock counts by its age.
  attempt(() => writeFileSync(ownerFile(lock), `${system}\n${self}\n`));
}

/** To be called before the folder of a lock is removed. */
export function removeOwner(lock: string): void {
  attempt(() => rmSync(ownerFile(lock), { force: true }));
}

/** Whether the lock is of a process of this system that has ended. Of others nothing is known. */
export function isOwnerGone(lock: string): boolean {
  const [system, owner = ''] = attempt(() => readOwn(ownerFile(lock)).toString().split('\n')) ?? [];
  if (system === undefined || system !== systemId()) return false;
  const pid = Number(/^\d+/.exec(owner)?.[0] ?? Number.NaN);
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  const now = processId(pid);
  // Where /proc hides the processes of other users, these can still be asked for.
  return now === null ? !isThere(pid) : now !== owner;
}

function ownerFile(lock: string): string {
  return path.join(lock, 'owner');
}

/** This start of this machine, and the name space of its processes: containers number theirs anew. */
function systemId(): string | null {
  return (
    attempt(() => {
      const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${start} ${readlinkSync('/proc/self/ns/pid')}`;
    }) ?? null
  );
}

/** The process by its number and the time at which it began; null where it is not known, or has ended. */
function processId(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return null;
  // Behind the name, which may hold anything.
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
