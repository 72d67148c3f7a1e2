/** What is told of two releases, held against the records that they were built from. */
import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CollectionName, perCollection, perList } from '../../src/contract/collectionName.ts';
import type { RecordForm } from '../../src/contract/packs.ts';
import { diffReleases } from '../../src/releases/diffReleases.ts';
import { openRelease } from '../../src/releases/openRelease.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { compareCodePoints, publishedJson } from './naive.ts';
import { build, inFastFolder, withSmallPacks } from './siteBuilds.ts';

withSmallPacks();

interface Data {
  readonly genes: readonly object[];
  readonly features: readonly object[];
}

const names = ['Quillon', 'Vexmoor', 'Łódź', '𝄞'];
const note = fc.constantFrom('', 'lysin A', 'tail\tfiber', 'ß');
const data: fc.Arbitrary<Data> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 9 })), {
    selector: ([phage, number]) => `${phage} ${number}`,
    maxLength: 24,
  })
  .chain((keys) =>
    fc.record({
      genes: fc.tuple(
        ...keys.map(([phage, number]) =>
          fc
            .record({ Notes: note, pham: fc.integer({ min: 1, max: 4 }) })
            .map(({ Notes, pham }) =>
              tinyGene(phage, number, { Notes, PhamID: { PhamID: pham, Color: '#abcdef' } }),
            ),
        ),
      ),
      features: fc.array(
        note.map((Notes) => tinyFeature('Quillon', { Notes })),
        { maxLength: 4 },
      ),
    }),
  );

const phages = names.map((name) => tinyPhage(name));

function write(folder: string, { genes, features }: Data): string {
  for (const [name, records] of Object.entries({ genes, phages, features })) {
    mkdirSync(path.join(folder, name), { recursive: true });
    if (records.length > 0) writeFileSync(path.join(folder, name, 'all.ndjson'), asLines(records));
  }
  return folder;
}

/** Each change as a line: what was and what is there, without regard to the order of equal keys. */
function naiveChanges(
  collection: CollectionName,
  keyOf: ((record: never) => string) | null,
  old: readonly object[],
  now: readonly object[],
): string[] {
  if (keyOf !== null) {
    const key = keyOf as (record: object) => string;
    const [was, is] = [old, now].map(
      (records) => new Map(records.map((record) => [key(record), publishedJson(record)])),
    );
    return [...new Set([...was!.keys(), ...is!.keys()])]
      .filter((name) => was!.get(name) !== is!.get(name))
      .sort(compareCodePoints)
      .map((name) => [collection, name, was!.get(name) ?? null, is!.get(name) ?? null].join());
  }
  const left = now.map(publishedJson);
  const gone = old.map(publishedJson).filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...gone.map((text) => [collection, text, null].join()),
    ...left.map((text) => [collection, null, text].join()),
  ].sort();
}

const geneKey = ({ GeneID }: { readonly GeneID: string }) => GeneID;
const keyed = ({ genes }: Data) =>
  (genes as ReturnType<typeof tinyGene>[]).toSorted((a, b) =>
    compareCodePoints(geneKey(a), geneKey(b)),
  );

/** With so many genes of the others, instead of those of their names. */
function edited(own: Data, others: Data, edits: number): Data {
  const some = keyed(others).slice(0, edits);
  const taken = new Set(some.map(geneKey));
  return { ...own, genes: [...keyed(own).filter((gene) => !taken.has(geneKey(gene))), ...some] };
}

/** The ranks of the genes that the others do not have as they are, in both. */
function ranksOf(old: Data, now: Data) {
  const others = (own: Data, of: Data) => {
    const texts = new Set(of.genes.map(publishedJson));
    return keyed(own).flatMap((gene, rank) => (texts.has(publishedJson(gene)) ? [] : [rank]));
  };
  return { before: others(old, now), now: others(now, old) };
}

function sameGenes(old: Data, now: Data): [family: number, genes: number][] {
  const changed = new Set(ranksOf(old, now).now);
  return keyed(now).flatMap(({ PhamID }, rank): [number, number][] =>
    changed.has(rank) ? [] : [[PhamID.PhamID, 1]],
  );
}

test('all records that were added, removed or changed are told, and no others, in either form', async () => {
  await fc.assert(
    fc.asyncProperty(
      data,
      data,
      fc.option(fc.nat(4)),
      fc.constantFrom<RecordForm>('files', 'packed'),
      async (old, other, edits, records) =>
        inFastFolder(async (folder) => {
          const [from, to] = [path.join(folder, 'a'), path.join(folder, 'b')];
          const now = edits === null ? other : edited(old, other, edits);
          const pageSizes = { ...perList(() => 100), genes: 3 };
          const first = { data: write(path.join(folder, 'one'), old), out: from, pageSizes };
          expect((await build({ ...first, bulk: [] })).findings.report()).toMatchObject({
            errors: 0,
          });
          const next = { data: write(path.join(folder, 'two'), now), out: to, pageSizes, records };
          await build({ ...next, bulk: [] });
          const told: Partial<Record<CollectionName, string[]>> = {};
          const releases = [await openRelease(from), await openRelease(to)] as const;
          const diff = await diffReleases(...releases, {
            onChange(collection, { key, before, after }) {
              const named = collection === 'features' ? [] : [key];
              (told[collection] ??= []).push([collection, ...named, before, after].join());
            },
          });
          const again: (string | null)[] = [];
          const known = { ranks: { ...perCollection(() => null), genes: ranksOf(old, now) } };
          const ofKnown = await diffReleases(...releases, {
            known: { ...known, pageSizes, sameGenes: () => sameGenes(old, now) },
            onChange: (collection, { key, before, after }) =>
              collection === 'genes' && again.push([collection, key, before, after].join()),
          });
          expect(again).toEqual(told.genes ?? []);
          expect(ofKnown.families).toEqual(diff.families);
          expect(told.genes ?? []).toEqual(naiveChanges('genes', geneKey, old.genes, now.genes));
          expect((told.features ?? []).sort()).toEqual(
            naiveChanges('features', null, old.features, now.features),
          );
          expect(told.phages).toBeUndefined();
          const { added = 0, removed = 0, changed = 0 } = diff.collections.genes ?? {};
          expect(added + removed + changed).toBe((told.genes ?? []).length);
          const sizes = (genes: readonly object[]) =>
            new Set((genes as ReturnType<typeof tinyGene>[]).map(({ PhamID }) => PhamID.PhamID));
          const gone = diff.families.filter(({ kind }) => kind === 'gone');
          for (const { old: families } of gone)
            expect(sizes(old.genes).has(families[0]?.id ?? -1)).toBe(true);
        }),
    ),
    { numRuns: 25 },
  );
});
