import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFacts, writeFacts } from '../../../src/cache/factsFile.ts';
import { DamagedCache } from '../../../src/failure.ts';
import type { PieceResult } from '../../../src/intake/task.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const pieces: PieceResult[] = [
  {
    lineBreaks: 3,
    isBlank: false,
    hash: 'aa',
    facts: {
      summaries: [{ phageId: 'é🧬', text: '{"PhageID":"é🧬"}', line: 1 }],
      colors: Float64Array.from([Number.MAX_SAFE_INTEGER, 0xffffff, 2]),
      phageParts: [{ text: 'Quillon', line: 1 }],
      phageNames: [],
      clusters: [{ text: 'A', line: 2 }],
      subclusters: [],
    },
    findings: [
      { rule: 'gene-length', file: 'a', line: 3, pointer: '/x', expected: 'e', found: '\ud800' },
    ],
    uncounted: new Map([['gene-length', 7]]),
  },
  {
    lineBreaks: 0,
    isBlank: true,
    hash: '',
    facts: {
      summaries: [],
      colors: new Float64Array(),
      phageParts: [],
      phageNames: [],
      clusters: [],
      subclusters: [],
    },
    findings: [],
    uncounted: new Map(),
  },
];

function written() {
  const file = path.join(tempFolder(), 'a.facts');
  return { file, hash: writeFacts(file, pieces) };
}

describe('a file of facts', () => {
  test('comes back as it was written', () => {
    const { file, hash } = written();
    expect(readFacts(file, hash)).toEqual(pieces);
  });

  test('of nothing comes back as nothing', () => {
    const file = path.join(tempFolder(), 'a.facts');
    expect(readFacts(file, writeFacts(file, []))).toEqual([]);
  });

  test('is not believed whichever byte of it was changed', () => {
    const { file, hash } = written();
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 0x20;
      writeFileSync(file, bytes);
      bytes[at]! ^= 0x20;
      expect(() => readFacts(file, hash), `byte ${at}`).toThrow(DamagedCache);
    }
  });

  test('is not believed when it is cut short, gone, or another one', () => {
    const { file, hash } = written();
    truncateSync(file, 20);
    expect(() => readFacts(file, hash)).toThrow(`${file} is damaged`);
    writeFacts(file, pieces.slice(1));
    expect(() => readFacts(file, hash)).toThrow(DamagedCache);
    rmSync(file);
    expect(() => readFacts(file, hash)).toThrow(DamagedCache);
    expect(() => readFacts(file, hash)).toThrow(`${file} cannot be read`);
  });
});
