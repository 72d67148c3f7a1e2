import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type KnownPiece, readFacts, writeFacts } from '../../../src/pipeline/cacheIndex.ts';
import { createFactCollectors, factsOf } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const pieces: KnownPiece[] = [
  {
    lineBreaks: 3,
    isBlank: false,
    hash: 'aa',
    facts: {
      summaries: [{ phageId: 'é🧬', text: '{"PhageID":"é🧬"}', line: 1 }],
      colors: Float64Array.from([Number.MAX_SAFE_INTEGER, 0xffffff, 2]),
      phageParts: [{ text: 'Quillon', line: 1 }],
      oddGeneIds: [{ text: 'q7', line: 2 }],
      phageNames: [],
      clusters: [{ text: 'A', line: 2 }],
      subclusters: [],
      genomeLengths: new Map([['é🧬', 153_401]]),
      wraps: [{ phageId: null, start: 9, stop: 1, length: 3, line: 2 }],
      moreWraps: 1,
    },
    findings: [
      { rule: 'gene-length', file: 'a', line: 3, pointer: '/x', expected: 'e', found: '\ud800' },
    ],
    uncounted: new Map([['gene-length', 7]]),
    ofFile: [],
    comparedWith: '',
  },
  {
    lineBreaks: 0,
    isBlank: true,
    hash: '',
    facts: createFactCollectors(factsOf(collections.genes)).finish(),
    findings: [],
    uncounted: new Map(),
    ofFile: [],
    comparedWith: '',
  },
];

function written() {
  const file = path.join(tempFolder(), 'a.facts');
  return { file, of: { factsHash: writeFacts(file, pieces), pieces } };
}

describe('a file of facts', () => {
  test('comes back as it was written, but for the names of files', () => {
    const { file, of } = written();
    const unnamed = pieces.map(({ findings, ...piece }) => {
      return { ...piece, findings: findings.map((finding) => ({ ...finding, file: '' })) };
    });
    expect(readFacts(file, of)).toEqual(unnamed);
  });

  test('of nothing comes back as nothing', () => {
    const file = path.join(tempFolder(), 'a.facts');
    expect(readFacts(file, { factsHash: writeFacts(file, []), pieces: [] })).toEqual([]);
  });

  test('is not believed whichever byte of it was changed', () => {
    const { file, of } = written();
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 0x20;
      writeFileSync(file, bytes);
      bytes[at]! ^= 0x20;
      expect(() => readFacts(file, of), `byte ${at}`).toThrow(DamagedCache);
    }
  });

  test('is not believed of other pieces, or in another order', () => {
    const { file, of } = written();
    for (const others of [pieces.toReversed(), pieces.slice(1), [...pieces, ...pieces]]) {
      expect(() => readFacts(file, { ...of, pieces: others })).toThrow(
        new DamagedCache(`${file} is of other sources`),
      );
    }
  });

  test('is not believed when it is cut short, gone, or another one', () => {
    const { file, of } = written();
    truncateSync(file, 20);
    expect(() => readFacts(file, of)).toThrow(`${file} is damaged`);
    writeFacts(file, pieces.slice(1));
    expect(() => readFacts(file, of)).toThrow(DamagedCache);
    rmSync(file);
    expect(() => readFacts(file, of)).toThrow(DamagedCache);
    expect(() => readFacts(file, of)).toThrow(`${file} cannot be read`);
  });
});
