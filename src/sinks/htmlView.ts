/** Plans the pages of phages and clusters that need no script, and says which of the live site's are still valid. */
import { inWeighedChunks } from '../base/threads.ts';
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
  type HtmlItem,
  type PlannedHtml,
} from './htmlPages.ts';
import { rangesByPhage } from './maker.ts';
import { createPlaces } from './noteCounts.ts';
import { placeLength } from './recordLines.ts';
import { type Change, isSameList, type PlannedView, collectFromChanged } from './view.ts';

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
  let rows: readonly PhageRow[] | null = null;
  const all = () => (rows ??= phageRows(notes.phages));
  const isWanted = ({ name }: PhageRow) => touched === null || touched.has(name);
  const clusters = () => (keepsLists ? [] : namedClusters(all()));
  return {
    *files() {
      yield* planPhages(all().filter(isWanted), notes, site);
      if (keepsLists) return;
      const text = listPage(all(), clustersOf(all()), site);
      yield { kind: 'text', path: `phages/${welcomeFile}`, text };
      for (const [name, members] of clusters()) {
        const page = clusterPage(name, members, all().length, site);
        yield { kind: 'text', path: `clusters/${name}/${welcomeFile}`, text: page };
      }
    },
    fileCount: () => all().filter(isWanted).length + (keepsLists ? 0 : 1 + clusters().length),
    isKept: (file) =>
      file.startsWith('clusters/') || file === `phages/${welcomeFile}`
        ? keepsLists
        : file.startsWith('phages/') && touched !== null && !files.has(file),
  };
}

/** The addresses of all pages, in order. */
export function htmlAddresses({ phages }: Pick<Notes, 'phages'>): string[] {
  const rows = phageRows(phages);
  return [
    ...namedClusters(rows).map(([name]) => pagePath('clusters', name)),
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
    collectFromChanged<string>(change, (names, of, row) => names.add(textAt(of, row[column])));
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
function clustersOf(rows: readonly PhageRow[]): (readonly [string, readonly PhageRow[]])[] {
  const clusters = groupedBy(rows, (row) => row.cluster);
  const subclusters = groupedBy(rows, (row) => row.subcluster);
  const all = [...clusters, ...[...subclusters].filter(([name]) => !clusters.has(name))];
  return all.filter(([name]) => name !== '').toSorted(([a], [b]) => compareText(a, b));
}

/** Those that can have a page. */
function namedClusters(rows: readonly PhageRow[]) {
  return clustersOf(rows).filter(([name]) => isNamed(name));
}

function* planPhages(
  rows: readonly PhageRow[],
  notes: Notes,
  site: HtmlSite,
): Generator<PlannedHtml> {
  const genesOf = placesInOrder(notes.genes);
  function* all(): Generator<HtmlItem> {
    for (const { name, place } of rows.toSorted((a, b) => compareText(a.name, b.name)))
      yield { name, phage: place, genes: genesOf(name) };
  }
  const countOf = ({ genes }: HtmlItem) => genes.length / placeLength;
  const chunks = inWeighedChunks(all(), countOf, { weight: genesPerTask });
  for (const { chunk: items, weight: genes } of chunks)
    yield { kind: 'html', items, genes, ...site };
}

/** Returns a function that finds the places of each phage's genes; ask in order of name. */
function placesInOrder(genes: PageNotes): (phage: string) => Uint32Array {
  const placesIn = createPlaces(genes);
  // The genes without a phage are last.
  const groups = rangesByPhage(genes);
  let next = groups.next();
  return (phage) => {
    const isBefore = (name: string | null) => name !== null && compareText(name, phage) < 0;
    while (next.done !== true && isBefore(next.value.name)) next = groups.next();
    return next.done !== true && next.value.name === phage
      ? placesIn(next.value.ranges)
      : new Uint32Array();
  };
}
