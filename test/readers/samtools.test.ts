import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blockIndex } from '../../src/sinks/bulkIndex.ts';
import { packText, packWhole } from '../../src/publishing/bgzf.ts';
import { fastaIndex, renderFasta } from '../../src/sequences/fasta.ts';
import { isInstalled } from '../contract/serverProcess.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { addFile, tempFolder } from '../unit/sources/tempFolder.ts';

const isThere = isInstalled('samtools', '--version') && isInstalled('bgzip', '--version');

/** Sequences of these lengths, in which no stretch comes twice. */
function entriesOf(lengths: readonly number[]) {
  return lengths.map((length, number) => {
    const bases = Buffer.alloc(length);
    let seed = number + 1;
    for (let at = 0; at < length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      bases[at] = 'ACGT'.charCodeAt((seed >> 16) & 3);
    }
    return { header: `s${number} [cluster é] of ${length}`, bases };
  });
}

test('of nothing there are empty indexes', () => {
  // bgzip itself counts -1 blocks then.
  expect([blockIndex([]), fastaIndex([])]).toEqual([Buffer.alloc(8), '']);
});

describe.skipIf(!isThere)('samtools (to run this: apt-get install samtools tabix)', () => {
  test.each([
    ['one sequence', [1000]],
    ['short and long ones', [1, 69, 70, 71, 140, 141, 200_000, 3]],
    ['as much text as a block holds', [64_000, 130_000]],
    ['one without bases', [5, 0, 7]],
  ])('makes the same indexes of %s, and finds parts with ours', (_, lengths) => {
    const entries = entriesOf(lengths);
    const text = Buffer.concat(entries.map(({ header, bases }) => renderFasta(header, bases)));
    const { blocks } = packText(text);
    const folder = tempFolder();
    const theirs = addFile(folder, 'theirs.fa.gz', packWhole(text));
    execFileSync('bgzip', ['-r', theirs]);
    const gzi = blockIndex(blocks.map((at, block) => ({ at, from: block * 65_280 })));
    expect(gzi).toEqual(readFileSync(`${theirs}.gzi`));
    const fai = fastaIndex(entries.map(({ header, bases }) => ({ header, bases: bases.length })));
    execFileSync('samtools', ['faidx', theirs], { stdio: ['ignore', 'pipe', 'ignore'] });
    expect(fai).toBe(readFileSync(`${theirs}.fai`, 'utf8'));

    const ours = addFile(folder, 'ours.fa.gz', packWhole(text));
    addFile(folder, 'ours.fa.gz.gzi', gzi);
    addFile(folder, 'ours.fa.gz.fai', fai);
    for (const [number, { bases }] of entries.entries()) {
      const [first, last] = [Math.floor(bases.length / 3) + 1, bases.length];
      if (last === 0) continue;
      const region = `s${number}:${first}-${last}`;
      const found = execFileSync('samtools', ['faidx', ours, region], { encoding: 'utf8' });
      expect(found.replace(/^>.*/, '').replaceAll('\n', '')).toBe(
        bases.toString('latin1', first - 1),
      );
    }
  });

  test('reads parts of the genomes of a site by its indexes, which are its own', async () => {
    await inWorkFolder(async (cwd) => {
      const bases = entriesOf([200_000])[0]!.bases.toString('latin1');
      await writeFiles(cwd, {
        'data/phages/all.ndjson': asLines([tinyPhage('Quillon'), tinyPhage('Short')]),
        'data/genes/none.json': '[]',
        'data/genomes/all.fasta': `>Quillon\n${bases}\n>Short\nA\n`,
      });
      const allowing = ['--allow', 'genome-length', '--allow', 'genome-gc'];
      await runWellInProcess(['build', '--no-views', '--bulk', 'genomes', ...allowing], { cwd });
      const file = path.join(cwd, 'dist/bulk/genomes.fa.gz');
      const region = (where: string) =>
        execFileSync('samtools', ['faidx', file, where]).toString().split('\n').slice(1).join('');
      for (const [from, to] of [
        [1, 10],
        [65_200, 65_400],
        [130_000, 131_000],
        [199_990, 200_000],
      ] as const) {
        expect(region(`Quillon:${from}-${to}`)).toBe(bases.slice(from - 1, to));
      }
      expect(region('Short')).toBe('A');
      const copy = path.join(cwd, 'copy.fa.gz');
      copyFileSync(file, copy);
      execFileSync('samtools', ['faidx', copy]);
      for (const ending of ['.fai', '.gzi'])
        expect(readFileSync(copy + ending)).toEqual(readFileSync(file + ending));
    });
  });
});
