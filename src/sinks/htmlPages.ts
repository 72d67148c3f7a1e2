/**
 * The text of pages of phages and clusters that need no script: `phages/<name>/`, `clusters/<name>/`, and the list of all at
 * `phages/`. Made by plain templates: the components of the pages for people load what they show once they run in a
 * browser. What a phage's fields mean is said once for both, in `phageFields.ts`.
 */
import { bulkPhageFile, phageFormNames } from '../contract/bulkFiles.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import { type FieldNames, publicName } from '../contract/siteOptions.ts';
import { welcomeFile } from '../contract/sitePaths.ts';
import { type PageFrame, readyPage } from '../describing/pagesForPeople.ts';
import { geneFields } from '../generated/plainRecords.ts';
import { escapeHtml } from '../text/escapes.ts';
import { pagePath } from '../text/pagePaths.ts';
import {
  factsOfPhage,
  type PhageFacts,
  briefOfPhage,
  phageTaxon,
  describePhage,
  type Shown,
} from '../text/phageFields.ts';
import { type Fields, fieldsOf, plainText, tally, textOf } from '../text/values.ts';
import { formatCount, formatCounted } from '../text/words.ts';
import { createGeneReader, type GeneRange, integerOf, stringOf } from './maker.ts';
import type { Pages } from './pageBuilder.ts';
import { createTextBuffer, placeLength, readRecordLines } from './recordLines.ts';

/** The pages of some phages, which a thread makes. */
export interface PlannedHtml extends HtmlSite {
  readonly kind: 'html';
  readonly items: readonly HtmlItem[];
  /** Of all of them. */
  readonly genes: number;
}

export interface HtmlItem {
  readonly name: string;
  /** Of its record, and of its genes: see `RecordPlaces`. */
  readonly phage: Uint32Array;
  readonly genes: Uint32Array;
}

export interface HtmlSite {
  readonly frame: PageFrame;
  readonly fieldNames: FieldNames;
  /** Whether there are bulk files of single phages. */
  readonly hasBulk: boolean;
  readonly hasGenesByPhage: boolean;
}

/** What the notes of a phage say of it. */
export interface PhageRow {
  readonly name: string;
  readonly cluster: string;
  readonly subcluster: string;
  readonly genus: string;
  readonly length: number | null;
  readonly place: Uint32Array;
}

// A phage with more genes than this has the first of them on its page.
const mostGenes = 1000;
// Later than any gene starts; times `mostGenes`, still exact.
const latest = 2 ** 40;

/** `index.html` itself lies among the folders of phages. */
export function isNamed(name: string): boolean {
  return unsafeNameReason(name) === null && name !== welcomeFile;
}

/** Throws the system's error when a page of a list cannot be read. */
export function* htmlFiles(
  { items, ...site }: PlannedHtml,
  read: Pages['read'],
): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  const readGenes = createGeneReader({ read, fieldNames: site.fieldNames });
  // First, since a page that is read stays open until another is.
  const records = recordsOf(items, read);
  for (const [at, { name, genes }] of items.entries()) {
    const count = genes.length / placeLength;
    const shown = readGenes(genes.subarray(0, mostGenes * placeLength));
    const text = phagePage(name, fieldsOf(records[at]), { count, shown }, site);
    yield { path: `phages/${name}/${welcomeFile}`, bytes: Buffer.from(text) };
  }
}

function recordsOf(items: readonly HtmlItem[], read: Pages['read']): unknown[] {
  const buffer = createTextBuffer();
  return items.map(({ phage }) => {
    const starts = readRecordLines({ collection: 'phages', places: phage }, read, buffer);
    return JSON.parse(buffer.bytes.toString('utf8', 0, starts[1]));
  });
}

interface GenesOnPage {
  readonly count: number;
  readonly shown: GeneRange;
}

function phagePage(name: string, record: Fields, genes: GenesOnPage, site: HtmlSite): string {
  const { frame, fieldNames } = site;
  const nameOf = (field: string) => publicName(fieldNames, field);
  const textIn = (field: string, inner?: string) => {
    const value = record[nameOf(field)];
    return textOf(inner === undefined ? value : fieldsOf(value)[nameOf(inner)]);
  };
  const own = textIn('pcluster', 'cluster');
  const place = textIn('psubcluster', 'subcluster') || own;
  const brief = briefOfPhage(textIn, formatCount);
  const lead = [
    place === '' ? 'In no cluster' : linkToCluster(place),
    ...brief.map(escapeHtml),
    formatCounted(genes.count, 'gene'),
  ].join(' · ');
  const content = `        <p class="lead">${lead}</p>
        ${filesOf(name, genes.count, site)}
        <section>
          <h2>About this phage</h2>
          ${factsHtml(factsOfPhage(record, nameOf))}
        </section>
${genesHtml(genes)}`;
  return readyPage(
    {
      folder: 'phages',
      name,
      title: plainText(name),
      description: plainText(describePhage(name, place, brief)),
      content,
      reads: dataOf(name, genes.count, site).map(([, address]) => address),
      linkedData: phageTaxon(
        { name, cluster: own, url: `${frame.baseUrl}/${pagePath('phages', name)}` },
        textIn,
      ),
    },
    frame,
  );
}

/** The files that the page is made of: what each is, and its address from the site's root. */
function dataOf(name: string, genes: number, { hasGenesByPhage }: HtmlSite) {
  const ofPhage = (view: string) => `api/${view}/${encodeURIComponent(name)}/index.json`;
  return [
    ['Record (JSON)', ofPhage('phages')] as const,
    ...(hasGenesByPhage && genes > 0 ? [['Genes (JSON)', ofPhage('genesbyphage')] as const] : []),
  ];
}

function filesOf(name: string, genes: number, site: HtmlSite): string {
  const encoded = encodeURIComponent(name);
  const files = { faa: 'Proteins (FASTA)', gff3: 'Genes (GFF3)' } as const;
  const bulk = phageFormNames.flatMap((form) => {
    const has = site.hasBulk && genes > 0 && bulkPhageFile(name, form) !== null;
    return has ? [[files[form], `bulk/phages/${encoded}.${form}`] as const] : [];
  });
  const links = [...dataOf(name, genes, site), ...bulk];
  return `<p>${links.map(([title, address]) => link(address, title)).join(' · ')}</p>`;
}

function factsHtml({ groups, empty }: PhageFacts): string {
  const cards = groups.map(({ title, facts }) => {
    const shown = facts.map(
      ({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${html(value)}</dd>`,
    );
    return `<section class="card"><h3>${title}</h3><dl class="facts">${shown.join('')}</dl></section>`;
  });
  const without = empty.length === 0 ? '' : `\n<p>No value: ${escapeHtml(empty.join(', '))}</p>`;
  return `<div class="cards">${cards.join('\n')}</div>${without}`;
}

function html(value: Shown): string {
  switch (value.kind) {
    case 'text':
      return bdi(value.text);
    case 'day':
      return `<time datetime="${escapeHtml(value.whole)}">${value.text}</time>`;
    case 'link':
      return link(value.href, value.text);
    case 'list':
      return value.items.map(html).join('; ');
    case 'object': {
      const parts = value.parts.map(
        ({ label, value: inner }) =>
          `<div><dt>${escapeHtml(label)}</dt><dd>${html(inner)}</dd></div>`,
      );
      const [text, rest] = [bdi(value.text), `<dl class="inner">${parts.join('')}</dl>`];
      if (parts.length === 0) return text;
      return text === '' ? rest : `<details><summary>${text}</summary>${rest}</details>`;
    }
  }
}

function genesHtml({ count, shown }: GenesOnPage): string {
  if (count === 0) return '        <p>This site has no genes of this phage.</p>';
  const left =
    count === shown.count
      ? ''
      : `<p>The first ${formatCount(shown.count)} in order of GeneID; the data has all.</p>`;
  // By start, then by GeneID: numbers are sorted far faster than by a function.
  const inOrder = Float64Array.from(
    { length: shown.count },
    (_, gene) => Math.min(integerOf(shown, gene, Start) ?? latest, latest) * mostGenes + gene,
  ).sort();
  const rows = Array.from(inOrder, (place) => geneRow(shown, place % mostGenes));
  return `        <section>
          <h2>${formatCounted(count, 'gene')}</h2>${left}
          <div class="scroll"><table>
            <thead><tr>${headings(geneTitles)}</tr></thead>
            <tbody>
${rows.join('\n')}
            </tbody>
          </table></div>
        </section>`;
}

const geneTitles: Titles = [
  ['Gene'],
  ['Notes'],
  ['Family'],
  ['From', 'number'],
  ['To', 'number'],
  ['Strand'],
];

const { GeneID, Start, Stop, Orientation, Notes, PhamID_PhamID } = geneFields;

/** One text, since there are a hundred on a page. */
function geneRow(genes: GeneRange, gene: number): string {
  const id = stringOf(genes, gene, GeneID) ?? '';
  const notes = stringOf(genes, gene, Notes) ?? '';
  const pham = integerOf(genes, gene, PhamID_PhamID);
  const [start, stop] = [integerOf(genes, gene, Start), integerOf(genes, gene, Stop)];
  const side = stringOf(genes, gene, Orientation);
  const strand = side === 'F' ? 'forward' : side === 'R' ? 'reverse' : '';
  const family = pham === null ? '' : `<a href="?pham=${pham}">${pham}</a>`;
  // Counted from 1, as on maps.
  const places = number(start === null ? null : start + 1) + number(stop);
  return `<tr><th scope="row">${link(`?gene=${encodeURIComponent(id)}`, id)}</th><td>${bdi(notes)}</td><td>${family}</td>${places}<td>${strand}</td></tr>`;
}

export function clusterPage(
  name: string,
  members: readonly PhageRow[],
  all: number,
  { frame }: HtmlSite,
): string {
  const title = clusterTitle(name, members);
  const lengths = members.flatMap(({ length }) => length ?? []).sort((a, b) => a - b);
  const [least, most] = [lengths[0], lengths.at(-1)];
  const genomes =
    least === undefined || most === undefined
      ? ''
      : least === most
        ? ` Genome: ${formatCount(least)} bp.`
        : ` Genomes: ${formatCount(least)} to ${formatCount(most)} bp.`;
  const hosts = tally(members, (row) => row.genus).map(
    ([text, count]) => `${bdi(text)} (${formatCount(count)})`,
  );
  const subclusters = isCluster(name, members) ? tally(members, (row) => row.subcluster) : [];
  const content = [
    `<p class="lead">${formatCount(members.length)} of ${formatCounted(all, 'phage')}.${genomes}</p>`,
    hosts.length === 0 ? '' : `<p>Hosts: ${hosts.join(', ')}.</p>`,
    subclusters.length === 0
      ? ''
      : `<p>Subclusters: ${subclusters.map(([text, count]) => `${linkToCluster(text, text)} (${formatCount(count)})`).join(', ')}.</p>`,
    phageTable(members),
  ]
    .filter(Boolean)
    .join('\n');
  return readyPage(
    {
      folder: 'clusters',
      name,
      title: plainText(title),
      description: plainText(`${title}: ${formatCounted(members.length, 'phage')}.`),
      content,
    },
    frame,
  );
}

/** Otherwise it is a subcluster. */
function isCluster(name: string, members: readonly PhageRow[]): boolean {
  return members[0]?.cluster === name;
}

function clusterTitle(name: string, members: readonly PhageRow[]): string {
  if (name === 'Singleton') return 'Singletons';
  return `${isCluster(name, members) ? 'Cluster' : 'Subcluster'} ${name}`;
}

function phageTable(rows: readonly PhageRow[]): string {
  const titles: Titles = [['Phage'], ['Subcluster'], ['Host genus'], ['Genome (bp)', 'number']];
  const lines = rows.map(
    (row) =>
      `<tr><th scope="row">${linkToPhage(row.name)}</th>${cell(row.subcluster === '' ? '' : linkToCluster(row.subcluster, row.subcluster))}${cell(bdi(row.genus))}${number(row.length)}</tr>`,
  );
  return `<div class="scroll"><table>
<thead><tr>${headings(titles)}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>`;
}

export function listPage(
  rows: readonly PhageRow[],
  clusters: readonly (readonly [string, readonly PhageRow[]])[],
  { frame }: HtmlSite,
): string {
  const names = (some: readonly PhageRow[]) =>
    `<p>${some.map(({ name }) => linkToPhage(name)).join(', ')}</p>`;
  const sections = clusters.flatMap(([name, members]) =>
    isCluster(name, members)
      ? [`<h2>${linkToCluster(name, clusterTitle(name, members))}</h2>\n${names(members)}`]
      : [],
  );
  const others = rows.filter((row) => row.cluster === '');
  if (others.length > 0) sections.push(`<h2>In no cluster</h2>\n${names(others)}`);
  const size = formatCounted(rows.length, 'phage');
  return readyPage(
    {
      folder: 'phages',
      name: '',
      title: 'Phages',
      description: `All ${size}, by cluster.`,
      content: `<p class="lead">${size}</p>\n${sections.join('\n')}`,
    },
    frame,
  );
}

function linkToPhage(name: string): string {
  return link(pagePath('phages', name), name);
}

function linkToCluster(
  name: string,
  label = name === 'Singleton' ? 'A singleton' : `Cluster ${name}`,
): string {
  return isNamed(name) ? link(pagePath('clusters', name), label) : escapeHtml(label);
}

function link(address: string, label: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;
}

/** Its own direction of writing turns nothing round beside it. */
function bdi(text: string): string {
  return text === '' ? '' : `<bdi>${escapeHtml(text)}</bdi>`;
}

type Titles = readonly (readonly [title: string, kind?: 'number'])[];

function headings(titles: Titles): string {
  return titles
    .map(
      ([title, kind]) =>
        `<th scope="col"${kind === undefined ? '' : ` class="${kind}"`}>${title}</th>`,
    )
    .join('');
}

function cell(inner: string): string {
  return `<td>${inner}</td>`;
}

function number(value: number | null): string {
  return `<td class="number">${value === null ? '' : formatCount(value)}</td>`;
}
