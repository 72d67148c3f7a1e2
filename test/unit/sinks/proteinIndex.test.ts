/** The index that the build makes, and the search that reads it. */
import { expect, test } from 'vitest';
import {
  chooseGenes,
  keepsProteinIndex,
  packProteins,
  renderProteinIndex,
  type StandingProtein,
} from '../../../src/sinks/proteinIndex.ts';
import { addresses } from '../../../src/web/data/fetching.ts';
import {
  ofOneProtein,
  proteinIndexOf,
  searchProtein,
} from '../../../src/web/data/proteinSearch.ts';
import { genesOn } from './someNotes.ts';
import { changed, createDraw, randomProtein } from '../web/data/someProteins.ts';

function familiesOf(count: number, seed: number): StandingProtein[] {
  const draw = createDraw(seed);
  return Array.from({ length: count }, (_, at) => ({
    pham: at % 10 === 9 ? null : at * 7,
    gene: `Gene_${at}`,
    notes: `function ${at}`,
    protein: `M${randomProtein(draw, 40 + draw(400))}`,
  }));
}

/** A site with such an index, and the bytes that were read of it. */
function siteOf(all: readonly StandingProtein[], leftOut = 0) {
  const files = new Map(
    Array.from(renderProteinIndex([packProteins(all)], { leftOut }), ({ path, bytes }) => [
      path,
      bytes,
    ]),
  );
  return siteOfFiles(files);
}

function siteOfFiles(files: ReadonlyMap<string, Uint8Array>) {
  const asked = new Map<string, Promise<unknown>>();
  const read = (address: string) => {
    const bytes = files.get(address);
    if (bytes === undefined) return Promise.reject(new Error(`no ${address}`));
    const known = asked.get(address) ?? Promise.resolve(JSON.parse(String(bytes)) as unknown);
    asked.set(address, known);
    return known;
  };
  const bytesRead = () => [...asked.keys()].reduce((sum, file) => sum + files.get(file)!.length, 0);
  return { files, read, bytesRead };
}

test.each([
  ['one file of each kind', 400],
  ['many files', 6000],
])('changed proteins find those that they come from, in %s', async (_, count) => {
  const all = familiesOf(count, 3);
  const { files, read } = siteOf(all);
  expect(files.size > 3).toBe(count > 1000);
  const index = proteinIndexOf(await read(addresses.proteinIndex));
  const draw = createDraw(11);
  for (let round = 0; round < 40; round++) {
    const from = all[draw(all.length)]!;
    const query = changed(draw, from.protein, 3);
    const [hit] = await searchProtein(index, read, query, ofOneProtein);
    expect(hit).toMatchObject({ pham: from.pham, gene: from.gene, notes: from.notes });
    expect(hit?.length).toBe(from.protein.length);
    expect(hit!.expected).toBeLessThan(0.01);
  }
  expect(await searchProtein(index, read, randomProtein(draw, 200), ofOneProtein)).toEqual([]);
});

test('a query reads less than 1 MB of an index of 40,000 families', async () => {
  const all = familiesOf(40_000, 8);
  const draw = createDraw(2);
  const whole = siteOf(all);
  // Those with giant proteins in them are read whole, too.
  const largest = Math.max(...[...whole.files.values()].map(({ length }) => length));
  expect(largest).toBeLessThan(150_000);
  for (const query of [
    all[77]!.protein,
    changed(draw, all[12_345]!.protein, 3),
    randomProtein(draw, 2000),
  ]) {
    const { read, bytesRead } = siteOfFiles(whole.files);
    const index = proteinIndexOf(await read(addresses.proteinIndex));
    await searchProtein(index, read, query, ofOneProtein);
    expect(bytesRead()).toBeLessThan(1_000_000);
  }
});

test('the index is the same in whatever parts it is made', () => {
  const all = familiesOf(3000, 5);
  const whole = [...renderProteinIndex([packProteins(all)], { leftOut: 0 })];
  const parts = [0, 1000, 1001].map((from, at, ends) =>
    packProteins(all.slice(from, ends[at + 1])),
  );
  expect([...renderProteinIndex(parts, { leftOut: 0 }, 20_000)]).toEqual(whole);
  expect(whole.filter(({ path }) => path.includes('seeds-')).length).toBeGreaterThan(20);
});

test('the index says what it has and what it leaves out', async () => {
  const all = familiesOf(25, 1);
  const { read, files } = siteOf(all, 12);
  expect(proteinIndexOf(await read(addresses.proteinIndex))).toMatchObject({
    families: 23,
    genes: 2,
    leftOut: 12,
    aminoAcids: all.reduce((sum, { protein }) => sum + protein.length, 0),
  });
  expect([...files.keys()]).toEqual([
    'web/proteins.json',
    'web/seeds-1.json',
    'web/proteins-1.json',
  ]);
  expect(siteOf([]).files.size).toBe(0);
});

test('the first four genes of a family are in the index, and those of none, also where there are no families', () => {
  const chosen = (...phams: (number | null)[]) =>
    [...chooseGenes(genesOn([1, 0, phams.length, 'Alpha', phams])).ranks].sort((a, b) => a - b);
  expect(chosen(5, 5, null, 5, 5, 5, 9)).toEqual([0, 1, 2, 3, 4, 6]);
  expect(chosen(null, null)).toEqual([0, 1]);
});

test('a protein stands with the notes that most genes of its family have, in any case, or with its own', () => {
  const notesOf = (...genes: readonly (readonly [pham: number | null, notes: string])[]) => {
    const [phams, notes] = [genes.map(([pham]) => pham), genes.map(([, text]) => text)];
    return chooseGenes(genesOn([1, 0, genes.length, 'Alpha', phams, notes])).notes;
  };
  const lysins = ['', 'Lysin', 'endolysin', 'endolysin', 'lysin', 'lysin'];
  expect(notesOf(...lysins.map((notes) => [5, notes] as const))[0]).toBe('lysin');
  expect(notesOf([5, ''], [null, 'holin'], [null, 'Holin'])).toEqual(['', 'holin', 'Holin']);
  expect(notesOf([5, 'x'.repeat(300)])).toEqual(['x'.repeat(200)]);
});

test('the index holds while the first genes of each family, and those without one, are the same', () => {
  const before = genesOn([1, 0, 7, 'Alpha', [5, 5, 5, 5, 5, 9, null]]);
  const isKept = (
    now: readonly (number | null)[],
    old: number[],
    own: number[],
    notes: readonly string[] = [],
  ) =>
    keepsProteinIndex({
      before,
      now: genesOn([1, 0, now.length, 'Alpha', now, notes]),
      ranks: { before: old, now: own },
    });
  const same = [5, 5, 5, 5, 5, 9, null];
  expect(isKept(same, [], [])).toBe(true);
  // The protein of the fifth of a family is never looked at, but its notes are.
  expect(isKept(same, [4], [4])).toBe(true);
  expect(isKept(same, [4], [4], ['', '', '', '', 'lysin'])).toBe(false);
  expect(isKept([5, 5, 5, 5, 9, null], [4], [])).toBe(true);
  expect(isKept([5, 5, 5, 5, 5, 5, 9, null], [], [5])).toBe(true);
  for (const rank of [0, 3, 5, 6]) expect(isKept(same, [rank], [rank])).toBe(false);
  expect(isKept([5, 5, 5, 5, 5, 9, 9, null], [], [6])).toBe(false);
  expect(isKept([5, 5, 5, 5, 5, 9], [6], [])).toBe(false);
  expect(isKept([7, 5, 5, 5, 5, 5, 9, null], [], [0])).toBe(false);
});
