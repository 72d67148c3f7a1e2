/** GenomeTools, which reads GFF3 more strictly than most. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';

export const hasGenomeTools = isInstalled('gt', '-version');

export function expectValidGff3(...files: readonly string[]): void {
  const { stdout, stderr, status } = spawnSync('gt', ['gff3validator', ...files], {
    encoding: 'utf8',
  });
  expect([stdout.trim(), stderr, status]).toEqual(['input is valid GFF3', '', 0]);
}
