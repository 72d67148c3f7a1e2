import { afterEach, expect, test, vi } from 'vitest';
import { forgetAll } from '../../../../src/web/data/fetching.ts';
import { findFunction as find } from '../../../../src/web/data/functionFound.ts';

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
const families = { id: [4, 3, 2], genes: [4, 5, 2], phages: [4, 5, 2] };

/** The site has just these files. */
function serve(files: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', async (address: string) =>
    address in files ? Response.json(files[address]) : new Response('', { status: 404 }),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test('says how many notes the index has and leaves out, also where it has none that is meant', async () => {
  serve({ 'web/notes.json': index, 'web/families.json': families });
  expect(await find('no such', true)).toMatchObject({ notes: [], known: 2, leftOut: 3 });
  expect(await find('holin', false)).toMatchObject({ known: 2, leftOut: 3 });
});

test('a note that the index has in another case only is among those meant', async () => {
  serve({ 'web/notes.json': index, 'web/families.json': families });
  const { isMeant } = await find('holin', true);
  expect(['holin', 'Holin', 'HOLIN'].map((text) => isMeant(text))).toEqual([true, true, false]);
  const words = await find('holin', false);
  expect(words.isMeant('holin')).toBe(false);
});

test('a missing file of other families is a failure, not nothing', async () => {
  serve({ 'web/notes.json': index, 'web/families.json': families });
  await expect(find('lysin A', true)).rejects.toMatchObject({
    address: 'web/morefamilies.json',
    isMissing: false,
  });
  serve({
    'web/notes.json': index,
    'web/families.json': families,
    'web/morefamilies.json': { notes: ['lysin A'], families: [[4, 4]] },
  });
  const { families: found } = await find('lysin A', true);
  expect(found.map(({ pham }) => pham)).toEqual([7, 4]);
});
