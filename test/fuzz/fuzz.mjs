#!/usr/bin/env node
/**
 * Tries more broken records, files and folders than a test run has time for, with the code of the tests:
 *
 *     node test/fuzz/fuzz.mjs [--cases 1000000] [--seed 7]
 *
 * `--cases` is how many single records are tried; files and folders follow in proportion. The seed is any
 * number, by default one that was not used before; the same seed tries the same again.
 */
import { runTests } from '../faults/runTests.mjs';

process.exitCode = await runTests({
  tests: ['test/fuzz/records', 'test/fuzz/files', 'test/fuzz/sites'],
  amount: { option: 'cases', variable: 'PHAGEPRESS_CASES', usual: '1000000' },
});
