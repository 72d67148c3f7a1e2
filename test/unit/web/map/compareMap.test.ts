import { describe, expect, test } from 'vitest';
import { surroundings } from '../../../../src/web/data/families.ts';
import {
  alignOn,
  compareMap,
  extentOf,
  familyNames,
  sharedFamilies,
  stretchOfAll,
  type Track,
  trackOf,
} from '../../../../src/web/map/compareMap.ts';
import { lightTheme } from '../../../../src/web/map/scene.ts';
import { spansOn } from '../../../../src/web/map/track.ts';
import { gene } from '../geneOf.ts';

function track(name: string, genes: Track['genes']): Track {
  return { name, caption: '', genes, length: 1000, isFlipped: false, shift: 0 };
}

const upper = track('Alpha', [
  gene({ id: 'A_1', pham: 1 }),
  gene({ id: 'A_2', pham: 2, start: 500, stop: 800 }),
]);
const lower = track('Beta', [
  gene({ id: 'B_1', pham: 3 }),
  gene({ id: 'B_2', pham: 2, start: 600, stop: 900, isReverse: true }),
]);
const state = {
  from: 0,
  to: 1000,
  width: 824,
  theme: lightTheme,
  labeling: 'names',
  selection: 'all',
  colorOf: () => '#00ff00',
  marked: null,
  widthOf: (text: string) => text.length * 6,
} as const;

describe('genomes below each other', () => {
  test('are joined where they share a family, and nowhere else', () => {
    const { scene } = compareMap([upper, lower], state);
    const bands = scene.shapes.filter(
      (shape) => shape.kind === 'polygon' && shape.opacity !== undefined,
    );
    expect(bands).toHaveLength(1);
    expect(bands[0]).toMatchObject({ points: [412, 43, 652, 43, 732, 119, 492, 119] });
  });

  test('show only genes in shared families, or only the others', () => {
    const ids = (selection: 'shared' | 'unshared') =>
      compareMap([upper, lower], { ...state, selection }).boxes.map((box) => box.gene.id);
    expect(ids('shared')).toEqual(['A_2', 'B_2']);
    expect(ids('unshared')).toEqual(['A_1', 'B_1']);
    expect([...sharedFamilies([upper, lower])]).toEqual([2]);
  });

  test('name a shared family by the notes that most of its genes have, in whatever case', () => {
    const noted = ['lysin', 'Holin', 'holin'].map((notes, at) =>
      track(`Phage${at}`, [
        gene({ id: `${at}`, pham: 5, notes }),
        gene({ id: `${at}_2`, pham: 6 }),
      ]),
    );
    expect(familyNames(noted, new Set([5, 6]))).toMatchObject([
      { pham: 5, notes: 'Holin', tracksWith: 3 },
      { pham: 6, notes: '', tracksWith: 3 },
    ]);
  });

  test('are aligned on a family, turned so that its gene is read to the right', () => {
    const [first, second] = alignOn([upper, lower], 2);
    expect(first).toMatchObject({ isFlipped: false, shift: -500 });
    // Turned round, its gene begins 100 bases from the left.
    expect(second).toMatchObject({ isFlipped: true, shift: -100 });
    expect(extentOf([first!, second!])).toEqual([-500, 1000]);
  });

  test('are turned and shifted besides, after they are aligned', () => {
    const asked = [upper, lower].map((one) => ({ ...one, isFlipped: true, shift: 70 }));
    const [first, second] = alignOn(asked, 2);
    // Of a thousand bases the gene has those from 500 to 800, and turned round those from 200 on.
    expect(first).toMatchObject({ isFlipped: true, shift: 70 - 200 });
    expect(second).toMatchObject({ isFlipped: false, shift: 70 - 600 });
  });

  test('are aligned where a gene through the origin begins, not on a part of it', () => {
    const through = gene({ pham: 2, start: 900, stop: 50 });
    const [forward, reverse] = alignOn(
      [track('Alpha', [through]), track('Beta', [{ ...through, isReverse: true }])],
      2,
    );
    expect(forward).toMatchObject({ isFlipped: false, shift: -900 });
    expect(reverse).toMatchObject({ isFlipped: true, shift: -950 });
  });

  test('have notes that do not overlap, also of a gene whose middle is out of view', () => {
    const notes = 'a rather long note on what it does';
    const genes = Array.from({ length: 12 }, (_, at) =>
      gene({ id: `A_${at}`, pham: at, start: 80 * at, stop: 80 * at + 75, notes }),
    );
    const { scene } = compareMap([track('Alpha', genes)], { ...state, labeling: 'notes' });
    const boxes = scene.shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.size === 10
        ? [{ ...shape, half: state.widthOf(shape.text) / 2 }]
        : [],
    );
    expect(boxes.length).toBeGreaterThan(3);
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const isApart = Math.abs(one.x - other.x) >= one.half + other.half;
        expect(isApart || one.y !== other.y).toBe(true);
      }
    }
    const near = { ...state, labeling: 'notes', from: 0, to: 30 } as const;
    const texts = compareMap([track('Alpha', genes)], near).scene.shapes.filter(
      (shape) => shape.kind === 'text' && shape.size === 10,
    );
    expect(texts).toHaveLength(1);
  });

  test('stay where they are if they have none of it', () => {
    expect(alignOn([upper], 99)).toEqual([upper]);
  });
});

// 300 bases with the codon that ends it: 200 at the end of a genome of 50,000, 100 at its beginning.
const through = gene({ id: 'through', start: 49_800, stop: 100, translation: 'M'.repeat(99) });
const before = gene({ id: 'before', start: 49_000, stop: 49_700 });
const drawn = (id: string, genes = [before, through]) => trackOf(surroundings(genes, id)!);

describe('the neighbourhood of a gene', () => {
  test('begins at the gene and is read to the right', () => {
    const reverse = { ...before, isReverse: true };
    expect(spansOn(drawn('before'), before)).toEqual([{ from: 0, to: 700, pointsLeft: false }]);
    expect(spansOn(drawn('before', [reverse, through]), reverse)).toEqual([
      { from: 0, to: 700, pointsLeft: false },
    ]);
  });

  test('is no wider for a gene through the origin', () => {
    expect(stretchOfAll([drawn('before')])).toEqual([-300, 1400]);
  });

  test('of a gene through the origin has all of it, in one', () => {
    for (const isReverse of [false, true]) {
      const own = { ...through, isReverse };
      const placed = drawn('through', [before, own]);
      expect(spansOn(placed, own)).toEqual([{ from: 0, to: 300, pointsLeft: false }]);
      const [from, to] = stretchOfAll([placed]);
      expect(to - from).toBe(1700);
    }
  });

  test('of a gene without a family is turned in the same way', () => {
    const lone = { ...before, pham: null, isReverse: true };
    expect(spansOn(drawn('before', [lone]), lone)[0]).toMatchObject({ from: 0, pointsLeft: false });
  });
});
