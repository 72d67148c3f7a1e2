/** Runs a whole process and tells how long it took, by the clock and of all cores, and how much memory it held. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../../lib/cli.js', import.meta.url));

/** Options for a host that runs code, on which the pages of phages and clusters are packed with the records. */
export const packedHost = ['--host', 'netlify', '--base-url', 'https://phages.example.org'];

const sampleMs = 10;

/**
 * Seconds of wall time and of CPU time, the peak resident memory in bytes of the process and its children together, and
 * the bytes that they read and wrote, from caches as well.
 */
export async function measure(command, args, options = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  // The kernel keeps each process's peak: the last look before its end is as good as all of them.
  const peaks = new Map();
  const times = new Map();
  const moved = new Map();
  const timer = setInterval(() => {
    for (const pid of withChildren(child.pid)) {
      const peak = peakOf(pid);
      if (peak > 0) peaks.set(pid, peak);
      const time = cpuSecondsOf(pid);
      if (time > 0) times.set(pid, time);
      moved.set(pid, Math.max(movedBytesOf(pid), moved.get(pid) ?? 0));
    }
  }, sampleMs);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors}`);
  const sum = (values) => [...values].reduce((total, value) => total + value, 0);
  return {
    seconds,
    cpuSeconds: sum(times.values()),
    peakBytes: sum(peaks.values()),
    movedBytes: sum(moved.values()),
  };
}

const ticksPerSecond = 100;

/** Of all threads, in user mode and in the kernel. */
export function cpuSecondsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

function movedBytesOf(pid) {
  try {
    const counts = readFileSync(`/proc/${pid}/io`, 'utf8').matchAll(/^[rw]char: (\d+)$/gm);
    return Array.from(counts).reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  } catch {
    return 0;
  }
}

function peakOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function withChildren(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return [pid, ...children.flatMap((child) => withChildren(Number(child)))];
  } catch {
    return [pid];
  }
}

/** What the fastest of so many runs of Node took; `prepare` is called before each. */
export async function bestOf(runs, args, prepare = () => {}) {
  const taken = [];
  for (let run = 0; run < runs; run++) {
    prepare();
    taken.push(await measure('node', args));
  }
  return taken.reduce((best, one) => (one.seconds < best.seconds ? one : best));
}

/** A linear congruential generator: bits of the upper half are good enough for sequences. */
export function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function pick(random, letters, length) {
  return Array.from({ length }, () => letters[random(letters.length)]).join('');
}

/**
 * Runs each of the variants, in turns, so that what else the machine does falls on all of them. Returns by name the least
 * of what each took.
 */
export async function measureInTurns(runs, variants) {
  const best = {};
  for (let run = 0; run < runs; run++) {
    for (const [what, take] of Object.entries(variants)) {
      const taken = await take();
      const before = best[what] ?? taken;
      const least = Object.keys(taken).map((of) => [of, Math.min(before[of], taken[of])]);
      best[what] = Object.fromEntries(least);
    }
  }
  return best;
}

/** Prints what was measured, by name, beside the first. */
export function printBeside(measured) {
  const [[name, first]] = Object.entries(measured);
  console.log(`| | time | CPU time | peak memory | ÷ ${name} | CPU |`);
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, { seconds, cpuSeconds, peakBytes }] of Object.entries(measured)) {
    const ratios = [seconds / first.seconds, cpuSeconds / first.cpuSeconds];
    const memory = Math.round(peakBytes / 1e6);
    console.log(
      `| ${what} | ${seconds.toFixed(2)} s | ${cpuSeconds.toFixed(2)} s | ${memory} MB | ${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')} |`,
    );
  }
}
