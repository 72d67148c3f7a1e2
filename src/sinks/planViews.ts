/** Plans all files of the views, and decides which live files are still valid when only some pages changed. */
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
  perCollection,
} from '../contract/collectionName.ts';
import { similarityBulk } from '../contract/bulkFiles.ts';
import { pageLinks } from '../contract/links.ts';
import { type PageSet, pageSetsOf, type ViewPages } from '../contract/pageSizes.ts';
import { fileAlias, unsafeNameReason, withFileAlias } from '../contract/recordName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { isDerivedPage, pageFile, viewOfPage } from '../contract/sitePaths.ts';
import { viewFile, type ViewName, viewNames } from '../contract/routes.ts';
import { pageFrame } from '../describing/pagesForPeople.ts';
import type { JoinedFacts } from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import { countFeaturePhages } from '../records/features.ts';
import {
  cluster,
  emptyNotes,
  forEachRow,
  groupRowsByPhage,
  lytic,
  phageKey,
  type PageNotes,
  phageName,
  placeColumns,
  sequenced,
  subcluster,
  tally,
  temperate,
  textAt,
} from '../records/notes.ts';
import { countGenePhages } from '../records/summaries.ts';
import { compareText } from '../text/order.ts';
import type { HtmlSite } from './htmlPages.ts';
import { planHtml } from './htmlView.ts';
import { addPageFiles, createPlaces, joinNotes, pagesIn, recordCount } from './noteCounts.ts';
import { flaggedPhages, groupPhages, planListed, planObjects } from './phageViews.ts';
import { phams } from './phamViews.ts';
import { similarbyphage } from './similarityView.ts';
import {
  type Change,
  type CopiedRecords,
  createCopied,
  type LinkedSite,
  type ListEdit,
  noEdit,
  type Planned,
  type PlannedFile,
  type PlannedList,
  type PlannedView,
  collectFromChanged,
  type View,
  viewJson,
  viewOfPhages,
  type ViewOptions as OptionsOfView,
  withAliases,
} from './view.ts';

/** What each view is made from, and how. */
export const views: Readonly<Record<ViewName, View>> = {
  genesbyphage: viewByPhage('genesbyphage', { from: 'genes', entries: countGenePhages }),
  featuresbyphage: viewByPhage('featuresbyphage', {
    from: 'features',
    entries: countFeaturePhages,
  }),
  similarbyphage,
  sequenced_phages: flaggedPhages('sequenced_phages', sequenced),
  temperate_phages: flaggedPhages('temperate_phages', temperate),
  lytic_phages: flaggedPhages('lytic_phages', lytic),
  clusters: viewOfPhages(planClusters),
  subclusters: viewOfPhages(planSubclusters),
  host_genera: viewOfPhages((notes, options) => planObjects(notes, 'host_genera', options)),
  host_species: viewOfPhages((notes, options) => planObjects(notes, 'host_species', options)),
  host_strains: viewOfPhages((notes, options) => planObjects(notes, 'host_strains', options)),
  institutions: viewOfPhages((notes, options) => planObjects(notes, 'institutions', options)),
  phams,
};

/** For each view, the number of names with a file each; 0 where there are few. */
export type ViewEntries = Readonly<Record<ViewName, number>>;

/** `all` is null before any record is read. */
export function countEntries(all: JoinedFacts | null): ViewEntries {
  const countOf = ({ entries }: View) => (all === null ? 0 : (entries?.(all) ?? 0));
  const counts = viewNames.map((name) => [name, countOf(views[name])] as const);
  return Object.fromEntries(counts) as Record<ViewName, number>;
}

export type ViewNotes = PerCollection<PageNotes>;

const noNotes: ViewNotes = perCollection((name) => emptyNotes(collections[name].noteColumns));

type ViewOptions = OptionsOfView &
  FurtherOptions &
  Pick<SiteOptions, 'about' | 'html'> & {
    /** What the pages of phages of the live site are made by; null or absent if none of them is kept. */
    readonly formerHtml?: string | null;
    /** Whether they are packed. */
    readonly packsPages?: boolean | undefined;
  };

export interface ViewPlan {
  /** The notes of all pages. */
  readonly notes: ViewNotes;
  /** What the pages that need no script are made by, as JSON; null if there are none. */
  readonly html: string | null;
  /** Computes what the files need, while other threads are busy anyway. */
  readonly prepare: () => void;
  /** The files to write, lazily, except for those written otherwise, such as the genes of all phams. */
  readonly files: () => Generator<Planned>;
  /** The number of files, including those written otherwise; phams that no longer exist count as well. */
  readonly fileCount: () => number;
  /** The pages from which records are copied, when only some pages changed. */
  readonly pagesRead: () => Set<string>;
  /** Whether a live file belongs to a view and is still valid. */
  readonly isKept: (file: string) => boolean;
  /** Of the views that have more than one page. */
  readonly viewPages: () => ViewPages;
  /** See `PlannedView`. */
  readonly table: PlannedView['table'];
}

/** The live site, of which some is kept. */
export interface SiteBefore {
  /** The notes of all its pages. */
  readonly notes: ViewNotes;
  readonly edits: PerCollection<ListEdit>;
}

/** How each list differs from the live site's; `notes` are of all pages. */
export function changesOf({ notes, edits }: SiteBefore, now: ViewNotes): PerCollection<Change> {
  return perCollection((name) => {
    return { before: notes[name], now: now[name], ranks: edits[name].ranks };
  });
}

/**
 * Plans the views from the notes of the rendered pages, which it takes out of their lists; `before` is null if nothing of
 * the live site is kept. With `isRepaged`, all records are the same, and only the size of pages is another.
 */
export function planViews(
  names: readonly ViewName[],
  rendered: PerCollection<PageNotes[]>,
  before: SiteBefore | null,
  options: ViewOptions,
  isRepaged = false,
): ViewPlan {
  const { notes, renewed } = joinAll(rendered, before);
  const changes = before && changesOf(before, notes);
  // The plan when records are unchanged but repaginated: only the lists that belong to views are written.
  const planned = (view: PlannedView): PlannedView => {
    if (!isRepaged) return view;
    const { pages: ofList, table: ofAll } = view;
    return {
      files: () => [],
      ...(ofList && { pages: ofList }),
      ...(ofAll === undefined ? {} : { table: null }),
      isKept: (file) => !isDerivedPage(file),
    };
  };
  const plans = new Map(
    names.map((name) => {
      const { from, plan } = views[name];
      return [name, planned(plan(notes[from], changes && changes[from], options))] as const;
    }),
  );
  const htmlSite = htmlSiteOf(options, names);
  const madeBy =
    htmlSite && JSON.stringify({ ...htmlSite, packsPages: options.packsPages === true });
  const keptOfHtml = isRepaged ? perCollection((name) => unchanged(notes[name])) : changes;
  const html =
    htmlSite && planHtml(notes, options.formerHtml === madeBy ? keptOfHtml : null, htmlSite);
  // What was prepared comes first, to be given back before others take as much memory.
  const all = [...plans.values(), ...(html === null ? [] : [html])].toSorted(
    (a, b) => Number(a.prepare === undefined) - Number(b.prepare === undefined),
  );
  const pages = collectionNames.map((name) =>
    planFurtherPages(name, notes[name], before && renewed[name], options),
  );
  const table = plans.get('similarbyphage')?.table;
  const named = options.caseInsensitiveNames ? withAliases : (of: Iterable<Planned>) => of;
  return {
    notes,
    html: madeBy,
    prepare() {
      for (const { prepare } of all) prepare?.();
    },
    *files() {
      for (const { files } of all) yield* named(files());
      // Last, so that other threads have work while phams are counted.
      for (const { pages: ofList } of all) yield* ofList?.files() ?? [];
      for (const { files } of pages) yield* files();
    },
    fileCount() {
      let count = 0;
      for (const { files, fileCount, pages: ofList } of [...all, ...pages]) {
        count += ofList?.count() ?? 0;
        if (fileCount !== undefined) count += fileCount();
        else for (const _ of named(files())) count++;
      }
      return count;
    },
    pagesRead() {
      const read = new Set<string>();
      for (const { files } of [...all, ...pages]) {
        for (const file of files()) {
          if (file.kind === 'list') addPageFiles(read, file.collection, file.slices);
          for (const { phage, genes } of file.kind === 'html' ? file.items : []) {
            addPageFiles(read, 'phages', phage);
            addPageFiles(read, 'genes', genes);
          }
        }
      }
      return read;
    },
    table,
    isKept(file) {
      if (file === similarityBulk) return table === null;
      if (pages.some((set) => set.isKept(plain(file)))) return true;
      if (html?.isKept(file) === true) return true;
      const name = viewOf(file);
      return name !== undefined && plans.get(name)?.isKept(plain(file)) === true;
    },
    viewPages() {
      const lastPages = all.flatMap((plan) => Object.entries(plan.lastPages?.() ?? {}));
      const aliases = options.caseInsensitiveNames ? lastPages.flatMap(ofAlias) : [];
      return Object.fromEntries([...lastPages, ...aliases]);
    },
  };
}

// A function of its own, so that no closure of a plan keeps what was joined: of millions of genes, it is large.
function joinAll(
  rendered: PerCollection<PageNotes[]>,
  before: SiteBefore | null,
): { readonly notes: ViewNotes; readonly renewed: PerCollection<ReadonlySet<number>> } {
  const oldOf = (name: CollectionName) =>
    before === null || before.edits[name].isWhole ? noNotes[name] : before.notes[name];
  const renewed = perCollection((name) => pagesIn(rendered[name]));
  const join = (name: CollectionName) => joinNotes(oldOf(name), rendered[name], renewed[name]);
  return { notes: perCollection(join), renewed };
}

/** The same number of pages, under the alias of its address. */
function ofAlias([view, lastPage]: readonly [string, number]): [string, number][] {
  const alias = viewOfPage(fileAlias(pageFile(view, 1)) ?? '');
  return alias === null ? [] : [[alias, lastPage]];
}

function viewOf(file: string): ViewName | undefined {
  return viewNames.find((name) => file.startsWith(`api/${name}/`));
}

/** The name without the extension of a compressed sibling. */
function plain(file: string): string {
  return file.replace(/\.(?:gz|br)$/, '');
}

/** Null for a site without pages of phages that need no script. */
function htmlSiteOf(
  { about, baseUrl, bulk, fieldNames, html }: ViewOptions,
  names: readonly ViewName[],
): HtmlSite | null {
  const frame = pageFrame({ about, baseUrl, html });
  return (
    frame && {
      frame,
      fieldNames,
      hasBulk: bulk.includes('phages'),
      hasGenesByPhage: names.includes('genesbyphage'),
    }
  );
}

function unchanged(notes: PageNotes): Change {
  return { before: notes, now: notes, ranks: noEdit.ranks };
}

/**
 * A view such as `/api/genesbyphage/<phage_name>/`, of a collection whose rows of notes have a phage's name: all records of a
 * phage, in the order of their list, on one page.
 */
function viewByPhage(view: ViewName, { from, entries }: Required<Omit<View, 'plan'>>): View {
  // Null for a name that cannot be a path (A3).
  const fileOf = (name: string) =>
    unsafeNameReason(name) === null ? viewFile([view, name]) : null;
  return {
    from,
    entries,
    plan(notes, change, { caseInsensitiveNames: hasAliases }) {
      const phages = collectFromChanged<string>(change, (touched, of, row) =>
        touched.add(textAt(of, row[phageName])),
      );
      const files = new Set(
        [...(phages ?? [])].flatMap((name) => {
          const file = fileOf(name);
          return file === null ? [] : withFileAlias(file, hasAliases);
        }),
      );
      return {
        files: () => filesOf(notes, phages),
        isKept: (file) => phages !== null && !files.has(file),
      };
    },
  };

  /** A file for each phage that a record names; only for those in `wanted`, unless it is null. */
  function* filesOf(notes: PageNotes, wanted: ReadonlySet<string> | null): Generator<PlannedList> {
    const { columns, rows, texts } = notes;
    const { rowsOf } = groupRowsByPhage(notes);
    for (const [index, name] of texts.entries()) {
      const path = fileOf(name);
      if (path === null || (wanted !== null && !wanted.has(name))) continue;
      const list = createCopied(from);
      for (const at of rowsOf(index + 1)) {
        const row = rows.subarray(at * columns, (at + 1) * columns);
        list.add(row, row[tally]);
      }
      if (list.count() > 0) yield list.at(path);
    }
  }
}

/** Plans `/api/clusters/` and `/api/subclusters/`: the lists, each entry, and its phages. */
function planClusters(notes: PageNotes, options: OptionsOfView): PlannedFile[] {
  const subclusters = new Map<string, Set<string>>();
  forEachRow(notes, (row) => {
    const name = textAt(notes, row[subcluster]);
    if (name === '') return;
    const of = clusterOf(notes, row);
    if (of === null) return;
    subclusters.set(of, (subclusters.get(of) ?? new Set()).add(name));
  });
  const groups = groupPhages(notes, (row) => clusterOf(notes, row));
  return planNamed('clusters', groups, options, (name) => {
    const set = [...(subclusters.get(name) ?? [])].toSorted(compareText);
    return viewJson({ cluster: name, subclusters_set: set }, options.fieldNames);
  });
}

/** If a subcluster occurs in two clusters, the first phage with a cluster decides; null if none has one. */
function planSubclusters(notes: PageNotes, options: OptionsOfView): PlannedFile[] {
  const clusters = new Map<string, string>();
  const phages = new Map<string, string[]>();
  const groups = groupPhages(notes, (row) => {
    const name = textAt(notes, row[subcluster]);
    if (name === '') return null;
    const of = clusterOf(notes, row);
    if (of !== null && !clusters.has(name)) clusters.set(name, of);
    const phage = textAt(notes, row[phageKey]);
    const set = phages.get(name) ?? [];
    phages.set(name, set);
    if (phage !== '') set.push(phage);
    return name;
  });
  return planNamed('subclusters', groups, options, (name) =>
    viewJson(
      {
        subcluster: name,
        cluster: clusters.get(name) ?? null,
        phage_set: phages.get(name) ?? [],
      },
      options.fieldNames,
    ),
  );
}

/** Null for an unclustered phage, which is in no cluster's list; a singleton is marked as such. */
function clusterOf(notes: PageNotes, row: Uint32Array): string | null {
  return textAt(notes, row[cluster]) || null;
}

function planNamed(
  view: 'clusters' | 'subclusters',
  groups: ReadonlyMap<string, CopiedRecords>,
  site: LinkedSite,
  jsonOf: (name: string) => string,
): PlannedFile[] {
  const sorted = [...groups].toSorted(([a], [b]) => compareText(a, b));
  return planListed(
    view,
    sorted.map(([name, group]) => ({ name, json: jsonOf(name), group })),
    site,
  );
}

type FurtherOptions = Pick<
  SiteOptions,
  'baseUrl' | 'collections' | 'furtherSizes' | 'links' | 'pageSizes'
>;

/**
 * Plans the pages of a collection in its further sizes, copied from the default pages (L5). `notes` are of all pages.
 * `rendered` are those of the pages that were rendered, if all others come from the live site; else null.
 */
function planFurtherPages(
  collection: CollectionName,
  notes: PageNotes,
  renewed: ReadonlySet<number> | null,
  { baseUrl, collections: present, furtherSizes, links: style, pageSizes }: FurtherOptions,
): PlannedView {
  const further = (present.includes(collection) && furtherSizes[collection]) || [];
  const pageSize = pageSizes[collection];
  const count = further.length === 0 ? 0 : recordCount(notes);
  const sets = pageSetsOf(count, pageSize, further).slice(1);

  /** Whether a page has the same records as before: none of them is on a rendered page. */
  const isSame = ({ size }: PageSet, page: number): boolean => {
    if (renewed === null || count === 0) return false;
    const last = Math.ceil(Math.min(count, page * size) / pageSize);
    for (let from = Math.floor(((page - 1) * size) / pageSize) + 1; from <= last; from++) {
      if (renewed.has(from)) return false;
    }
    return true;
  };
  /** The pages that are the same as before, or all others. */
  function* pagesThatAre(
    same: boolean,
  ): Generator<{ readonly set: PageSet; readonly page: number }> {
    for (const set of sets) {
      for (let page = 1; page <= set.lastPage; page++) {
        if (isSame(set, page) === same) yield { set, page };
      }
    }
  }
  let placesIn: ReturnType<typeof createPlaces> | null = null;
  const recordsOf = ({ size }: PageSet, page: number): CopiedRecords => {
    const copied = createCopied(collection);
    const first = (page - 1) * size;
    placesIn ??= createPlaces(notes);
    const places = placesIn([{ first, count: Math.min(count - first, size) }]);
    for (let at = 0; at < places.length; at += placeColumns)
      copied.add(places.subarray(at, at + placeColumns));
    return copied;
  };
  let kept: Set<string> | null = null;
  const keptFiles = () =>
    new Set(
      Array.from(pagesThatAre(true), ({ set, page }) => pageFile(collection, page, set.name)),
    );
  return {
    *files() {
      for (const { set, page } of pagesThatAre(false)) {
        const links = pageLinks(baseUrl, collection, page, set.lastPage, style, set.name);
        const path = pageFile(collection, page, set.name);
        yield { ...recordsOf(set, page).at(path), count, links };
      }
    },
    fileCount: () => [...pagesThatAre(false)].length,
    isKept: (file) => (kept ??= keptFiles()).has(file),
  };
}
