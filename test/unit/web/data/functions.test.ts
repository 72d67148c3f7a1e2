import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAll } from '../../../../src/web/data/fetching.ts';
import {
  createNoteSearch,
  findFunction as find,
  functionFamilies,
  functionGenes,
  functionOrderOf,
  inOrder,
  notesMatching,
  shouldAutoLoad,
} from '../../../../src/web/data/functions.ts';
import { familiesOf, moreFamiliesOf, noteIndexOf } from '../../../../src/web/data/indexes.ts';
import type { Gene } from '../../../../src/web/data/records.ts';
import { siteOf } from '../../../../src/web/data/site.ts';
import { startCpuWatch } from '../../../cpuTime.ts';
import { tinyGene } from '../../../integration/tinyData.ts';

const site = siteOf({});
const isLysin = (notes: string) => notes === 'lysin';
const phams = Array.from({ length: 20 }, (_, at) => at + 1);

/** A site with families of two genes each, and which of them were asked for. */
const asked: number[] = [];
const answer = async (address: string) => {
  const pham = Number(/\d+/.exec(address)?.[0]);
  asked.push(pham);
  const results = ['lysin', 'other'].map((Notes, at) =>
    tinyGene('Alpha', pham, { GeneID: `${pham}${'+'.repeat(at)}`, Notes }),
  );
  return Response.json({ count: 2, next: null, previous: null, results });
};
const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  asked.length = 0;
  fetched.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test('genes come unasked only where they and their families are few', () => {
  const families = (count: number, genes: number) =>
    Array.from({ length: count }, (_, pham) => ({ pham, noted: 1, notes: [], genes, phages: 1 }));
  expect(shouldAutoLoad(families(60, 1))).toBe(true);
  expect(shouldAutoLoad(families(61, 1))).toBe(false);
  expect(shouldAutoLoad(families(1, 2001))).toBe(false);
});

test('another try fetches only the families that have not come', async () => {
  const found = new Map<number, readonly Gene[]>();
  const tell = vi.fn<(read: number) => void>();
  const options = { isMeant: isLysin, found, tell, signal: new AbortController().signal };
  fetched.mockImplementationOnce(async () => {
    throw new Error('cut off');
  });
  await expect(functionGenes(site, phams, options)).rejects.toThrow('did not answer');
  await vi.waitFor(() => expect(found.size).toBe(5));
  asked.length = 0;
  const genes = await functionGenes(site, phams, options);
  expect(genes.map(({ id }) => Number(id))).toEqual(phams);
  expect(asked).toHaveLength(15);
  expect(tell).toHaveBeenLastCalledWith(20);
});

test('no more families are fetched once the reader has left', async () => {
  const leaving = new AbortController();
  const tell = vi.fn<(read: number) => void>(() => leaving.abort());
  await functionGenes(site, phams, {
    isMeant: isLysin,
    found: new Map(),
    tell,
    signal: leaving.signal,
  });
  expect(tell).toHaveBeenCalledOnce();
  expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
});

const { notes } = noteIndexOf({
  notes: ['lysin A', 'Lysin A', 'lysin B'],
  genes: [9, 2, 1],
  families: [
    [7, 5, 9, 2],
    [9, 2],
    [3, 1],
  ],
  more: [1, 0, 0],
});
const rest = moreFamiliesOf({ notes: ['lysin A'], families: [[4, 1]] });
const families = familiesOf({ id: [3, 1, 3, 2], genes: [8, 1, 5, 4], phages: [8, 1, 3, 4] });

test('one note is meant in any case, words mean all notes with them', () => {
  expect(notesMatching(notes, 'LYSIN A', true).map(({ text }) => text)).toEqual([
    'lysin A',
    'Lysin A',
  ]);
  expect(notesMatching(notes, 'lysin', true)).toEqual([]);
  expect(notesMatching(notes, 'lysin', false)).toHaveLength(3);
});

test('families of several notes are counted once, with those that the index has no room for', () => {
  expect(functionFamilies(notesMatching(notes, 'lysin a', true), rest, families)).toEqual([
    { pham: 7, noted: 5, notes: [{ text: 'lysin A', count: 5 }], genes: 5, phages: 3 },
    {
      pham: 9,
      noted: 4,
      notes: [
        { text: 'lysin A', count: 2 },
        { text: 'Lysin A', count: 2 },
      ],
      genes: 4,
      phages: 4,
    },
    { pham: 4, noted: 1, notes: [{ text: 'lysin A', count: 1 }], genes: 1, phages: 1 },
  ]);
});

test('families come in the order that the address asks for', () => {
  const all = functionFamilies(notes, rest, families);
  const ordered = (sort: string | null) =>
    inOrder(all, functionOrderOf(sort)).map(({ pham }) => pham);
  expect(ordered(null)).toEqual([7, 9, 3, 4]);
  expect(ordered('noted')).toEqual([3, 4, 9, 7]);
  expect(ordered('-phages')).toEqual([3, 9, 7, 4]);
  expect(ordered('pham')).toEqual([3, 4, 7, 9]);
  expect(ordered('what is no column')).toEqual(ordered(null));
});

test('a site says how many notes its index leaves out, or that they are too many', () => {
  expect(noteIndexOf({ left_out: 3 }).leftOut).toBe(3);
  expect(noteIndexOf({ left_out: null }).leftOut).toBeNull();
});

const index = {
  notes: ['lysin A', 'Holin'],
  genes: [9, 2],
  families: [
    [7, 5],
    [9, 2],
  ],
  more: [1, 0],
  left_out: 3,
};
const familyColumns = { id: [4, 3, 2], genes: [4, 5, 2], phages: [4, 5, 2] };

/** The site has just these files. */
function serve(files: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', async (address: string) =>
    address in files ? Response.json(files[address]) : new Response('', { status: 404 }),
  );
}

test('says how many notes the index has and leaves out, also where it has none that is meant', async () => {
  serve({ 'web/notes.json': index, 'web/families.json': familyColumns });
  expect(await find('no such', true)).toMatchObject({ notes: [], known: 2, leftOut: 3 });
  expect(await find('holin', false)).toMatchObject({ known: 2, leftOut: 3 });
});

test.for([true, false])(
  'a note is meant in any case, of which the index has one, by itself or by words',
  async (isExact) => {
    serve({ 'web/notes.json': index, 'web/families.json': familyColumns });
    const { isMeant } = await find('holin', isExact);
    const own = ['holin', 'Holin', 'HOLIN', 'endolysin'].map((text) => isMeant(text));
    expect(own).toEqual([true, true, true, false]);
  },
);

test('a missing file of other families is a failure, not nothing', async () => {
  serve({ 'web/notes.json': index, 'web/families.json': familyColumns });
  await expect(find('lysin A', true)).rejects.toMatchObject({
    address: 'web/morefamilies.json',
    isMissing: false,
  });
  serve({
    'web/notes.json': index,
    'web/families.json': familyColumns,
    'web/morefamilies.json': { notes: ['lysin A'], families: [[4, 4]] },
  });
  const { families: found } = await find('lysin A', true);
  expect(found.map(({ pham }) => pham)).toEqual([7, 4]);
});

const searched = [
  'minor tail protein',
  'tapemeasure',
  'tape measure protein',
  'head-to-tail adaptor',
];
const search = createNoteSearch(
  searched.map((text, at) => ({ text, genes: at, families: [], more: 0 })),
);
const found = (text: string) => search(text).map((note) => note.text);

test('notes are found by words, begun or nearly so, with what most genes have first', () => {
  expect(found('protein tail')).toEqual(['minor tail protein']);
  expect(found('tai')).toEqual(['head-to-tail adaptor', 'minor tail protein']);
  expect(found('proteim')).toEqual(['tape measure protein', 'minor tail protein']);
  expect(found('lysin')).toEqual([]);
});

test('notes are found however their words are joined', () => {
  expect(found('tape measure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('Tape-Measure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('tapemeasure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('head to tail')).toEqual(['head-to-tail adaptor']);
  expect(found('al')).toEqual([]);
});

test('a text as long as what may be pasted is looked for as fast as any', () => {
  const some = Array.from({ length: 3000 }, (_, at) => `tail protein ${at}`);
  const large = createNoteSearch(some.map((text) => ({ text, genes: 0, families: [], more: 0 })));
  const cpuMs = startCpuWatch();
  expect(large('t '.repeat(5000)).length).toBe(3000);
  expect(large('t'.repeat(200_000))).toEqual([]);
  // Once a word, and with letters amiss, it took seconds, and memory that no machine has.
  expect(cpuMs()).toBeLessThan(3000);
});
