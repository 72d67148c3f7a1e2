/** Preloaded into the program: when it ends, writes the most memory it ever had, in bytes, to PHAGEPRESS_PEAK_FILE. */
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
  process.on('exit', () => writeFileSync(process.env.PHAGEPRESS_PEAK_FILE, String(peakBytes())));
}
