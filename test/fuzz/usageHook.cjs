/** Preloaded into the program: when it ends, writes what it took to PHAGEPRESS_USAGE_FILE: the most memory it ever had, and the time of processors that all its threads used. */
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

function peakBytes() {
  try {
    // Unlike what getrusage says, this does not start from what the parent had.
    const status = readFileSync('/proc/self/status', 'latin1');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

if (isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const took = { peakBytes: peakBytes(), cpuMs: (user + system) / 1000 };
    writeFileSync(process.env.PHAGEPRESS_USAGE_FILE, JSON.stringify(took));
  });
}
