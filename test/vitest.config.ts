import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Far more than any takes, also on a busy machine.
    testTimeout: 300_000,
    // Several make a site first, with the compiled program.
    hookTimeout: 300_000,
    // Of a page in a browser, too, nothing is due within a second where the machine is busy.
    expect: { poll: { timeout: 60_000 } },
    // Kills and races hit other moments on a busy machine; what is wrong for good fails twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
