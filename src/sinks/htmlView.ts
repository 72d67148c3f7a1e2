/** Plans the pages of phages and clusters that need no script, and says which of the live site's are still valid. */
import type { PerCollection } from '../contract/collectionName.ts';
import { genusName } from '../contract/recordName.ts';
import { welcomeFile } from '../contract/sitePaths.ts';
import {
  cluster,
  forEachRow,
  genomeLength,
  genus,
  type PageNotes,
  phageKey,
  phageName,
  subcluster,
  textAt,
} from '../records/notes.ts';
import { compareText } from '../text/order.ts';
import { type PageFolder, pagePath } from '../text/pagePaths.ts';
import { fieldsOf, groupedBy } from '../text/values.ts';
import {
  clusterPage,
  type HtmlSite,
  isNamed,
  listPage,
  type PhageRow,
  type PlannedPage,
  type PlannedPages,
} from './htmlPages.ts';
import { recordsByPhage } from './maker.ts';
import { placeLength } from './recordLines.ts';
import { type Change, isSameList, type PlannedView, touchedBy } from './view.ts';

type Notes = PerCollection<PageNotes>;

const genesPerTask = 2048;

/** `changes` are null when no page of the live site is kept. */
export function planHtml(
  notes: Notes,
  changes: PerCollection<Change> | null,
  site: HtmlSite,
): PlannedView {
  const touched = touchedPhages(changes);
  const keepsLists = changes !== null && isSameList(changes.phages);
  const files = new Set([...(touched ?? [])].map((name) => htmlFile('phages', name)));
  return {
    *files() {
      const rows = phageRows(notes.phages);
      yield* planPhages(
        rows.filter(({ name }) => touched === null || touched.has(name)),
        notes,
        site,
      );
      if (keepsLists) return;
      const clusters = clustersOf(rows);
      yield { kind: 'text', path: `phages/${welcomeFile}`, text: listPage(rows, clusters, site) };
      for (const [name, members] of clusters) {
        const path = htmlFile('clusters', name);
        if (path !== null)
          yield { kind: 'text', path, text: clusterPage(name, members, rows.length, site) };
      }
    },
    isKept: (file) =>
      file.startsWith('clusters/') || file === `phages/${welcomeFile}`
        ? keepsLists
        : file.startsWith('phages/') && touched !== null && !files.has(file),
  };
}

/** The addresses of all pages, in order. */
export function htmlAddresses({ phages }: Pick<Notes, 'phages'>): string[] {
  const rows = phageRows(phages);
  const clusters = [...clustersOf(rows).keys()].filter((name) => isNamed(name));
  return [
    ...clusters.map((name) => pagePath('clusters', name)),
    pagePath('phages'),
    ...rows.map(({ name }) => pagePath('phages', name)),
  ];
}

/** Null for a name that cannot be a folder. */
function htmlFile(folder: PageFolder, name: string): string | null {
  return isNamed(name) ? `${folder}/${name}/${welcomeFile}` : null;
}

function touchedPhages(changes: PerCollection<Change> | null): ReadonlySet<string> | null {
  if (changes === null) return null;
  const named = (change: Change, column: number) =>
    touchedBy<string>(change, (names, of, row) => names.add(textAt(of, row[column])));
  const [ofGenes, ofPhages] = [named(changes.genes, phageName), named(changes.phages, phageKey)];
  return ofGenes === null || ofPhages === null ? null : new Set([...ofGenes, ...ofPhages]);
}

/** Those that can have a page, in order; of several with one name, the first. */
function phageRows(notes: PageNotes): PhageRow[] {
  const rows = new Map<string, PhageRow>();
  const genera = new Map<string, string>();
  const genusOf = (json: string) => {
    const known = genera.get(json) ?? (json === '' ? '' : genusName(fieldsOf(JSON.parse(json))));
    genera.set(json, known);
    return known;
  };
  forEachRow(notes, (row) => {
    const name = textAt(notes, row[phageKey]);
    if (rows.has(name) || !isNamed(name)) return;
    const digits = textAt(notes, row[genomeLength]);
    rows.set(name, {
      name,
      cluster: textAt(notes, row[cluster]),
      subcluster: textAt(notes, row[subcluster]),
      genus: genusOf(textAt(notes, row[genus])),
      length: digits === '' ? null : Number(digits),
      place: row.slice(0, placeLength),
    });
  });
  return [...rows.values()];
}

/** The phages of each cluster, or else subcluster, of a name; in order of their names. */
function clustersOf(rows: readonly PhageRow[]): ReadonlyMap<string, readonly PhageRow[]> {
  const clusters = groupedBy(rows, (row) => row.cluster);
  const subclusters = groupedBy(rows, (row) => row.subcluster);
  const all = [...clusters, ...[...subclusters].filter(([name]) => !clusters.has(name))];
  return new Map(all.filter(([name]) => name !== '').toSorted(([a], [b]) => compareText(a, b)));
}

function* planPhages(
  rows: readonly PhageRow[],
  notes: Notes,
  site: HtmlSite,
): Generator<PlannedPages> {
  if (rows.length === 0) return;
  const genes = new Map<string, Uint32Array>();
  for (const { name, places } of recordsByPhage(notes.genes))
    if (name !== null) genes.set(name, places);
  let items: PlannedPage[] = [];
  let count = 0;
  for (const { name, place } of rows) {
    const own = genes.get(name) ?? new Uint32Array();
    items.push({ name, phage: place, genes: own });
    count += own.length / placeLength;
    if (count < genesPerTask) continue;
    yield { kind: 'pages', items, genes: count, ...site };
    [items, count] = [[], 0];
  }
  if (items.length > 0) yield { kind: 'pages', items, genes: count, ...site };
}
