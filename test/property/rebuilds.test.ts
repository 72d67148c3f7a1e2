/** A build with a cache gives the site that a build without one gives, whatever happened between the builds. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test as plainTest } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { type BulkName, bulkNames } from '../../src/contract/bulkFiles.ts';
import { type ViewName, viewNames } from '../../src/contract/routes.ts';
import type { Workers } from '../../src/pipeline/tasks.ts';
import type { RenderTask } from '../../src/sinks/renderPart.ts';
import type { renderViews } from '../../src/sinks/renderViews.ts';
import type { PhageRecord } from '../../src/generated/records.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree } from '../integration/workFolder.ts';
import { exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';
import {
  build,
  inFastFolder,
  type SiteChanges,
  withSmallBulkParts,
  withSmallPacks,
  withWorkers,
} from './siteBuilds.ts';

type Options = Omit<SiteChanges, 'data' | 'out' | 'cache'>;

/** A gene of a phage, or the phage itself; `mark` tells one version of it from another. */
interface Entry {
  readonly phage: string;
  readonly number: number;
  readonly mark: number;
}

interface World {
  readonly folder: string;
  readonly files: Map<string, Entry[]>;
  options: Options;
  /** Whether one of the sources is broken, so that nothing may be published. */
  isBroken: boolean;
  /** Changes with each file that is written, so that its time tells. */
  clock: number;
}

const geneFiles = ['genes/a.ndjson', 'genes/b.json', 'genes/c.ndjson.gz', 'genes/d/e.jsonl'];
const phageFiles = ['phages/a.ndjson', 'phages/b.json'];
const featureFiles = ['features/a.ndjson', 'features/b.json'];

type Step = { readonly does: string; readonly to: (world: World) => void };

const anyPick = fc.nat({ max: 999 });

function anyEntry(phages: readonly string[]): fc.Arbitrary<Entry> {
  return fc.record({
    phage: fc.constantFrom(...phages),
    number: fc.nat({ max: 15 }),
    mark: fc.nat({ max: 3 }),
  });
}

const kindOf = (file: string) => file.split('/')[0];
const nameOf = (file: string, { phage, number }: Entry) =>
  kindOf(file) === 'phages' ? phage : `${phage}_CDS_${number}`;

/** Steps that change records and files, and that leave keys without repeats unless `mayRepeat`. */
function anyEdit(phages: readonly string[], mayRepeat: boolean): fc.Arbitrary<Step> {
  const entry = anyEntry(phages);
  const anyFile = fc.constantFrom(...geneFiles, ...geneFiles, ...phageFiles, ...featureFiles);
  const steps = {
    put: fc.tuple(anyFile, entry).map(([file, put]) => ({ files }: World) => {
      const holders = [...files].filter(([holder]) => kindOf(holder) === kindOf(file));
      const holder = holders.find(([name, list]) =>
        list.some((other) => nameOf(name, other) === nameOf(file, put)),
      );
      if (mayRepeat || holder === undefined) listOf(files, file).push(put);
      else holder[1].splice(0, holder[1].length, ...replaced(holder[1], holder[0], put));
    }),
    change: fc
      .tuple(anyPick, anyPick, fc.nat({ max: 3 }))
      .map(([fileAt, at, mark]) => ({ files }: World) => {
        const list = pick([...files.values()], fileAt);
        const changed = pick(list ?? [], at);
        if (list !== undefined && changed !== undefined) {
          list[list.indexOf(changed)] = { ...changed, mark };
        }
      }),
    drop: fc.tuple(anyPick, anyPick).map(([fileAt, at]) => ({ files }: World) => {
      const list = pick([...files.values()], fileAt) ?? [];
      if (list.length > 0) list.splice(at % list.length, 1);
    }),
    moveRecord: fc
      .tuple(anyPick, anyPick, anyFile)
      .map(([fileAt, at, to]) => ({ files }: World) => {
        const [from, list] = pick([...files], fileAt) ?? ['', []];
        const moved = pick(list, at);
        if (moved === undefined || kindOf(from) !== kindOf(to)) return;
        list.splice(list.indexOf(moved), 1);
        listOf(files, to).push(moved);
      }),
    renameFile: fc.tuple(anyPick, anyFile).map(([fileAt, to]) => ({ files }: World) => {
      const [from, list] = pick([...files], fileAt) ?? ['', []];
      if (kindOf(from) !== kindOf(to)) return;
      const other = files.get(to) ?? [];
      files.set(to, list);
      if (from !== to) files.set(from, other);
    }),
    dropFile: anyPick.map((fileAt) => ({ files }: World) => {
      const file = pick([...files.keys()], fileAt);
      if (file !== undefined) files.delete(file);
    }),
    shuffle: anyPick.map((fileAt) => ({ files }: World) => {
      pick([...files.values()], fileAt)?.reverse();
    }),
  };
  return fc.oneof(
    ...Object.entries(steps).map(([does, arbitrary]) => ({
      weight: does === 'change' ? 5 : 1,
      arbitrary: arbitrary.map((to): Step => ({ does, to })),
    })),
  );
}

const severalSizes = {
  features: [3, 'all'],
  genes: [8, 'all', 4],
  phages: [3],
  phams: [4, 'all'],
} as const;

const anyOptions = (mayRepeat: boolean): fc.Arbitrary<Step> =>
  fc
    .record({
      // Names that differ by case cannot be published with it.
      caseInsensitiveNames: mayRepeat ? fc.constant(false) : fc.boolean(),
      phageAliases: fc.boolean(),
      precompress: fc.constantFrom<NonNullable<Options['precompress']>>(
        [],
        ['gzip'],
        ['gzip'],
        ['br'],
      ),
      pageSizes: fc.constantFrom(
        { ...perList(() => 2), genes: 3 },
        perList(() => 1),
        { ...perList(() => 5), genes: 7, phages: 9, phams: 3 },
      ),
      furtherSizes: fc.constantFrom<NonNullable<Options['furtherSizes']>>({}, severalSizes, {
        genes: ['all'],
        phages: [5],
      }),
      geneFiles: fc.boolean(),
      html: fc.constantFrom(true, true, false),
      about: fc.constantFrom({}, {}, { title: 'Phages of ours' }),
      records: fc.constantFrom('files', 'packed', 'packed'),
      hosts: fc.constantFrom<NonNullable<Options['hosts']>>([], ['netlify']),
      views: fc.constantFrom<readonly ViewName[]>(
        viewNames,
        viewNames,
        viewNames,
        [],
        ['genesbyphage'],
        ['clusters'],
      ),
      bulk: fc.constantFrom<readonly BulkName[]>(bulkNames, bulkNames, [], ['fasta', 'tsv']),
      maxErrors: fc.constantFrom(500, 500, 2),
    })
    .map((options) => ({
      does: 'options',
      to: (world) => {
        world.options = options;
      },
    }));

/** Spoils a file of the cache or of the live site: takes it away, cuts it short or changes a byte. */
const anyDamage: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom('site/api', 'site/packs', '.site.phagepress-cache'),
    anyPick,
    fc.nat({ max: 2 }),
  )
  .map(([where, at, how]) => ({
    does: `damage ${how} in ${where}`,
    to: ({ folder }) => {
      const file = pick(filesBelow(path.join(folder, where)), at);
      if (file === undefined) return;
      const bytes = readFileSync(file);
      // What lives on in a link must not change with it.
      rmSync(file);
      if (how === 0) return;
      if (how === 1) writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
      else writeFileSync(file, bytes.fill(0x21, bytes.length >> 1, (bytes.length >> 1) + 1));
      // Well behind the build: the time tells that it is not what was published.
      const later = Date.now() / 1000 + 100;
      utimesSync(file, later, later);
    },
  }));

const anyBreak: fc.Arbitrary<Step> = fc.constant({
  does: 'break or mend',
  to: (world) => {
    world.isBroken = !world.isBroken;
  },
});

const nothing: fc.Arbitrary<Step> = fc.constant({ does: 'nothing', to: () => {} });

function anySteps(phages: readonly string[], mayRepeat: boolean): fc.Arbitrary<Step[]> {
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: anyEdit(phages, mayRepeat) },
      { weight: 1, arbitrary: anyOptions(mayRepeat) },
      { weight: 2, arbitrary: anyDamage },
      { weight: 1, arbitrary: anyBreak },
      { weight: 1, arbitrary: nothing },
    ),
    { minLength: 8, maxLength: 8 },
  );
}

const anyStart = (phages: readonly string[]) =>
  fc.uniqueArray(fc.tuple(anyPick, anyEntry(phages)), {
    minLength: 6,
    maxLength: 20,
    selector: ([, { phage, number }]) => `${phage} ${number}`,
  });

withSmallBulkParts();
withSmallPacks();

plainTest(
  'a cached build gives what a build afresh gives after any edits of records without repeats, most of the site being carried over',
  async () => {
    const phages = ['Quillon', 'Vexmoor', 'É🧬'];
    const { builds, carried } = await runSequences(phages, false, {
      seed: 8,
      numRuns: 8,
      endOnFailure: true,
    });
    expect(builds).toBeGreaterThanOrEqual(40);
    // Else this has looked at builds that do everything anew.
    expect(carried).toBeGreaterThan(10);
  },
);

plainTest(
  'a cached build gives what a build afresh gives after any edits, when keys repeat, differ by case, and have no safe names',
  async () => {
    const phages = ['Quillon', 'quillon', '..', 'a/b'];
    const { builds } = await runSequences(phages, true, {
      seed: 9,
      numRuns: 6,
      endOnFailure: true,
    });
    expect(builds).toBeGreaterThanOrEqual(30);
  },
);

describe('a cached build after a single change', () => {
  const file = 'genes/a.ndjson';
  const list = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => ({ phage: 'Quillon', number, mark: 3 }));
  const withMark = (number: number, mark: number) =>
    list.map((entry) => (entry.number === number ? { ...entry, mark } : entry));

  /** Runs `use` with a phage, its genes, and nothing built of them. */
  const inWorld = (options: Options, use: (world: World) => Promise<void>) =>
    inFastFolder((folder) => {
      const phage = { phage: 'Quillon', number: 0, mark: 0 };
      const files = new Map([
        [file, list],
        ['phages/a.ndjson', [phage]],
      ]);
      return use({ folder, files, options, isBroken: false, clock: 0 });
    });

  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a test needs there.
  const testInWorld = plainTest.extend<{ of: World }>({ of: ({}, use) => inWorld({}, use) });
  const test = (title: string, run: (of: World) => Promise<void>) =>
    testInWorld(title, ({ of }) => run(of));

  test('has no compressed sibling left of a file that has become too short for one', async (of) => {
    of.options = { precompress: ['gzip', 'br'] };
    await rebuild(of, 'first');
    of.files.set(file, withMark(4, 0));
    await rebuild(of, 'with one short record');
  });

  test('makes those pages of further sizes anew that hold the record, and links the others', async (of) => {
    of.options = { furtherSizes: { genes: [2, 'all'] }, precompress: ['gzip'] };
    await rebuild(of, 'first');
    const pages = [1, 2, 3, 4].map((page) => `api/genes/page-size/2/page/${page}.json`);
    const inode = (page: string) => statSync(path.join(of.folder, 'site', page)).ino;
    const before = pages.map(inode);
    of.files.set(file, withMark(5, 0));
    await rebuild(of, 'with another record');
    expect(pages.map((page, at) => inode(page) === before[at])).toEqual([true, true, false, true]);
  });

  test('loses no record where an index of packs was cut short at the end of a line', async (of) => {
    of.options = { records: 'packed' };
    await rebuild(of, 'first');
    const indexes = filesBelow(path.join(of.folder, 'site/packs')).filter((one) =>
      one.endsWith('index.ndjson'),
    );
    for (const index of indexes) {
      const lines = readFileSync(index, 'utf8').split('\n');
      rmSync(index);
      writeFileSync(index, `${lines.slice(0, 2).join('\n')}\n`);
    }
    of.files.set(file, withMark(5, 0));
    await rebuild(of, 'with another record');
  });

  test('has records of one key in source order, also when a file before theirs is new', async (of) => {
    of.files.set('genes/d/e.jsonl', [{ phage: 'Quillon', number: 99, mark: 1 }]);
    await rebuild(of, 'first');
    for (const [mark, name] of ['genes/b.json', 'genes/c.ndjson.gz'].entries()) {
      of.files.set(name, [{ phage: 'Quillon', number: 99, mark: 2 * mark }]);
      const { findings } = await rebuild(of, name);
      const repeated = findings.report().kept.filter(({ rule }) => rule === 'gene-id-unique');
      expect(repeated.map(({ file: at }) => path.basename(at))).toEqual(
        ['c.ndjson.gz', 'e.jsonl'].slice(1 - mark),
      );
    }
  });

  test('has one record more where the last one moved to a new file that has it twice', async (of) => {
    await rebuild(of, 'first');
    of.files.set(file, list.slice(0, -1));
    of.files.set('genes/b.json', [list.at(-1)!, list.at(-1)!]);
    await rebuild(of, 'with two');
  });

  test('still tells of records of one key when only another record changed', async (of) => {
    of.files.set('genes/b.json', [list[6]!]);
    await rebuild(of, 'first');
    of.files.set(file, withMark(0, 1));
    const { findings } = await rebuild(of, 'with another record');
    expect(findings.report().warningsByRule.get('gene-id-unique')).toBe(1);
  });

  test('is of the new options when one is another, and of the old ones after that', async (of) => {
    const others: readonly (readonly [what: string, options: Options])[] = [
      ['base URL', { baseUrl: 'https://phages.example/v2' }],
      ['page size', { pageSizes: { ...perList(() => 2), genes: 5 } }],
      ['page size of phages', { pageSizes: { ...perList(() => 2), genes: 3, phages: 1 } }],
      ['choice of sizes', { furtherSizes: severalSizes }],
      ['time to keep answers', { maxAge: 5 }],
      ['choice of hosts', { hosts: ['nginx', 'caddy'] }],
      ['wish for gene files', { geneFiles: false }],
      ['choice of views', { views: ['clusters'] }],
      ['case of names', { caseInsensitiveNames: true }],
      ['wish for other names', { phageAliases: true }],
      ['wish for both', { phageAliases: true, caseInsensitiveNames: true }],
      ['form of records', { records: 'packed' }],
      ['form of records and of pages', { records: 'packed', hosts: ['netlify'], html: true }],
      [
        'form of records, with names in any case',
        { records: 'packed', caseInsensitiveNames: true },
      ],
      ['compression', { precompress: ['gzip'] }],
      ['release date', { releaseDate: '2026-01-31' }],
      ['set of allowed rules', { allowed: new Set(['gene-id-unique', 'pham-color-consistent']) }],
      ['number of findings', { maxErrors: 1 }],
    ];
    of.files.set('genes/b.json', [{ ...list[6]!, mark: 1 }]);
    writeSources(of);
    const old = await buildAfresh(of);
    await expectSame(of, 'at first', old);
    for (const [what, options] of others) {
      of.options = options;
      writeSources(of);
      const other = await buildAfresh(of);
      await expectSame(of, `with another ${what}`, other);
      await expectSame(of, `with another ${what}, as it was`, other);
      of.options = {};
      writeSources(of);
      await expectSame(of, `with the old ${what}`, old);
    }
  });

  test('has pages in packs with a host, and as files without', async (of) => {
    for (const hosts of [[], ['netlify'], []] as const) {
      of.options = { records: 'packed', html: true, hosts };
      await rebuild(of, `for ${hosts.length} hosts`);
    }
  });

  plainTest.each<[what: string, options: Options, made: Readonly<Record<string, number>>]>([
    // The pages of phages and genes, and one task for the list of families.
    [
      'pages of another size',
      { pageSizes: { ...perList(() => 2), genes: 5, phages: 1, phams: 1 } },
      { renderPart: 2, renderViews: 1 },
    ],
    ['hosts', { hosts: ['nginx'] }, {}],
  ])('makes nothing of its records again for other %s', async (_what, options, made) => {
    await inWorld({}, async (of) => {
      await rebuild(of, 'at first');
      of.options = options;
      const { ran } = await expectSame(of, 'then');
      const times = new Map<string, number>();
      for (const { task } of ran) times.set(task, (times.get(task) ?? 0) + 1);
      // Sources as young as these are hashed.
      const { linkFiles, checkFiles, hashRange: _, ...others } = Object.fromEntries(times);
      expect(others).toEqual(made);
      expect([linkFiles, checkFiles]).not.toContain(undefined);
      // And what is remembered holds for the next record that changes.
      of.files.set('genes/b.json', [{ ...list[6]!, mark: 2 }]);
      await rebuild(of, 'in the end');
    });
  });

  test('begins with the folders of the site before the live one', async (of) => {
    const folders: number[] = [];
    for (const mark of [0, 1, 2]) {
      of.files.set(file, withMark(4, mark));
      await rebuild(of, `mark ${mark}`);
      folders.push(statSync(path.join(of.folder, 'site/api/genes/Quillon_CDS_0')).ino);
    }
    expect(folders[2]).toBe(folders[0]);
    expect(folders[1]).not.toBe(folders[0]);
  });

  test('takes nothing from there that was changed or added since', async (of) => {
    await rebuild(of, 'at first');
    const genes = path.join(of.folder, 'site/api/genes');
    const changed = path.join(genes, 'Quillon_CDS_0/index.json');
    writeFileSync(changed, readFileSync(changed).fill(0x21));
    // A build passes over it in the live site.
    for (const folder of ['', 'Quillon_CDS_7/'])
      writeFileSync(path.join(genes, `${folder}.DS_Store`), '');
    for (const mark of [0, 1]) {
      of.files.set(file, withMark(4, mark).slice(0, -1));
      await rebuild(of, `mark ${mark}`);
    }
  });

  test('makes a file again in whose place a folder is in there, and leaves no folder whose files are gone', async (of) => {
    of.options = { furtherSizes: { phages: [3] } };
    await rebuild(of, 'at first');
    of.options = {};
    await rebuild(of, 'then');
    const kept = path.join(of.folder, '.site.phagepress-cache/former');
    for (const record of ['genes/Quillon_CDS_1', 'genes/Quillon_CDS_4', 'genes/Quillon_CDS_7']) {
      rmSync(path.join(kept, record, 'index.json'));
      mkdirSync(path.join(kept, record, 'index.json/of/mine'), { recursive: true });
    }
    rmSync(path.join(kept, 'genes/Quillon_CDS_6/index.json'));
    rmSync(path.join(kept, 'phages/page-size/3/page'), { recursive: true });
    of.files.set(file, withMark(4, 1).slice(0, 6));
    await rebuild(of, 'in the end');
    const folders = readdirSync(path.join(of.folder, 'site'), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name));
    expect(folders.filter((folder) => readdirSync(folder).length === 0)).toEqual([]);
  });

  test('may write into all folders from there', async (of) => {
    await rebuild(of, 'at first');
    const folder = path.join(of.folder, 'site/api/phams');
    chmodSync(folder, 0o555);
    for (const mark of [0, 1]) {
      of.files.set(file, withMark(4, mark));
      await rebuild(of, `mark ${mark}`);
    }
    expect(statSync(folder).mode & 0o700).toBe(0o700);
  });

  test('counts files of other names as unchanged, also where those in there are copies', async (of) => {
    of.options = { phageAliases: true, hosts: ['static'], links: 'path' };
    const edited = async (mark: number) => {
      of.files.set(file, withMark(4, mark));
      return (await rebuild(of, `mark ${mark}`)).site?.unchanged;
    };
    await rebuild(of, 'at first');
    await edited(0);
    const unchanged = await edited(1);
    // As from an archive that knows no links.
    for (const name of ['site', '.site.phagepress-cache']) {
      const place = path.join(of.folder, name);
      cpSync(place, `${place} copied`, { recursive: true, preserveTimestamps: true });
      rmSync(place, { recursive: true });
      renameSync(`${place} copied`, place);
    }
    expect([await edited(0), await edited(1)]).toEqual([unchanged, unchanged]);
  });

  test('leaves a folder alone that a link in there leads to', async ({ folder, ...rest }) => {
    const of = { ...rest, folder: path.join(folder, 'site beside it') };
    await rebuild(of, 'at first');
    of.files.set(file, withMark(4, 0));
    await rebuild(of, 'then');
    const kept = path.join(of.folder, '.site.phagepress-cache/former/phams');
    const away = path.join(folder, 'away');
    renameSync(kept, away);
    symlinkSync(away, kept);
    const before = await readTree(away);
    of.files.set(file, withMark(4, 1).slice(0, -1));
    await rebuild(of, 'in the end');
    expect(await readTree(away)).toEqual(before);
  });

  test('of phages makes the files that tell of the new one, and takes over all others', async (of) => {
    await rebuild(of, 'at first');
    const added = { phage: 'Vexmoor', number: 1, mark: 1 };
    of.files.get('phages/a.ndjson')?.push(added);
    of.files.set('genes/b.json', [added]);
    const { ran } = await rebuild(of, 'with a phage and its gene');
    const inputsOf = <Task>(name: string) =>
      ran.flatMap(({ task, input }) => (task === name ? (input as Task) : []));
    const keys = inputsOf<RenderTask>('renderPart').flatMap((task) => task.changedKeys ?? ['all']);
    expect(keys.sort()).toEqual(['Vexmoor', 'Vexmoor_CDS_1']);
    const planned = inputsOf<Parameters<typeof renderViews>[0]>('renderViews').flatMap(
      (task) => task.planned,
    );
    const viewed = planned.flatMap((view) => (view.kind === 'list' ? view.path : []));
    expect(viewed.filter((view) => /genesbyphage|phams/.test(view)).sort()).toEqual([
      'api/genesbyphage/Vexmoor/index.json',
      'api/phams/1/index.json',
    ]);
  });

  test('makes the rows of those similar phages again that it reaches, and else takes them over', async (of) => {
    // A and B have one family, C and D another.
    const alike = [...'ABCD'].map((phage, at) => ({ phage, number: at >> 1, mark: 0 }));
    of.files.set(file, alike);
    await rebuild(of, 'at first');
    const table = path.join(of.folder, 'site/bulk/similarity.tsv.gz');
    const partsOf = (ran: readonly Ran[]) =>
      ran
        .flatMap(({ task, input }) =>
          task === 'renderViews' ? (input as Parameters<typeof renderViews>[0]).planned : [],
        )
        .flatMap((view) => (view.kind === 'similarity' ? (view.parts ?? []) : []))
        .map((part) =>
          Array.from(part.phages, (phage) => ['A', 'B', 'Bs', 'C', 'D'][phage]).join(),
        );
    const { ino } = statSync(table);
    of.files.set(file, [{ ...alike[0]!, mark: 1 }, ...alike.slice(1)]);
    expect(partsOf((await rebuild(of, 'with other notes')).ran)).toEqual([]);
    expect(statSync(table).ino).toBe(ino);
    of.files.set('genes/b.json', [{ phage: 'Bs', number: 0, mark: 0 }]);
    const { ran } = await rebuild(of, 'with another phage');
    expect(partsOf(ran)).toEqual(['A', 'B', 'Bs']);
    expect(gunzipSync(readFileSync(table)).toString().split('\n').slice(1, -1)).toHaveLength(8);
  });

  test('of a gene makes no page of features again, though their keys repeat', async (of) => {
    const feature = { phage: 'Quillon', number: 7, mark: 0 };
    of.files.set('features/a.ndjson', [feature, feature, { ...feature, mark: 1 }]);
    await rebuild(of, 'at first');
    const listsOf = (ran: readonly Ran[]) =>
      ran.flatMap(({ task, input }) =>
        task === 'renderPart' ? [(input as RenderTask).shape.list] : [],
      );
    of.files.set(file, withMark(0, 1));
    expect(listsOf((await rebuild(of, 'with another gene')).ran)).toEqual(['genes']);
    of.files.set('features/a.ndjson', [feature, feature, { ...feature, mark: 2 }]);
    expect(listsOf((await rebuild(of, 'with another feature')).ran)).toEqual(['features']);
  });

  test('has the aliases of what changed, of what did not, and none of what is gone', async (of) => {
    const options = {
      caseInsensitiveNames: true,
      pageSizes: { ...perList(() => 2), phages: 1 },
    };
    of.options = options;
    const lone = { phage: 'Vexmoor', number: 0, mark: 0 };
    for (const mark of [0, 1, 3, 0]) {
      of.files.set('genes/b.json', [{ ...lone, mark }]);
      const { site } = await rebuild(of, `mark ${mark}`);
      expect(site?.unchanged).toBeGreaterThanOrEqual(mark === 1 ? 20 : 0);
      const read = (name: string) =>
        readFileSync(path.join(of.folder, 'site/api', name, 'index.json'), 'utf8');
      expect(read('genes/vexmoor_cds_0')).toBe(read('genes/Vexmoor_CDS_0'));
      const phages = readdirSync(path.join(of.folder, 'site/api/genesbyphage'));
      expect(phages.includes('vexmoor')).toBe(mark !== 3);
      expect(phages).toContain('vexmoor "\u2028"');
    }
  });

  test('has the other names of phages as they are now, and that of two for neither', async (of) => {
    const options = { phageAliases: true, pageSizes: { ...perList(() => 2), genes: 9, phages: 1 } };
    of.options = options;
    of.files.set('phages/a.ndjson', []);
    const quillon = { phage_name: 'Quillon', old_names: 'Kwill', archive_accession: 'AB1.2' };
    const vexmoor = { phage_name: 'Vexmoor', archive_accession: '' };
    const worlds: [Partial<PhageRecord>[], has: string[], lacks: string[]][] = [
      [[quillon, vexmoor], ['kwill', 'AB1', 'ab1.2', 'quillon_draft'], ['vex']],
      [[quillon, { ...vexmoor, old_names: 'Vex' }], ['Kwill', 'Vex', 'vex'], []],
      [[{ ...quillon, old_names: '' }, vexmoor], ['AB1'], ['Kwill', 'kwill', 'Vex', 'vex']],
      [[quillon, { ...vexmoor, old_names: 'KWILL' }], ['AB1'], ['Kwill', 'kwill', 'KWILL']],
      [[quillon, vexmoor, { phage_name: 'kwill', archive_accession: '' }], ['kwill'], ['Kwill']],
      [[quillon], ['Kwill', 'kwill'], ['Vexmoor', 'vexmoor', 'vexmoor_draft']],
    ];
    const namesIn = (folder: string) => readdirSync(path.join(of.folder, 'site', folder));
    for (const [records, has, lacks] of worlds) {
      writeSources(of);
      writeFileSync(
        path.join(of.folder, 'data/phages/z.ndjson'),
        asLines(records.map((fields) => tinyPhage(fields.phage_name ?? '', fields))),
      );
      await expectSame(of, JSON.stringify(records));
      const names = namesIn('api/phages');
      expect(names).toEqual(expect.arrayContaining(has));
      for (const name of lacks) expect(names).not.toContain(name);
    }
    // Code at the edge needs no files for them.
    of.options = { ...options, hosts: ['netlify'] };
    await expectSame(of, 'for Netlify');
    expect(namesIn('api/phages')).not.toContain('Kwill');
    expect(namesIn('aliases').length).toBeGreaterThan(2);
  });

  plainTest.each(['files', 'packed'] as const)(
    'has all of a phage, as %s, where another is gone whose name differed by case',
    async (records) => {
      await inWorld({ records }, async (of) => {
        // Of more that comes and goes, a build makes all anew.
        const others = [1, 2, 3, 4].map((number) => ({ phage: 'Vexmoor', number, mark: 0 }));
        for (const phages of [['Quillon', 'quillon'], ['quillon']]) {
          const entries = phages.map((phage) => ({ phage, number: 9, mark: 0 }));
          const vexed = others.map((one) => ({ ...one, phage: `Vexmoor${one.number}` }));
          of.files.set('phages/a.ndjson', [...entries, ...vexed]);
          of.files.set(file, [...entries, ...others]);
          of.files.set('features/a.ndjson', [...entries, ...others]);
          await rebuild(of, phages.join(' and '));
        }
      });
    },
  );

  test('has a gene in the list of the phage that it names now, and no more in that of the other', async (of) => {
    of.options = { pageSizes: { ...perList(() => 2), genes: 1, phages: 1 } };
    const lone = { phage: 'Vexmoor', number: 0, mark: 0 };
    for (const mark of [0, 3, 0, 1, 3]) {
      of.files.set('genes/b.json', [{ ...lone, mark }]);
      await rebuild(of, `mark ${mark}`);
      const views = filesBelow(path.join(of.folder, 'site/api/genesbyphage'));
      expect(views).toHaveLength(mark === 3 ? 1 : 2);
    }
  });

  test('has the index of proteins once it has pages for people, though the genes are the same', async (of) => {
    writeSources(of);
    const long = tinyGene('Quillon', 99, { Translation: 'MKVLAAGIVDERTWQPLKHG' });
    writeFileSync(path.join(of.folder, 'data/genes/z.ndjson'), asLines([long]));
    for (const pages of [false, true]) {
      of.options = { pages };
      await expectSame(of, `pages: ${pages}`);
    }
    expect(existsSync(path.join(of.folder, 'site/web/proteins.json'))).toBe(true);
  });

  test('is of the form that the number of files asks for, once no other is asked for', async (of) => {
    for (const records of ['packed', null] as const) {
      of.options = { records, hosts: ['netlify'] };
      await rebuild(of, `records: ${records}`);
    }
    const { ran } = await rebuild(of, 'the same again');
    expect(ran.map(({ task }) => task)).not.toContain('renderPart');
  });

  test('does not repeat a warning about a link that is gone', async (of) => {
    writeSources(of);
    const link = path.join(of.folder, 'data/genes/elsewhere.ndjson');
    symlinkSync(tmpdir(), link);
    const { findings } = await expectSame(of, 'with a link');
    expect(findings.report().warningsByRule.get('source-link')).toBe(1);
    rmSync(link);
    await expectSame(of, 'without');
  });

  test('writes release.json again that another program wrote in its own way', async (of) => {
    await rebuild(of, 'first');
    const release = path.join(of.folder, 'site/release.json');
    writeFileSync(release, JSON.stringify(JSON.parse(readFileSync(release, 'utf8'))));
    await rebuild(of, 'reformatted');
    const { ran } = await rebuild(of, 'the same again');
    expect(ran.map(({ task }) => task)).not.toContain('linkFiles');
  });

  test('starts over, and says so, when the live manifest is not the one that was published', async (of) => {
    await rebuild(of, 'first');
    const manifest = path.join(of.folder, 'site/manifest.json');
    const hashOfRecord =
      /(?<="path":"api\/phages\/Quillon\/index\.json","bytes":\d+,"sha256":")\w+/;
    const text = readFileSync(manifest, 'utf8');
    expect(text).toMatch(hashOfRecord);
    writeFileSync(manifest, text.replace(hashOfRecord, ''));
    of.files.set(file, withMark(0, 1));
    const { notes } = await rebuild(of, 'without');
    expect(notes).toEqual(['The cache was ignored: manifest.json is not what was published.']);
  });

  test('starts over, and says so, when files of its cache are gone or damaged', async () => {
    await inWorld({}, async (of) => {
      await rebuild(of, 'first');
      let number = 0;
      for (const kind of ['.notes', '.run', '.facts', '.json']) {
        for (const damage of [rmSync, cutShort]) {
          const told = `${damage.name} of ${kind}`;
          const cached = filesBelow(path.join(of.folder, '.site.phagepress-cache'));
          for (const name of cached) if (name.endsWith(kind)) damage(name);
          of.files.set(file, withMark(number++, 1));
          const { notes } = await rebuild(of, told);
          // An index that is gone is no cache at all.
          const isSilent = kind === '.json' && damage === rmSync;
          const said = /^The cache was ignored: (.*)/.exec(notes.join('\n'))?.[1];
          expect([notes.length, said !== undefined], told).toEqual(
            isSilent ? [0, false] : [1, true],
          );
          if (kind === '.notes') expect(said).toContain('.notes ');
        }
      }
    });
  });
});

plainTest(
  'a source so large that it is read in ranges gives the same from the cache, with its lines',
  async () => {
    await inFastFolder(async (folder) => {
      const source = path.join(folder, 'data/genes/large.ndjson');
      const of: SiteChanges = {
        data: path.join(folder, 'data'),
        out: path.join(folder, 'site'),
        geneFiles: false,
        views: [],
        bulk: [],
      };
      const genes = Array.from({ length: 34 }, (_, number) =>
        tinyGene('Quillon', number, { Translation: 'M'.repeat(1_000_000) }),
      );
      const longAgo = 1_000_000_000;
      const buildAgain = async (seconds: number, wanted: readonly number[]) => {
        writeFileSync(source, `\n${asLines(genes)}`);
        utimesSync(source, longAgo + seconds, longAgo + seconds);
        const cached = await build({ ...of, cache: true });
        const { kept } = cached.findings.report();
        const lines = kept.filter(({ rule }) => rule === 'gene-length').map(({ line }) => line);
        expect(lines.sort((a, b) => a - b)).toEqual(wanted);
        return cached;
      };
      mkdirSync(path.dirname(source), { recursive: true });
      await buildAgain(0, []);
      // Else this has looked at nothing.
      const index = readFileSync(path.join(folder, '.site.phagepress-cache/index.json'), 'utf8');
      expect(index.match(/"file":/g)?.length).toBeGreaterThan(1);
      // In the second range, and of the same size.
      genes[32] = { ...genes[32]!, Length: 13 };
      await buildAgain(1, [34]);
      genes[5] = { ...genes[5]!, Length: 14 };
      const cached = await buildAgain(2, [7, 34]);
      const fresh = path.join(folder, 'fresh');
      const wanted = await build({ ...of, out: fresh });
      expect(cached.findings.report()).toEqual(wanted.findings.report());
      expect(cached.site?.release).toEqual(wanted.site?.release);
      // Only touched.
      const touched = await buildAgain(3, [7, 34]);
      expect(touched.site?.release).toEqual(wanted.site?.release);
    });
  },
);

function cutShort(file: string): void {
  writeFileSync(file, readFileSync(file).subarray(0, -1));
}

async function runSequences(
  phages: readonly string[],
  mayRepeat: boolean,
  parameters: { readonly seed: number; readonly numRuns: number; readonly endOnFailure: true },
): Promise<{ builds: number; carried: number }> {
  let builds = 0;
  let carried = 0;
  await fc.assert(
    fc.asyncProperty(
      anyStart(phages),
      anyOptions(mayRepeat),
      anySteps(phages, mayRepeat),
      async (start, options, steps) => {
        await inFastFolder(async (folder) => {
          const world: World = {
            folder,
            files: new Map(),
            options: {},
            isBroken: false,
            clock: 0,
          };
          for (const [at, entry] of start)
            listOf(world.files, geneFiles[at % geneFiles.length]!).push(entry);
          for (const phage of phages) {
            listOf(world.files, 'phages/a.ndjson').push({ phage, number: 0, mark: 0 });
          }
          const told: string[] = [];
          const afresh = new Map<string, Afresh>();
          for (const step of [options, ...steps]) {
            step.to(world);
            told.push(step.does);
            writeSources(world);
            // Most damage, for one, changes nothing of what a build must come to.
            // An empty folder of features is a collection, too.
            const hasFeatures = existsSync(path.join(folder, 'data/features'));
            const { files, options: chosen, isBroken } = world;
            const of = JSON.stringify([[...files], chosen, isBroken, hasFeatures]);
            const wanted = afresh.get(of) ?? (await buildAfresh(world));
            afresh.set(of, wanted);
            const { ran } = await expectSame(world, told.join(', '), wanted);
            builds++;
            if (ran.some(({ task }) => task === 'linkFiles')) carried++;
          }
        });
      },
    ),
    parameters,
  );
  return { builds, carried };
}

/** A task of a build, and what it was given. */
interface Ran {
  readonly task: string;
  readonly input: unknown;
}

/** Builds of what the world is now. */
async function rebuild(world: World, told: string) {
  writeSources(world);
  return expectSame(world, told);
}

/** What a build without a cache gives. */
async function buildAfresh({ folder, options }: World) {
  const out = path.join(folder, 'fresh');
  const outcome = await build({ ...options, data: path.join(folder, 'data'), out });
  const tree = outcome.site === null ? {} : await readTree(out);
  rmSync(out, { recursive: true, force: true });
  return { ...outcome, tree };
}

type Afresh = Awaited<ReturnType<typeof buildAfresh>>;

/** Builds with the cache of the build before, which must publish and report what is wanted: the same as afresh. */
async function expectSame(world: World, told: string, wanted?: Afresh) {
  const { folder, options } = world;
  const out = path.join(folder, 'site');
  const ran: Ran[] = [];
  const cached = await withWorkers(0, (pool) => {
    const run: Workers['run'] = (task, input) => {
      ran.push({ task, input });
      return pool.run(task, input);
    };
    const place = { data: path.join(folder, 'data'), out, cache: true };
    return build({ ...options, ...place }, { ...pool, run });
  });
  const { findings, counts, site, tree } = wanted ?? (await buildAfresh(world));
  expect(cached.findings.report(), told).toEqual(findings.report());
  expect(cached.counts, told).toEqual(counts);
  expect(cached.site === null, told).toBe(site === null);
  if (site === null) return { ...cached, ran };

  const { files, bytes, release } = site;
  expect(cached.site, told).toMatchObject({ files, bytes, release });
  expect(differences(await readTree(out), tree), told).toEqual([]);
  expect(Object.keys(tree), told).toHaveLength(files);
  expect(readdirSync(folder).sort()).toEqual(['.site.phagepress-cache', 'data', 'site']);
  return { ...cached, ran };
}

/** Makes the data folder what the world says; what is as it was is not touched. */
function writeSources(world: World): void {
  const data = path.join(world.folder, 'data');
  const wanted = new Map<string, Buffer>([
    ['genes/none.json', Buffer.from('[]')],
    ['phages/none.json', Buffer.from('[]')],
  ]);
  for (const [file, entries] of world.files) {
    const records = entries.map((entry) => recordOf(file, entry));
    if (file.endsWith('.json')) wanted.set(file, Buffer.from(JSON.stringify(records, null, 1)));
    // An empty file of lines is an error.
    else if (records.length > 0) {
      const isBroken = world.isBroken && file === 'genes/a.ndjson';
      const lines = Buffer.from(`${isBroken ? '{\n' : ''}${asLines(records)}`);
      wanted.set(file, file.endsWith('.gz') ? gzipSync(lines) : lines);
    }
  }
  for (const file of filesBelow(data)) {
    if (!wanted.has(path.relative(data, file))) rmSync(file);
  }
  for (const [file, bytes] of wanted) {
    const target = path.join(data, file);
    mkdirSync(path.dirname(target), { recursive: true });
    world.clock++;
    if (isSameFile(target, bytes) && world.clock % 5 !== 0) continue;
    writeFileSync(target, bytes);
    // Of some files the time is old enough to be believed; others are new.
    const longAgo = 1_000_000_000 + world.clock;
    if (world.clock % 2 === 0) utimesSync(target, longAgo, longAgo);
  }
}

function isSameFile(file: string, bytes: Buffer): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

/** Records of several sizes: alone in its file, one is worth compressing and another is not. */
function recordOf(file: string, { phage, number, mark }: Entry): object {
  const notes = ['', 'x', 'é\u2028', 'long '.repeat(200)][mark] ?? '';
  if (kindOf(file) === 'features') return tinyFeature(phage, { Start: number, Notes: notes });
  if (kindOf(file) === 'phages')
    return tinyPhage(phage, { naming_notes: notes, ...groupsOf(mark) });
  // The gene says of which phage it is, and its GeneID need not agree.
  const carrier = mark === 3 ? 'Vexmoor "\u2028"' : phage;
  return tinyGene(phage, number, {
    Notes: notes,
    PhageID: { ...exampleGene.PhageID, PhageID: carrier },
    // Families have several genes, which may leave them, and need not write their colour alike.
    PhamID: {
      PhamID: (mark === 2 ? number + 1 : number) % 5,
      Color: ['#00ff00', '#0000ff', '#00FF00', '#00ff00'][mark] ?? '',
    },
  });
}

/** What views choose phages by: another version is in other groups. */
function groupsOf(mark: number): Partial<PhageRecord> {
  const cluster = ['A', 'Singleton', '', 'é'][mark] ?? '';
  const id = mark >> 1;
  const genus = { ...examplePhage.host_genus, id, genus_name: `Genus ${mark}` };
  return {
    old_names: ['', 'Older', 'Older; Vexmoor', 'older still'][mark] ?? '',
    archive_accession: ['', 'AB1.2', 'AB2', ''][mark] ?? '',
    seq_finished: mark !== 1,
    pcluster: { cluster, temperate: mark % 2 === 0 },
    psubcluster: mark === 1 ? null : { subcluster: `${cluster}1` },
    host_genus: genus,
    host_species: { ...examplePhage.host_species, id, species_genus: genus },
    isolation_host: { ...examplePhage.isolation_host, strain_name: cluster },
    p_institution: { ...examplePhage.p_institution, institution_code: cluster },
  };
}

function listOf(files: Map<string, Entry[]>, file: string): Entry[] {
  const list = files.get(file) ?? [];
  files.set(file, list);
  return list;
}

function replaced(list: readonly Entry[], file: string, put: Entry): Entry[] {
  return list.map((entry) => (nameOf(file, entry) === nameOf(file, put) ? put : entry));
}

function pick<T>(from: readonly T[], at: number): T | undefined {
  return from[at % from.length];
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}
