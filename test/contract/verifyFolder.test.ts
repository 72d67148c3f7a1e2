/** `phagepress verify <folder>`: good sites pass, and each way to break one is told under its clause. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { rowsOf } from './meddles.ts';
import {
  type BrokenSite,
  dataWithFeatures,
  failedClauses,
  failures,
  makeFolder,
  smallData,
  verifyDir,
  viewsOfEachKind,
  withBuilt,
  withCopy,
  sharedSite,
} from './verifySites.ts';

import {
  foldingSabotages,
  hostedSabotages,
  namingSabotages,
  sabotages,
  sizeSabotages,
  swap,
  unsignedSabotages,
} from './sabotages.ts';

const site = sharedSite({ baseUrl: 'https://example.org/phages', views: viewsOfEachKind });

test('a site with features fails without one of their files', async () => {
  await withBuilt({}, dataWithFeatures, async (own) => {
    for (const [broken, clause] of [
      ['api/features/page/2.json', 'L7'],
      ['api/featuresbyphage/Quillon/index.json', 'V1'],
      ['bulk/features.tsv.gz', 'B1'],
      ['options/features.json', 'M3'],
      ['schemas/feature.schema.json', 'files'],
    ] as const) {
      await withCopy(own, async (copy) => {
        copy.remove(broken);
        copy.sign();
        expect(failedClauses(await verifyDir(copy.root)), broken).toContain(clause);
      });
    }
  });
});

describe('a good site passes', () => {
  test('with names that cannot be paths, once that is allowed', async () => {
    const data = {
      'genes/none.json': '[]',
      'phages/a.ndjson': asLines([tinyPhage('a/b'), tinyPhage('ab')]),
    };
    await withBuilt({ allowed: new Set(['path-name'] as const) }, data, async (own) => {
      const verification = await verifyDir(own);
      expect(failedClauses(verification)).toEqual([]);
      expect(verification.release?.allowed).toEqual(['path-name']);
      await withCopy(own, async (copy) => {
        copy.editRelease((release) => (release['allowed'] = []));
        expect(failedClauses(await verifyDir(copy.root))).toEqual(['A3']);
        expect(failedClauses(await verifyDir(copy.root, { allowed: ['path-name'] }))).toEqual([]);
      });
    });
  });

  test.each([1, 2, 3])('with a key twice at a border of pages of %s, if allowed', async (size) => {
    const allowed = ['gene-id-unique', 'gene-phage-known'] as const;
    const genes = [1, 2, 2, 2, 2, 3].map((n, index) =>
      tinyGene('Quillon', n, { Notes: `${index}` }),
    );
    const data = { 'genes/a.ndjson': asLines(genes), 'phages/none.json': '[]' };
    const changes = {
      allowed: new Set(allowed),
      pageSizes: { ...perList(() => 2), genes: size, phages: 1 },
    };
    await withBuilt(changes, data, async (own) => {
      const verification = await verifyDir(own);
      expect(failedClauses(verification)).toEqual([]);
      // Not the rule that is no more than a warning anyway.
      expect(verification.release?.allowed).toEqual(['gene-id-unique']);
      await withCopy(own, async (copy) => {
        copy.editRelease((release) => (release['allowed'] = []));
        expect(failedClauses(await verifyDir(copy.root))).toEqual(['S3']);
      });
      // Reported, and no failure.
      expect(verdictsOf(verification)).toContainEqual(
        expect.objectContaining({ clause: 'S3', status: 'differs', departures: 4 }),
      );
    });
  });

  test('is the release that was expected, or not', async () => {
    const { release } = await verifyDir(site());
    const id = release?.release ?? '';
    expect(failedClauses(await verifyDir(site(), { expectRelease: id }))).toEqual([]);
    expect(failedClauses(await verifyDir(site(), { expectRelease: id.slice(0, 7) }))).toEqual([]);
    expect(failedClauses(await verifyDir(site(), { expectRelease: '0000000' }))).toEqual([
      'release',
    ]);
  });
});

test.each(rowsOf(sabotages))('a broken site whose %s: %s', async (_, clauses, damage) => {
  await withCopy(site(), async (copy) => {
    damage(copy);
    copy.sign();
    expect(failedClauses(await verifyDir(copy.root)).join(' ')).toBe(clauses);
  });
});

describe.each([
  [
    'a broken site that offers several sizes of pages',
    { furtherSizes: { genes: [5, 'all'], phams: ['all'] } },
    sizeSabotages,
  ],
  ['a broken site whose names match in any case', { caseInsensitiveNames: true }, foldingSabotages],
  ['a broken site whose phages have other names', { phageAliases: true }, namingSabotages],
  [
    'a broken site that was built for hosts',
    { hosts: ['cloudflare-pages', 'apache'], precompress: ['br', 'gzip'] },
    hostedSabotages,
  ],
] as const)('%s', (_, changes, damages) => {
  const whole = sharedSite({ views: viewsOfEachKind, ...changes });

  test.each(rowsOf(damages))('whose %s: %s', async (_name, clauses, damage) => {
    await withCopy(whole(), async (copy) => {
      damage(copy);
      copy.sign();
      expect(failedClauses(await verifyDir(copy.root)).join(' ')).toBe(clauses);
    });
  });
});

test.each(rowsOf(unsignedSabotages))('a site meddled with: %s: %s', async (_, clauses, damage) => {
  await withCopy(site(), async (copy) => {
    damage(copy);
    expect(failedClauses(await verifyDir(copy.root)).join(' ')).toBe(clauses);
  });
});

test('compressed siblings that hold anything but their file are told: M6', async () => {
  const damages: [string, (copy: BrokenSite) => void][] = [
    ['hold other content', (copy) => copy.write(zipped, gzipSync('{}'))],
    ['have more behind them', (copy) => copy.append(zipped, 'more')],
    ['are cut short', (copy) => copy.truncate(zipped, 30)],
    ['unpack to more than they should', (copy) => copy.write(zipped, bomb)],
    ['are no such thing', (copy) => copy.write(zipped, 'plain text')],
  ];
  await withBuilt({ precompress: ['gzip', 'br'] }, smallData, async (own) => {
    for (const [how, damage] of damages) {
      await withCopy(own, async (copy) => {
        damage(copy);
        copy.sign();
        expect(failedClauses(await verifyDir(copy.root)), how).toEqual(['M6']);
      });
    }
  });
});

const zipped = 'api/genes/page/1.json.gz';
const bomb = gzipSync(Buffer.alloc(50_000_000));

test('the report names the first place, what was expected and found, and how many more there are', async () => {
  await withCopy(site(), async (copy) => {
    copy.replaceAll('"Orientation":"R"', '"Orientation":"X"');
    copy.sign();
    const [schema] = failures(await verifyDir(copy.root));
    expect(schema).toMatchObject({
      clause: 'S2',
      departures: 8,
      first: {
        address: 'api/genes/page/1.json#/results/0/Orientation',
        expected: '"F" or "R"',
        found: 'the string "X" [schema]',
      },
    });
  });
});

test('the report does not depend on how the pages are dealt out to threads', async () => {
  await withCopy(site(), async (copy) => {
    copy.editRecords(2, swap);
    copy.editRecords(3, swap);
    copy.replaceAll('"Orientation":"R"', '"Orientation":"X"');
    const [few, many] = await Promise.all([1, 40].map((jobs) => verifyDir(copy.root, { jobs })));
    expect(few && verdictsOf(few)).toEqual(many && verdictsOf(many));
  });
});

test('a folder that is no site is told, not thrown', async () => {
  const empty = makeFolder();
  try {
    expect(failedClauses(await verifyDir(empty))).toEqual(['manifest', 'release']);
    writeFileSync(path.join(empty, 'release.json'), '[]');
    writeFileSync(path.join(empty, 'manifest.json'), '{"files":[]}');
    expect(failedClauses(await verifyDir(empty))).toEqual(['manifest', 'release']);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
});
