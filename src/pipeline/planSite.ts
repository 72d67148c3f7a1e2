/** What is known of a site before it is rendered, and whether its hosts can serve it. */
import type { Progress } from '../base/progress.ts';
import { bytesOfRuns } from '../base/runs.ts';
import { aliasFile } from '../contract/aliases.ts';
import {
  bulkFilesOf,
  bulkIndexesOf,
  genomeForms,
  phageFormNames,
  phageTableNames,
} from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  leastPages,
  type PerCollection,
  perCollection,
  perList,
  type PerList,
  type PerPublished,
  publishedNames,
  recordFilesOf,
  requiredNames,
} from '../contract/collectionName.ts';
import { offeredSets, type PageSize } from '../contract/pageSizes.ts';
import { arePagesPacked, type RecordForm } from '../contract/packs.ts';
import type { Release } from '../contract/release.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { HostName } from '../hosts/host.ts';
import {
  assertHostsCanServe,
  filesTaken,
  hiddenBy,
  hostedSite,
  hostFiles,
  hosts,
  needAliasFiles,
  type PlannedSite,
} from '../hosts/hosts.ts';
import type { SiteLock } from '../publishing/lock.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import type { Disk, PublishedSite } from '../publishing/publishSite.ts';
import type { SecretKey } from '../publishing/signing.ts';
import type { StaticFile } from '../publishing/stageStatic.ts';
import { storedGenomes } from '../records/genomes.ts';
import { hostNameFindings } from '../records/orderRules.ts';
import { createPhageAliases, type PhageAliases } from '../records/phageAliases.ts';
import { paged } from '../sinks/pageBuilder.ts';
import { countEntries, type ViewEntries } from '../sinks/planViews.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import { genomesFolder, type Source } from '../sources/source.ts';
import type { FindingLog } from '../text/findings.ts';
import { formatBytes, formatCount } from '../text/words.ts';
import type { sameSources } from './planIntake.ts';
import {
  type DataFacts,
  type DataIntake,
  type DataOptions,
  type IntakeSurroundings,
  readSources,
} from './readSources.ts';
import type { Config, PublishOptions } from './settings.ts';
import type { Workers } from './tasks.ts';

/** The options of a site, once its data folder has been scanned. */
export type PlannedOptions = PublishOptions & Pick<SiteOptions, 'collections' | 'records'>;

export type BuildOptions = DataOptions &
  PublishOptions &
  Pick<
    Config,
    | 'out'
    | 'maxDrop'
    | 'maxRenumbered'
    | 'changes'
    | 'keep'
    | 'switch'
    | 'sign'
    | 'cache'
    | 'checkLive'
  >;

export interface BuildEffects {
  readonly workers: Workers;
  readonly progress: Progress;
  /** Shows the user a message that is not a finding. */
  readonly note: (text: string) => void;
  /** Aborts the build. */
  readonly signal: AbortSignal;
  /** Absent for that of the system. */
  readonly disk?: Disk;
  /**
   * Called with the folder of the staged site instead of what tells of former releases: returns files that are not in its
   * manifest.
   */
  readonly conclude?: (stagingDir: string, release: Release) => Promise<readonly PublishedFile[]>;
  /** Milliseconds since 1970; absent for the clock of the system. */
  readonly now?: () => number;
}

export interface BuildOutcome {
  readonly counts: PerPublished<number>;
  readonly findings: FindingLog;
  /** The number of genomes that were read; null if the data has no folder for them. */
  readonly genomes: number | null;
  readonly sources: { readonly files: number; readonly bytes: number };
  /** Null when errors in the data kept the site from being published. */
  readonly site: PublishedSite | null;
}

/** One build under way. */
export interface Building {
  readonly options: BuildOptions & PlannedOptions;
  /** Null where the number of files decides: then that of `options` is of the live site. */
  readonly askedRecords: RecordForm | null;
  /** What signs the release; null if nothing does. */
  readonly key: SecretKey | null;
  readonly effects: BuildEffects;
  readonly live: Release | null;
  /** Its manifest, which is empty without one. Throws DamagedCache. */
  readonly manifest: () => Buffer;
  readonly discovered: Discovered;
  readonly staticFiles: readonly StaticFile[];
  readonly sameSources: Awaited<ReturnType<typeof sameSources>>;
  readonly lock: SiteLock;
  /** Called as soon as the new site is live. */
  readonly onPublished: () => void;
}

/**
 * The options for a site that has only these collections: without the views of others, and without genomes if it has
 * none. `records` is the form of records until it is known how many there are, where the user leaves it open.
 */
export function withCollections<Options extends PublishOptions>(
  options: Options,
  {
    collections,
    hasGenomes,
  }: { readonly collections: readonly CollectionName[]; readonly hasGenomes: boolean },
  records: RecordForm = 'files',
): Options & PlannedOptions {
  const views = publishedNames(options.views, collections);
  const bulk = hasGenomes ? options.bulk : options.bulk.filter((name) => name !== 'genomes');
  const genomesFile = bulk.includes('genomes') ? (options.genomesFile ?? null) : null;
  return { ...options, collections, views, bulk, genomesFile, records: options.records ?? records };
}

/**
 * Checks what does not depend on the records, before any is read. Throws a Failure if a host cannot serve such a site.
 * Returns the paths of the files that the hosts read from the site.
 */
export function assertHostsCouldServe(
  options: PublishOptions & { readonly out: string },
): string[] {
  const least = planned(
    perCollection(() => 0),
    countEntries(null),
    withCollections(options, { collections: requiredNames, hasGenomes: false }),
  );
  const { lastPages, pageSets } = least;
  const hosted = hostedSite({
    ...options,
    records: options.records ?? 'files',
    tables: options.bulk.includes('phagesdb'),
    lastPages,
    pageSets,
    dir: options.out,
  });
  assertHostsCanServe(options.hosts, hosted, least);
  return hostFiles(options.hosts, hosted).map((file) => file.path);
}

export function planSite(
  { collections, entries, genomes }: DataIntake,
  options: PlannedOptions,
  aliases: PhageAliases | null = null,
): PlannedSite {
  const records = perCollection((name) => collections[name].count);
  const bytes = perCollection((name) =>
    Math.floor(bytesOfRuns(collections[name].runs) * shareOfRecords),
  );
  const named = aliases === null ? 0 : countFiles(aliases, options.hosts);
  const site = planned(records, entries, options, { bytes, genomes: genomes ?? 0 });
  return { ...site, aliases: named };
}

/**
 * Counts the files of aliases: an index entry for each, and a copy where hosts cannot read the index. The phage's own
 * name has no copy.
 */
function countFiles({ phages }: PhageAliases, hostsOfSite: readonly HostName[]): number {
  const index = new Set<string>();
  let names = 0;
  for (const [folded, phage] of phages) {
    index.add(aliasFile(folded));
    if (folded !== phage) names++;
  }
  return index.size + (needAliasFiles(hostsOfSite) ? names : 0);
}

/** The form of records, where the user leaves it open; why they are packed goes to `note`. */
export function formFor(
  intake: DataIntake,
  options: PlannedOptions,
  note: (text: string) => void,
): RecordForm {
  const { files, why } = filesTaken(
    options.hosts,
    planSite(intake, { ...options, records: 'files' }),
  );
  if (why === null) return 'files';
  note(
    `Records are packed: as files, this site would have at least ${formatCount(files)}, and ${why}.`,
  );
  return 'packed';
}

function planned(
  records: PerCollection<number>,
  entries: ViewEntries,
  {
    collections,
    pageSizes,
    furtherSizes,
    geneFiles,
    records: form,
    views,
    bulk,
    html,
    hosts: hostsOfSite,
    genomesFile,
  }: PlannedOptions,
  { bytes, genomes } = { bytes: perCollection(() => 0), genomes: 0 },
): PlannedSite {
  // A derived list has as many records as its view.
  const counts: PerList<number> = { ...entries, ...records };
  const arePacked = form === 'packed';
  const packsPages = arePagesPacked({ records: form, html, hosts: hostsOfSite });
  const lastPages = perList((list) =>
    leastPages(list, { collections, views }) === 0
      ? 0
      : paged(list, counts[list], pageSizes[list]).lastPage,
  );
  return {
    counts,
    lastPages,
    pageSets: offeredSets(counts, lastPages, pageSizes, furtherSizes),
    leastBytes: { ...bytes, phams: leastPhamBytes * counts.phams },
    recordFiles: arePacked ? perCollection(() => false) : recordFilesOf(geneFiles),
    entries: views.map((view) => [view, arePacked ? 0 : entries[view]]),
    aliases: 0,
    // The list of phages has one, too, which is never packed.
    html: html ? (packsPages ? 0 : counts.phages) + 1 : 0,
    bulk: {
      ...plannedBulk(
        { bulk, collections, views, genomesFile: genomesFile ?? null },
        entries,
        genomes,
      ),
      ...(arePacked ? { ofPhages: 0, ofGenomes: 0, ofFamilies: 0 } : {}),
    },
  };
}

// Keys and lengths take far less than a tenth of a run.
const shareOfRecords = 0.9;
// {"PhamID":1,"Color":"#123456","gene_count":1,"phage_count":1}, with the shortest field names possible.
const leastPhamBytes = 40;

function plannedBulk(
  {
    bulk,
    collections,
    genomesFile,
    views,
  }: Pick<PlannedOptions, 'bulk' | 'collections' | 'genomesFile' | 'views'>,
  entries: ViewEntries,
  genomes: number,
): PlannedSite['bulk'] {
  const hasTables = bulk.includes('phagesdb');
  const whole =
    bulkFilesOf(bulk, collections, views).length +
    bulkIndexesOf(bulk).length +
    (hasTables ? phageTableNames.length : 0) +
    (typeof genomesFile === 'string' ? 1 : 0);
  return {
    // The two extra files describe the bulk files.
    whole: bulk.length === 0 ? 0 : whole + 2,
    ofPhages: bulk.includes('phages') ? entries.genesbyphage * phageFormNames.length : 0,
    ofGenomes: bulk.includes('genomes') ? genomes : 0,
    ofFamilies: hasTables ? entries.phams : 0,
  };
}

// Other names of fields may be longer. A file that is too large all the same is rejected when it is staged.
const roomForNames = 1.1;
const envelopeBytes = 4096;
// Pages vary in size: this is the allowance for one with longer records than most.
const roomForUneven = 2;

/**
 * Drops the sizes whose pages may be larger than a host's files, and reports them to `note`. Keeps all sizes that the
 * user asked for.
 */
export function withFittingSizes<Options extends PlannedOptions>(
  { collections }: Pick<DataIntake, 'collections'>,
  options: Options,
  note: (text: string) => void,
): Options {
  const { furtherSizes, yieldingSizes = [], hosts: names } = options;
  const limits = names.map((name) => ({ name, most: hosts[name].limits.fileBytes ?? Infinity }));
  const strictest = limits.toSorted((a, b) => a.most - b.most)[0];
  if (strictest === undefined || strictest.most === Infinity) return options;
  const mayBeBytes = (list: CollectionName, size: PageSize): number => {
    const { count, runs } = collections[list];
    const all = bytesOfRuns(runs) * roomForNames + envelopeBytes;
    return size === 'all' || size >= count ? all : (all * roomForUneven * size) / count;
  };
  const fitting = { ...furtherSizes };
  for (const list of yieldingSizes) {
    const sizes = furtherSizes[list] ?? [];
    const kept = sizes.filter((size) => mayBeBytes(list, size) <= strictest.most);
    const dropped = sizes.filter((size) => !kept.includes(size));
    if (dropped.length === 0) continue;
    if (kept.length === 0) delete fitting[list];
    else fitting[list] = kept;
    const { title } = hosts[strictest.name];
    const largest = mayBeBytes(list, dropped.at(-1) ?? 'all');
    note(
      `${title} takes files of at most ${formatBytes(strictest.most)}: page_size ${dropped.join(' and ')} of ${list}, which the profile would offer, is left out (up to ${formatBytes(largest)}).`,
    );
  }
  return { ...options, furtherSizes: fitting };
}

/** What decides which other names of phages a site publishes (D3). */
export type NameOptions = Partial<
  Pick<PublishOptions, 'phageAliases' | 'caseInsensitiveNames' | 'hosts'>
>;

/**
 * Reads what was discovered, and checks names for hosts and other names of phages. Bad data is in the findings; throws a
 * Failure or DamagedCache for anything else.
 */
export async function readData(
  discovered: Discovered,
  options: DataOptions & NameOptions & NamedSite,
  surroundings: IntakeSurroundings,
): Promise<{ readonly intake: DataIntake; readonly aliases: PhageAliases | null }> {
  const read = await readSources(discovered, options, surroundings);
  checkHostNames(read, options);
  const aliases = planAliases(read, options);
  const { facts: _, names: __, ...intake } = read;
  return { intake, aliases };
}

/** Null for a site that publishes none. Adds breaches of the rule `phage-alias` to the findings. */
function planAliases(
  { facts, findings, locate }: DataIntake & DataFacts,
  { phageAliases = false, caseInsensitiveNames = false, hosts: hostsOfSite = [] }: NameOptions,
): PhageAliases | null {
  if (!phageAliases) return null;
  const aliases = createPhageAliases(facts, hiddenBy(hostsOfSite), caseInsensitiveNames);
  for (const finding of aliases.findings(locate)) findings.add(finding);
  return aliases;
}

// The disk space that a build needs beside the site: an upper bound, from its sources and what is published of them.

/** In bytes. `hasCache` says that sorted runs and stores of genomes exist already. */
export function neededSpace(
  sources: readonly Pick<Source, 'collection' | 'bytes'>[],
  {
    bulk,
    views,
    furtherSizes,
    caseInsensitiveNames,
    records,
  }: Pick<PlannedOptions, 'bulk' | 'views' | 'furtherSizes' | 'caseInsensitiveNames' | 'records'>,
  hasCache: boolean,
): number {
  const ifGenomes = bulk.includes('genomes') ? 1 : 0;
  // What is packed is spooled first, and there until all packs are written.
  const ofPacked = records === 'packed' ? 2 : 1;
  const read = hasCache ? 0 : 1;
  // Copies of the genes: sorted runs, pages, those in further sizes, genes by phage, families (once partitioned, once
  // rendered), bulk files, a bulk file per phage, and GenBank and GFF3 of each genome. Aliases double what is published
  // by name.
  const ofRecords =
    read +
    (caseInsensitiveNames ? 2 : 1) * (1 + (views.includes('genesbyphage') ? ofPacked : 0)) +
    (furtherSizes.genes?.length ?? 0) +
    (views.includes('phams') ? 1 + ofPacked : 0) +
    (bulk.length > 0 ? 1 : 0) +
    (bulk.includes('phages') ? ofPacked : 0) +
    2 * ofPacked * ifGenomes;
  // Copies of a genome: its store, three files of its own, and all genomes in one with the genes of all.
  const ofGenomes = read + 4 * ifGenomes;
  return sources.reduce(
    (sum, { collection, bytes }) =>
      sum + bytes * (collection === genomesFolder ? ofGenomes : ofRecords),
    0,
  );
}

interface NamedSite extends Partial<Pick<SiteOptions, 'bulk'>> {
  readonly hosts?: readonly HostName[];
}

/** Rule `host-name`: checks names in addresses, and files of genomes where these are published. */
function checkHostNames(
  intake: DataIntake & DataFacts,
  { hosts: hostsOfSite = [], bulk = [] }: NamedSite,
): void {
  const builtFor = hostsOfSite.map((name) => hosts[name]);
  const names = builtFor.length === 0 ? [] : [...intake.names()];
  for (const finding of hostNameFindings(names, builtFor, intake.locate)) {
    intake.findings.add(finding);
  }
  if (builtFor.length === 0 || !bulk.includes('genomes')) return;
  const named = new Set(names.map(({ name }) => name));
  for (const [name, [first]] of intake.facts(storedGenomes).byName()) {
    if (first === undefined) continue;
    const file = `${name}.${genomeForms.fastas.extension}`;
    // A host that was reported for the phage is not reported for its genome again.
    const asked = builtFor.filter(({ hides }) => !named.has(name) || hides(name) === null);
    const { place } = first;
    for (const finding of hostNameFindings(
      [{ name: file, pointer: '', place }],
      asked,
      intake.locate,
    ))
      intake.findings.add(finding);
  }
}
