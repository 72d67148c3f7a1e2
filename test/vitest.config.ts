import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    // Several make a site first, with the compiled program.
    hookTimeout: 120_000,
    // Kills and races hit other moments on a busy machine; what is wrong for good fails twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
