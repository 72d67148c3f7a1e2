/** Views hold the records of the lists, grouped: whatever the records are, and however they are built. */
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewNames } from '../../src/contract/routes.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';
import { anyFeature } from './arbitraries.ts';
import { naiveViews, viewsIn } from './naiveViews.ts';
import { build, inFastFolder } from './siteBuilds.ts';

// Names that escapes, paths and the order of UTF-16 units could trip over, and what has no name at all.
const anyName = fc.constantFrom('A', 'A1', 'é', '𝒬', 'Ｑ', 'a"b', 'q\u2028', 'x/y', '..', 'page');
const anyGroup = fc.oneof(anyName, fc.constantFrom('', 'Singleton', null));

const anyPhage: fc.Arbitrary<PhageRecord> = fc
  .record({
    name: anyName,
    note: fc.string({ unit: 'binary', maxLength: 6 }),
    cluster: anyGroup,
    subcluster: anyGroup,
    temperate: fc.constantFrom(true, false, null),
    sequenced: fc.constantFrom(true, true, false, null),
    isClustered: fc.integer({ min: 0, max: 4 }),
    genus: fc.constantFrom('Gordonia', 'Ｑ', '𝒬', 'a\u2029', ''),
    species: fc.constantFrom('rubra', ''),
    id: fc.constantFrom(0, 2, 10, null),
    strain: anyGroup,
    code: anyGroup,
  })
  .map(({ name, note, isClustered, genus, species: species_name, id, strain, code, ...of }) => {
    const { cluster, subcluster, temperate, sequenced } = of;
    const host = { ...examplePhage.host_genus, id, genus_name: genus };
    const species = {
      ...examplePhage.host_species,
      id,
      genus,
      species_name,
      species_genus: host,
    };
    return tinyPhage(name, {
      naming_notes: note,
      seq_finished: sequenced,
      pcluster: isClustered === 0 ? null : { cluster, temperate },
      psubcluster: isClustered === 1 ? null : { subcluster },
      host_genus: isClustered === 2 ? null : host,
      host_species: isClustered === 3 ? null : species,
      isolation_host:
        isClustered === 0
          ? null
          : { ...examplePhage.isolation_host, genus, species: strain, strain_name: strain },
      p_institution:
        isClustered === 1
          ? null
          : {
              ...examplePhage.p_institution,
              institution_code: code,
              institution_name: species_name,
            },
      // The types know no null where only --allow null-value lets it through.
    } as unknown as Partial<PhageRecord>);
  });

const anyGene: fc.Arbitrary<GeneRecord> = fc
  .record({
    phage: anyName,
    carrier: fc.oneof(anyName, fc.constantFrom('Singleton', null)),
    number: fc.nat(30),
    isNamed: fc.nat(9),
    odd: fc.nat(9),
    family: fc.constantFrom(1, 2, 10, 9007199254740991, null),
    isFamily: fc.nat(9),
  })
  .map(({ phage, carrier, number, isNamed, odd, family, isFamily }) => {
    // Most genes carry the name that their GeneID has.
    const PhageID = { ...exampleGene.PhageID, PhageID: odd < 3 ? carrier : phage };
    return tinyGene(phage, number, {
      PhageID: isNamed === 0 ? null : PhageID,
      PhamID: isFamily === 0 ? null : { PhamID: family, Color: odd === 9 ? null : `#00000${odd}` },
    } as unknown as Partial<GeneRecord>);
  });

const onlyViews = { bulk: [], geneFiles: false } as const;

const anySite = fc.record({
  features: fc.option(fc.array(anyFeature(anyName), { maxLength: 12 })),
  genes: fc.array(anyGene, { maxLength: 40 }),
  phages: fc.array(anyPhage, { maxLength: 12 }),
  pageSizes: fc.record({
    features: fc.integer({ min: 1, max: 4 }),
    genes: fc.integer({ min: 1, max: 9 }),
    phages: fc.integer({ min: 1, max: 5 }),
    phams: fc.integer({ min: 1, max: 3 }),
  }),
});

describe('the views of a site', () => {
  test('are the records of its lists, grouped, byte for byte, with keys that repeat and names of all kinds', async () => {
    await fc.assert(
      fc.asyncProperty(anySite, async ({ features, genes, phages, pageSizes }) => {
        await inFastFolder(async (folder) => {
          const data = path.join(folder, 'data');
          const out = path.join(folder, 'site');
          await writeFiles(data, {
            'genes/a.json': JSON.stringify(genes),
            'genes/b.json': JSON.stringify(genes.slice(0, 3)),
            'phages/a.json': JSON.stringify(phages),
            ...(features && { 'features/a.json': JSON.stringify(features) }),
          });
          const { findings } = await build({ ...onlyViews, data, out, pageSizes });
          expect(findings.report().errors).toBe(0);
          const tree = await readTree(out);
          expect(viewsIn(tree)).toEqual(naiveViews(tree));
        });
      }),
      { seed: 81, numRuns: 40 },
    );
  });

  test('that are off have no files, and the others are what they are', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      await writeFiles(data, {
        'genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
        'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
      });
      const all = path.join(folder, 'all');
      await build({ ...onlyViews, data, out: all });
      const allViews = Object.entries(naiveViews(await readTree(all)));
      for (const views of [[], ...viewNames.map((name) => [name])]) {
        const out = path.join(folder, 'some');
        await build({ ...onlyViews, data, out, views });
        const wanted = allViews.filter(([file]) =>
          views.some((view) => file.startsWith(`api/${view}/`)),
        );
        expect(viewsIn(await readTree(out))).toEqual(Object.fromEntries(wanted));
      }
    });
  });
});
