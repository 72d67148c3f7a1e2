#!/usr/bin/env node
/**
 * Kills more builds than a test run has time for, with the code of the test:
 *
 *     node test/faults/kill.mjs [--kills 200] [--seed 7]
 *
 * The seed is any number, by default one that was not used before. The same seed kills at the same shares
 * of the time that a build takes; what they hit depends on the machine.
 */
import { runTests } from './runTests.mjs';

process.exitCode = await runTests({
  tests: ['test/faults/kill'],
  amount: { option: 'kills', variable: 'PHAGEPRESS_KILLS', usual: '200' },
});
