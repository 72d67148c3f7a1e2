/**
 * Stages `changes/`: what changed from the live release to the staged one, and the steps before it, so that readers follow a
 * site without fetching it again. A broken live site costs its step, never the build.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { attempt, Failure } from '../base/failure.ts';
import { isOfSize, makeFolder, readOwn, textIn } from '../base/files.ts';
import { type CollectionName, isNamed, isObject } from '../contract/collectionName.ts';
import {
  changesFile,
  changesHead,
  changesIndex,
  type ChangeStep,
  familiesTable,
  phagesTable,
  feedFiles,
  type HistoryFile,
  parseChangesIndex,
  removedTable,
  renderChangesIndex,
  shortId,
} from '../contract/history.ts';
import { changesFolder } from '../contract/sitePaths.ts';
import type { Release } from '../contract/release.ts';
import { defaultTitle, neutralNames, publicName } from '../contract/siteOptions.ts';
import { createStreamedFile, linkInto, writing } from '../publishing/siteWriter.ts';
import { compareText } from '../text/order.ts';
import { formatCount, formatCounts } from '../text/words.ts';
import { changedFields } from './changedFields.ts';
import {
  type ChangeCounts,
  countGenomes,
  diffReleases,
  kindOf,
  type KnownChanges,
} from './diffReleases.ts';
import { countFamilies, type FamilyChange } from './familyMap.ts';
import { openRelease } from './openRelease.ts';
import type { RecordChange } from './compareRecords.ts';

// A row for each phage of which anything changed: its record, how many of its genes, its genome.
const phageColumns = ['phage', 'record', 'genes_added', 'genes_removed', 'genes_changed', 'genome'];
const familyColumns = ['kind', 'old', 'new', 'shared_genes', 'old_genes', 'new_genes'];

/** The tables, with their heads: the first column is the release in which something changed. */
const tables = {
  [familiesTable]: headOf(familyColumns),
  [phagesTable]: headOf(phageColumns),
  [removedTable]: headOf(['collection', 'key']),
} as const;

type Table = keyof typeof tables;

function headOf(columns: readonly string[]): string {
  return ['release', 'date', ...columns].join('\t');
}

function perTable<Value>(valueOf: (table: Table) => Value): Record<Table, Value> {
  return {
    [familiesTable]: valueOf(familiesTable),
    [phagesTable]: valueOf(phagesTable),
    [removedTable]: valueOf(removedTable),
  };
}

/** Steps that are kept: who is further behind fetches the site. */
const mostSteps = 100;

export interface HistoryPlace {
  /** The live site; null if there is none. */
  readonly liveDir: string | null;
  readonly live: Release | null;
  /** Folders of former releases beside the live one, which a link may lead to again. */
  readonly besides: readonly string[];
  readonly stagingDir: string;
  readonly staged: Release;
}

export interface HistoryEffects {
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Percentage of families that may get other numbers without a warning. */
  readonly maxRenumbered: number;
  /** Of the step from the live site. */
  readonly known: KnownChanges | null;
}

/** Stages the folder; returns its files, with the index. Throws a Failure where they cannot be written. */
export async function stageChanges(
  { liveDir, live, stagingDir, staged }: HistoryPlace,
  { note, signal, now, maxRenumbered, known }: HistoryEffects,
): Promise<HistoryFile[]> {
  const former = liveDir === null ? noSteps : readChanges(liveDir, live, note);
  const steps = [...former.steps];
  const folder = path.join(stagingDir, changesFolder);
  let { rows } = former;
  let own = '';
  for (const { file } of steps.splice(mostSteps - 1))
    note(`${file.path} is not kept: there are ${mostSteps} later ones.`);
  if (liveDir !== null && live !== null && live.release !== staged.release) {
    const date = dateOf(staged, steps[0]?.date, now());
    const made = await stageStep({ liveDir, stagingDir, date }, { signal, known }).catch(
      (error: unknown) => {
        // Where nothing can be written, the next file says so.
        if (!(error instanceof Failure)) throw error;
        note(`What changed since the last release is not told: ${error.message}`);
        return null;
      },
    );
    if (made !== null) {
      own = made.step.file.path;
      // The same step may have been made before: then its file is another now.
      const again = steps.findIndex(({ file }) => file.path === made.step.file.path);
      const [twice] = again < 0 ? [] : steps.splice(again, 1);
      const head = twice === undefined ? null : rowHead(twice);
      if (head !== null)
        rows = perTable((table) => rows[table].filter((row) => !row.startsWith(head)));
      steps.unshift(made.step);
      const warning = renumberedWarning(made, maxRenumbered);
      if (warning !== null) note(warning);
      // There may be more than a call takes arguments.
      const earlier = rows;
      rows = perTable((table) => made.rows[table].concat(earlier[table]));
    }
  }
  writing(folder, () => makeFolder(folder));
  for (const { file } of steps)
    if (file.path !== own)
      linkInto(path.join(liveDir ?? '', file.path), path.join(stagingDir, file.path));
  const listed = new Set(steps.map(({ to }) => shortId(to)));
  const put = (file: string, text: string): HistoryFile => putFile(stagingDir, liveDir, file, text);
  const isKept = (row: string) => listed.has(row.slice(0, row.indexOf('\t')));
  const texts = [
    ...Object.entries(rows).map(([file, all]): [string, string] => [
      file,
      [tables[file as Table], ...all.filter(isKept), ''].join('\n'),
    ]),
    ...(await feedsOf(staged, steps)),
  ];
  const written = steps.length === 0 ? [] : texts.map(([file, text]) => put(file, text));
  const index = { release: staged.release, steps, files: written };
  return [
    ...steps.map(({ file }) => file),
    ...written,
    put(changesIndex, renderChangesIndex(index)),
  ];
}

interface ToldChanges {
  readonly steps: readonly ChangeStep[];
  readonly rows: Record<Table, readonly string[]>;
}

const noSteps: ToldChanges = { steps: [], rows: perTable(() => []) };

/** What a live site tells, as far as its files are as its index says; `note` is told of the others. */
function readChanges(
  siteDir: string,
  live: Pick<Release, 'changes'> | null,
  note: (text: string) => void,
): ToldChanges {
  const text = textIn(path.join(siteDir, changesIndex)) ?? '';
  const index = parseChangesIndex(text);
  if (index === null) {
    if (live?.changes === true)
      note(`${changesIndex} is missing or damaged: what changed until now is not told any more.`);
    return noSteps;
  }
  const paths = index.steps.map(({ file }) => file.path);
  const steps = index.steps.filter(({ file }, at) => {
    const isAsListed =
      paths.indexOf(file.path) === at && isOfSize(path.join(siteDir, file.path), file.bytes);
    if (!isAsListed) note(`${file.path} is not as its index says, and not kept.`);
    return isAsListed;
  });
  const rowsOf = (table: Table): string[] => {
    const file = index.files.find((one) => one.path === table);
    if (file === undefined) return [];
    const bytes = attempt(() => readOwn(path.join(siteDir, table)));
    const [head, ...rows] = bytes?.toString().split('\n') ?? [];
    const isAsListed = bytes !== undefined && hash('sha256', bytes) === file.sha256;
    if (isAsListed && head === tables[table]) return rows.filter((row) => row !== '');
    note(`${table} is not as its index says: it begins anew.`);
    return [];
  };
  return { steps, rows: perTable(rowsOf) };
}

/** What each row of a table begins with that tells of a step. */
function rowHead({ to, date }: Pick<ChangeStep, 'to' | 'date'>): string {
  return `${shortId(to)}\t${date}\t`;
}

/** A file that is linked where the live site has the same. */
export function putFile(
  stagingDir: string,
  liveDir: string | null,
  file: string,
  text: string,
): HistoryFile {
  const stream = createStreamedFile(file, { stagingDir, liveDir });
  try {
    stream.append(Buffer.from(text));
    return stream.finish().file;
  } finally {
    stream.close();
  }
}

/** The release date, or the time of publication: never before the last one, whatever the clock says. */
export function dateOf(
  { release_date }: Pick<Release, 'release_date'>,
  last: string | undefined,
  nowMs: number,
): string {
  const date = release_date ?? new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const isBehind = last !== undefined && Date.parse(date) < Date.parse(last);
  return isBehind && release_date === undefined ? last : date;
}

/** Null unless more families got another number than they may. */
function renumberedWarning(
  { step, sameFamilies }: Pick<Step, 'step' | 'sameFamilies'>,
  maxPercent: number,
): string | null {
  const { renumbered = 0 } = step.families;
  const share = (100 * renumbered) / Math.max(1, renumbered + sameFamilies);
  if (share <= maxPercent) return null;
  return `${formatCount(renumbered)} gene families have another number than in the last release, ${Math.round(share)} %, more than --max-renumbered ${maxPercent}%. To keep their numbers, import them with --families-from.`;
}

interface Step {
  readonly step: ChangeStep;
  /** Families that have the number that they had. */
  readonly sameFamilies: number;
  readonly rows: Readonly<Record<Table, readonly string[]>>;
}

async function stageStep(
  { liveDir, stagingDir, date }: { liveDir: string; stagingDir: string; date: string },
  { signal, known }: Pick<HistoryEffects, 'signal' | 'known'>,
): Promise<Step> {
  const [old, now] = [await openRelease(liveDir), await openRelease(stagingDir)];
  const [from, to] = [old.release.release, now.release.release];
  const file = changesFile(from, to);
  const target = path.join(stagingDir, file);
  writing(target, () => makeFolder(path.dirname(target)));
  const gzip = createGzip({ level: 6 });
  const written = pipeline(gzip, createWriteStream(target, { flags: 'wx' }));
  // Awaited below; until then, an error is that of the next write.
  written.catch(() => {});
  const removed: string[] = [];
  const phages = countPhages(now.release);
  const row = (...cells: readonly (string | number)[]) =>
    rowHead({ to, date }) + cells.map(tableCell).join('\t');
  const write = (line: object | string): Promise<unknown> | undefined => {
    signal.throwIfAborted();
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    return gzip.write(`${text}\n`) ? undefined : once(gzip, 'drain');
  };
  try {
    void write(changesHead({ from, to, date }));
    const diff = await diffReleases(old, now, {
      withoutFiles: true,
      known,
      onChange(collection, change) {
        phages.note(collection, change);
        if (change.after === null && isNamed(collection)) removed.push(row(collection, change.key));
        return write(changeLine(collection, change));
      },
    });
    for (const family of diff.families) await write({ collection: 'families', ...family });
    for (const [change, names] of Object.entries(diff.genomes))
      for (const key of names) await write({ collection: 'genomes', change, key });
    gzip.end();
    await written;
    const bytes = readFileSync(target);
    const families = diff.families.flatMap((family) =>
      familyRows(family).map((cells) => row(...cells)),
    );
    const step = {
      from,
      to,
      date,
      counts: { ...diff.collections, genomes: countGenomes(diff.genomes) },
      families: countFamilies(diff.families),
      file: { path: file, bytes: bytes.length, sha256: hash('sha256', bytes) },
    };
    for (const [kind, names] of Object.entries(diff.genomes))
      for (const name of names) phages.genome(name, kind);
    return {
      step,
      sameFamilies: diff.sameFamilies,
      rows: {
        [familiesTable]: families,
        [phagesTable]: phages.rows().map((cells) => row(...cells)),
        [removedTable]: removed,
      },
    };
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    writing(target, () => rmSync(path.dirname(target), { recursive: true, force: true }));
    throw error;
  }
}

/** A line of a file of changes: the record as it is, or was, and the former values of what changed. */
function changeLine(collection: CollectionName, { key, before, after }: RecordChange): string {
  const change = kindOf(before, after);
  // Records without names of their own are told by themselves.
  const head: Record<string, unknown> = { collection, change };
  if (isNamed(collection)) head['key'] = key;
  if (before !== null && after !== null)
    head['was'] = Object.fromEntries(
      changedFields(before, after).map(({ field, was }) => [field, was ?? null]),
    );
  return `${JSON.stringify(head).slice(0, -1)},"record":${after ?? before ?? 'null'}}`;
}

/** Counts what changed by phage. */
function countPhages({ field_names: names = neutralNames }: Release) {
  const found = new Map<string, { record: string; genome: string } & ChangeCounts>();
  const phageField = publicName(names, 'PhageID');
  const of = (name: string) => {
    const own = found.get(name) ?? { record: '', genome: '', added: 0, removed: 0, changed: 0 };
    found.set(name, own);
    return own;
  };
  return {
    note(collection: CollectionName, { key, before, after }: RecordChange): void {
      const change = kindOf(before, after);
      if (collection === ofPhages) of(key).record = change;
      if (collection !== inPhages) return;
      const gene: Record<string, unknown> = JSON.parse(after ?? before ?? '{}');
      const summary = gene[phageField];
      const name = isObject(summary) ? summary[phageField] : null;
      if (typeof name === 'string') of(name)[change]++;
    },
    genome(name: string, change: string): void {
      of(name).genome = change;
    },
    rows: () =>
      [...found]
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([name, { record, added, removed, changed, genome }]) => [
          name,
          record,
          added,
          removed,
          changed,
          genome,
        ]),
  };
}

const ofPhages: CollectionName = 'phages';
const inPhages: CollectionName = 'genes';

/** A row for each pair of an old and a new family that share genes. */
function familyRows({ kind, old, now, shared }: FamilyChange): (string | number)[][] {
  const genesBy = (families: FamilyChange['old']) =>
    new Map(families.map(({ id, genes }) => [id, genes]));
  const [oldGenes, newGenes] = [genesBy(old), genesBy(now)];
  if (old.length === 0) return now.map(({ id, genes }) => [kind, '', id, 0, 0, genes]);
  if (now.length === 0) return old.map(({ id, genes }) => [kind, id, '', 0, genes, 0]);
  return shared.map(([from, to, genes]) => [
    kind,
    from,
    to,
    genes,
    oldGenes.get(from) ?? 0,
    newGenes.get(to) ?? 0,
  ]);
}

/** A cell of a table, which has no line or column more. */
export function tableCell(cell: string | number): string {
  return String(cell).replace(/[\t\r\n]+/g, ' ');
}

/** The steps as feeds, for readers that ask for news. */
async function feedsOf(
  { base_url, about }: Release,
  steps: readonly ChangeStep[],
): Promise<[file: string, text: string][]> {
  const { Feed } = await import('feed');
  const address = (file: string) => `${base_url}/${file}`;
  const [latest] = steps;
  const feed = new Feed({
    id: address(changesIndex),
    title: `${about?.title ?? defaultTitle}: changes`,
    link: `${base_url}/`,
    feedLinks: { atom: address(feedFiles.atom), json: address(feedFiles.json) },
    author: { name: (about?.creators ?? []).map(({ name }) => name).join(', ') || 'phagepress' },
    generator: 'phagepress',
    copyright: about?.licence ?? '',
    ...(latest === undefined ? {} : { updated: new Date(latest.date) }),
  });
  for (const step of steps) {
    feed.addItem({
      id: address(step.file.path),
      link: address(step.file.path),
      title: `Release ${shortId(step.to)}`,
      date: new Date(step.date),
      description: describeStep(step),
    });
  }
  return [
    [feedFiles.atom, `${feed.atom1()}\n`],
    [feedFiles.json, `${feed.json1()}\n`],
  ];
}

/** What changed, in a sentence. */
function describeStep({ counts, families }: Pick<ChangeStep, 'counts' | 'families'>): string {
  const all = { ...counts, 'gene families': families };
  const parts = Object.entries(all).flatMap(([name, of]) => {
    const changed = formatCounts({ ...of });
    return changed === '' ? [] : [`${name}: ${changed}`];
  });
  return parts.length === 0 ? 'No record changed.' : `${parts.join('; ')}.`;
}
