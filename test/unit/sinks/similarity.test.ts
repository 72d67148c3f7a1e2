/** Which files of similar phages a change reaches: all that differ, and few others. */
import { expect, test } from 'vitest';
import { neutralNames } from '../../../src/contract/siteOptions.ts';
import type { PageNotes } from '../../../src/records/notes.ts';
import { packText } from '../../../src/publishing/bgzf.ts';
import { madeFiles } from '../../../src/sinks/renderViews.ts';
import { similarityTable } from '../../../src/sinks/similarity.ts';
import { similarbyphage } from '../../../src/sinks/similarityView.ts';
import { type Change, type FormerPart, isForThread } from '../../../src/sinks/view.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { genesOn } from './someNotes.ts';

type Options = Parameters<typeof similarbyphage.plan>[2];
type Phages = ReadonlyMap<string, readonly number[]>;

const options: Options = {
  baseUrl: '',
  bulk: ['tsv'],
  caseInsensitiveNames: false,
  fieldNames: neutralNames,
  furtherSizes: {},
  links: 'query',
  pageSizes: { genes: 1, phages: 1, features: 1, phams: 1 },
  spreadsheetSafe: false,
};

const notesOf = (phages: Phages): PageNotes =>
  genesOn(
    ...Array.from(phages, ([name, phams], at) => [at + 1, 0, phams.length, name, phams] as const),
  );

const noPages = () => {
  throw new Error('nothing is read');
};

function filesOf(
  notes: PageNotes,
  change: Change | null,
  formerParts: ReadonlyMap<string, FormerPart> = new Map(),
) {
  const plan = similarbyphage.plan(notes, change, { ...options, formerParts });
  const files = new Map<string, string>();
  const made: string[] = [];
  for (const planned of plan.files()) {
    if (!isForThread(planned)) throw new Error('not made by threads');
    for (const { path, bytes, rows } of madeFiles(planned, noPages)) {
      const text = Buffer.from(bytes).toString();
      if (rows === undefined) files.set(path, text);
      else made.push(text);
    }
  }
  const parts = (plan.table?.() ?? []).map(({ names, kept }): [string, string | null] => {
    return [names, kept === null ? (made.shift() ?? '') : null];
  });
  return { files, isKept: plan.isKept, parts: new Map(parts) };
}

/** The parts in a file, as a live site has them. */
function publishedIn(parts: ReadonlyMap<string, string | null>): Map<string, FormerPart> {
  const packed = Array.from(parts.values(), (text) => packText(Buffer.from(text ?? '')).bytes);
  const place = addFile(tempFolder(), 'similarity.tsv.gz', Buffer.concat(packed));
  let from = 0;
  return new Map(
    Array.from(parts.keys(), (names, at) => {
      const bytes = packed[at]?.length ?? 0;
      from += bytes;
      return [names, { place, from: from - bytes, bytes, records: 0 }];
    }),
  );
}

/** Clusters of phages with most of the families of their cluster, and some families that are in all clusters. */
function someClusters(seed: number): Map<string, number[]> {
  let state = seed;
  const isDrawn = (share: number) => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 < share;
  };
  const phages = new Map<string, number[]>();
  for (let cluster = 0; cluster < 6; cluster++)
    for (let phage = 0; phage < 40 + 8 * cluster; phage++) {
      const own = Array.from({ length: 20 }, (_, at) => 100 * (cluster + 1) + at);
      const common = Array.from({ length: 10 }, (_, at) => at + 1);
      const drawn = [...own.filter(() => isDrawn(0.8)), ...common.filter(() => isDrawn(0.3))];
      // One has a line break and quotes in its name.
      const name = `C${cluster}_${phage === 12 ? '"\n"' : phage}`;
      phages.set(name, drawn.length === 0 ? [1] : drawn);
    }
  return phages;
}

test.each([
  ['is added', 5, (phages: Map<string, number[]>) => phages.set('New', phages.get('C5_3')!)],
  ['is removed', 5, (phages: Map<string, number[]>) => phages.delete('C5_3')],
  ['gets a family', 4, (phages: Map<string, number[]>) => phages.get('C4_7')!.push(7777, 301)],
  [
    'goes to another cluster',
    5,
    (phages: Map<string, number[]>) => phages.set('C5_1', phages.get('C4_1')!),
  ],
  ['is of a small cluster', 0, (phages: Map<string, number[]>) => phages.get('C0_2')!.pop()],
  ['has no family any more', 3, (phages: Map<string, number[]>) => phages.set('C3_3', [])],
])('a phage that %s changes those among whose similar phages it is or was', (_, seed, edit) => {
  const phages = someClusters(seed + 1);
  const before = notesOf(phages);
  const edited = new Map(Array.from(phages, ([name, own]): [string, number[]] => [name, [...own]]));
  edit(edited);
  const now = notesOf(new Map([...edited].sort(([a], [b]) => (a < b ? -1 : 1))));
  const { files: old, parts: oldParts } = filesOf(before, null);
  const { files: whole, parts: wholeParts } = filesOf(now, null);
  const change = { before, now, ranks: null };
  const { files: written, isKept, parts } = filesOf(now, change, publishedIn(oldParts));
  for (const [path, text] of whole) {
    expect(written.get(path) ?? old.get(path), path).toBe(text);
    expect(isKept(path), path).toBe(!written.has(path));
  }
  for (const path of old.keys()) if (!whole.has(path)) expect(isKept(path), path).toBe(false);
  expect(written.size).toBeLessThan(whole.size / 2);
  const joined = Array.from(parts, ([own, text]) => text ?? oldParts.get(own));
  expect(joined.join('')).toBe([...wholeParts.values()].join(''));
  expect([...parts.values()]).toContain(null);
});

test('the table has a row for each phage beside those named, and no formula for a spreadsheet', () => {
  const phages: [string, number[]][] = [
    ['=1+1', [7, 8]],
    ['A\t"B"', [7, 9]],
    ['Lone', [5]],
  ];
  const textOf = (isGuarded: boolean, names = {}) =>
    Array.from(similarityTable(notesOf(new Map(phages)), names, { isGuarded }), ({ bytes }) =>
      Buffer.from(bytes).toString(),
    ).join('');
  expect(textOf(false, { phage_name: 'name', similar: 'list' }).split('\n')).toEqual([
    'name\tlist_name\tsimilarity\tshared_pham_count\tpham_count\tlist_pham_count',
    '=1+1\t"A\t""B"""\t0.5\t1\t2\t2',
    '"A\t""B"""\t=1+1\t0.5\t1\t2\t2',
    '',
  ]);
  expect(textOf(true)).toContain("\n'=1+1\t");
});

test('what leaves the families of all phages as they are changes no file', () => {
  const notes = notesOf(someClusters(1));
  const { files, isKept } = filesOf(notes, { before: notes, now: notes, ranks: null });
  expect(files.size).toBe(0);
  expect(isKept('api/similarbyphage/C0_1/index.json')).toBe(true);
});
