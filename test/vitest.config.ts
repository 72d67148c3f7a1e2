/** Two tiers of tests: `quick` is what each change needs, `rest` needs the compiled program, servers, readers or a browser. */
import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const restFolders = [
  'test/browser/**',
  'test/clients/**',
  'test/contract/servers/**',
  'test/faults/**',
  'test/fuzz/**',
  'test/integration/**',
  'test/readers/**',
];

// Each build waits until its files are on the disk, and with them whatever else is being written there.
const memoryDisk = '/dev/shm';
const neededBytes = 2 ** 31;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

const shared = {
  env: process.env['TMPDIR'] === undefined && hasRoom(memoryDisk) ? { TMPDIR: memoryDisk } : {},
  // Far more than any takes, also on a busy machine.
  testTimeout: 300_000,
  // Several make a site first, with the compiled program.
  hookTimeout: 300_000,
  // Of a page in a browser, too, nothing is due within a second where the machine is busy.
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  // Loading the modules anew for each file would take longer than most files.
  isolate: false,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'quick', include: ['test/**/*.test.ts'], exclude: restFolders } },
      { test: { ...shared, name: 'rest', include: restFolders.map((one) => `${one}/*.test.ts`) } },
    ],
  },
});
