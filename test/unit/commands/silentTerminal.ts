import type { Terminal } from '../../../src/commands/terminal.ts';

/** Shows nothing; its clock stands still, and nothing interrupts. */
export const silentTerminal: Terminal = {
  out() {},
  file() {},
  err() {},
  npm: () => Promise.resolve({ fault: null }),
  calledAs: 'phagepress',
  progress: () => ({ stage() {}, advance() {}, end() {} }),
  now: () => 0,
  interruption: () => new AbortController().signal,
};
