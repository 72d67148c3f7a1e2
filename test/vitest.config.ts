import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most files wait for programs that they start, so that a worker for each core fills the machine.
    maxWorkers: '100%',
    testTimeout: 120_000,
    // Several make a site first, with the compiled program.
    hookTimeout: 120_000,
    // Of a page in a browser, too, nothing is due within a second where the machine is busy.
    expect: { poll: { timeout: 60_000 } },
    // Kills and races hit other moments on a busy machine; what is wrong for good fails twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
