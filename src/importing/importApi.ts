/** Turns the responses of a running service into records and genomes below a data folder. */
import { Readable } from 'node:stream';
import type { HttpClient } from '../base/httpClient.ts';
import { perCollection } from '../contract/collectionName.ts';
import { foldName } from '../contract/recordName.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import type { PhageSummary } from '../generated/records.ts';
import { neutralValues } from '../records/renameFields.ts';
import { type FastaFault, readFasta, renderFasta } from '../sequences/fasta.ts';
import type { PlacedFault } from './annotation.ts';
import type { ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { rulesToAllow } from './provenance.ts';
import {
  filesByInput,
  linesOf,
  noteInput,
  putPhage,
  settleGenes,
  stopInside,
  summaryOf,
  takeBackRest,
} from './putPhage.ts';
import { createImportLog, type Imported, logTo } from './report.ts';
import { geneOf, phageFields } from './servedRecords.ts';
import {
  type Answer,
  type ApiOptions,
  type Asking,
  createAsking,
  each,
  fileTarget,
  type ListedRecord,
  nameIn,
  noList,
  notesOf,
  openFetched,
  put,
  releaseOf,
  type ServedPhages,
  type ServiceAddress,
  ServiceFault,
  type ServiceWalk,
  walk,
} from './service.ts';
import type { Spill } from './spill.ts';

/** Where other inputs override a service's values for a phage, its genes get the same values. */
const summarised: Readonly<Record<string, keyof PhageSummary>> = {
  archive_accession: 'Accession',
  host_genus: 'HostGenus',
  pcluster: 'Cluster',
  psubcluster: 'Subcluster',
};

/**
 * The values that other inputs, such as a table, set in place of the service, in the form that genes have; null if
 * there are none.
 */
function valuesOfOthers(
  staged: StagedData,
  phage: string,
  id: string,
): Partial<PhageSummary> | null {
  const file = `phages/${phage}.json`;
  const owners = Object.entries(staged.files.get(file)?.fields ?? {});
  const names = owners.flatMap(([field, owner]) => (owner === id ? [] : (summarised[field] ?? [])));
  if (names.length === 0) return null;
  const summary = summaryOf(JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage);
  return Object.fromEntries(names.map((name) => [name, summary[name]]));
}

function withSummary(json: string, said: Partial<PhageSummary>): string {
  const gene = JSON.parse(json) as { readonly PhageID: PhageSummary };
  return JSON.stringify({ ...gene, PhageID: { ...gene.PhageID, ...said } });
}

/** Throws a ServiceFault if the service has no list of genes. */
export async function takeGenes({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const { asking, options, spill, staged } = context;
  const phages = new Map<string, string>();
  const folded = new Map<string, string>();
  const take = ({ record, at }: ListedRecord) => {
    const { log } = context;
    const name = typeof record['GeneID'] === 'string' ? record['GeneID'] : '';
    const place = { file: at, line: null };
    const notes = {
      ...notesOf('genes', name, place, log),
      changed: (kind: string) => logTo(log.changed, kind, name, place),
    };
    const gene = geneOf(record, notes);
    if (typeof gene === 'string') return logTo(log.refused, `genes ${gene}`, name, place);
    if (options.since !== null && !taken.has(gene.phage)) return;
    if (gene.hasStopInside) logTo(log.doubtful, stopInside, name, place);
    const phage = nameIn(gene.phage, at);
    const other = folded.get(foldName(phage)) ?? phage;
    if (other !== phage)
      throw new ServiceFault(at, 'names that files can tell apart', `'${phage}' and '${other}'`);
    folded.set(foldName(phage), phage);
    if (!phages.has(phage)) phages.set(phage, at);
    spill.add(phage, [JSON.stringify(gene.id), gene.json]);
  };
  if (options.since === null || !(await takeByPhage([...taken.keys()], context, take))) {
    if (!(await each(walk(context, 'genes/', 'genes'), take))) throw noList(asking, 'genes/');
  }
  for (const [phage, at] of phages) {
    await staged.rest();
    putGenes(phage, at, context);
  }
}

/** Returns whether the service has a gene list for each phage; a phage without genes may have none. */
async function takeByPhage(
  phages: readonly string[],
  context: ServiceWalk,
  take: (one: ListedRecord) => void,
): Promise<boolean> {
  let isAnyThere = phages.length === 0;
  for (const phage of phages) {
    const path = `genesbyphage/${encodeURIComponent(phage)}/`;
    if (await each(walk(context, path, 'genes'), take)) isAnyThere = true;
  }
  return isAnyThere;
}

function putGenes(phage: string, at: string, context: ServiceWalk): void {
  const { asking, staged } = context;
  const said = valuesOfOthers(staged, phage, asking.address.id);
  const seen = new Set<string>();
  const lines = context.spill.itemsOf(phage).map(([id = '', json = '']) => {
    if (seen.has(id)) {
      asking.forget(`${asking.address.apiPath}genes`);
      throw new ServiceFault(at, 'each gene once', `${String(JSON.parse(id))} twice`);
    }
    seen.add(id);
    return `${said === null ? json : withSummary(json, said)}\n`;
  });
  put(context, `genes/${phage}.ndjson`, Buffer.from(lines.join('')), at);
  context.totals.genes += lines.length;
}

/** Services without features, such as PhagesDB, do not have these addresses. */
async function takeFeatures({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const features = new Map<string, { readonly at: string; readonly records: object[] }>();
  await each(walk(context, 'features/', 'features'), ({ record, at }) => {
    const phage = nameIn(record['PhageID'], at);
    if (context.options.since !== null && !taken.has(phage)) return;
    const known = features.get(phage) ?? { at, records: [] };
    features.set(phage, known);
    known.records.push(record);
  });
  for (const [phage, { at, records }] of features) {
    await context.staged.rest();
    put(context, `features/${phage}.ndjson`, linesOf(records), at);
    context.totals.features += records.length;
  }
}

/** Fetches the genome of a phage from the file that its record names. */
// Larger than the longest genome with its line breaks.
const maxBytes = 40 << 20;

/** The nucleotides, or why there are none; completes "genomes …". Throws a ServiceFault. */
async function genomeOf(asking: Asking, file: string): Promise<Buffer | string> {
  const target = fileTarget(asking.address, file);
  if (target === null) return 'on another host, or at no address';
  let answer: Answer;
  try {
    answer = await asking.ask(target, { maxBytes });
  } catch (error) {
    if (!(error instanceof ServiceFault) || !error.isOfAnswer) throw error;
    return `that cannot be fetched (${error.found})`;
  }
  const { status, body } = answer;
  if (status !== 200) return `that are not there (status ${status})`;
  const faults: FastaFault[] = [];
  const found: Buffer[] = [];
  for await (const { bases } of readFasta(Readable.from([body]), (fault) => faults.push(fault)))
    found.push(bases);
  const [bases] = found;
  if (faults.length > 0 || bases === undefined) return 'that are not FASTA';
  return found.length > 1 ? 'of more than one sequence' : bases;
}

/** Throws a ServiceFault if the service has no list of them. */
async function takePhages(context: ServiceWalk): Promise<ServedPhages> {
  const { asking, log, options, staged, totals } = context;
  const taken: ServedPhages['taken'] = new Map();
  const folded = new Map<string, string>();
  const isThere = await each(walk(context, 'phages/', 'phages'), ({ record, at }) => {
    const name = nameIn(record['phage_name'], at);
    const other = folded.get(foldName(name));
    if (other !== undefined)
      throw new ServiceFault(
        at,
        'names that files can tell apart',
        `a phage '${name}' besides '${other}'`,
      );
    folded.set(foldName(name), name);
    if (!isSince(record['date_modified'], options.since)) {
      const kind = `phages not modified since ${options.since}`;
      return logTo(log.refused, kind, name, { file: at, line: null });
    }
    const fields = phageFields(
      record,
      name,
      notesOf('phages', name, { file: at, line: null }, log),
    );
    putPhage(staged, name, { input: asking.address.id, kind: 'api' }, fields);
    context.before.delete(`phages/${name}.json`);
    taken.set(name, { fasta: record['fasta_file'], at });
    totals.phages++;
  });
  if (!isThere) throw noList(asking, 'phages/');
  return { taken, all: new Set(folded.values()) };
}

/** A phage without a modification date is included. */
function isSince(modified: unknown, since: string | null): boolean {
  if (since === null || typeof modified !== 'string') return true;
  const at = Date.parse(modified);
  return Number.isNaN(at) || at >= Date.parse(since);
}

async function takeGenomes({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const { asking, baseUrl, log, totals } = context;
  for (const [name, { fasta, at }] of taken) {
    if (typeof fasta !== 'string' || fasta === '') continue;
    // The site's own files are fetched from the address that its pages are fetched from.
    const isOwn = baseUrl !== null && fasta.startsWith(`${baseUrl}/`);
    const file = isOwn ? asking.address.id + `..${fasta.slice(baseUrl.length)}` : fasta;
    const bases = await genomeOf(asking, file);
    if (typeof bases === 'string') {
      logTo(log.refused, `genomes ${bases}`, `${name}: ${fasta}`, { file: at, line: null });
      continue;
    }
    put(context, `genomes/${name}.fasta`, renderFasta(name, bases), at);
    totals.genomes++;
  }
}

interface ApiEffects {
  readonly client: Pick<HttpClient, 'ask'>;
  readonly spill: Spill;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onAnswer: () => void;
}

export interface ApiReport extends Imported {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  readonly faults: readonly PlacedFault[];
}

/** Stages what the service has. With faults, the data folder must stay as it was. Throws a Failure, or the signal's reason. */
export async function importApi(
  address: ServiceAddress,
  staged: StagedData,
  options: ApiOptions,
  { client, spill, now, onAnswer }: ApiEffects,
): Promise<ApiReport> {
  const log = createImportLog();
  const { since, withGenomes } = options;
  const request = { from: address.id, since, withGenomes };
  const asking = createAsking(address, client, openFetched(staged.data, request, now), onAnswer);
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const before = filesByInput(staged)(address.id);
  const faults: PlacedFault[] = [];
  try {
    const release = await releaseOf(asking);
    const names = release?.field_names ?? neutralNames;
    const context: ServiceWalk = {
      asking,
      staged,
      options,
      log,
      spill,
      before,
      baseUrl: release?.base_url ?? null,
      neutral: perCollection((name) => neutralValues(name, names)),
      totals,
    };
    const phages = await takePhages(context);
    if (withGenomes) await takeGenomes(phages, context);
    await takeGenes(phages, context);
    await takeFeatures(phages, context);
    takeBackRest(staged, restOf(before, phages, options), {
      id: address.id,
      name: address.id,
      log,
    });
    const { program, date } = options;
    noteInput(staged, address.id, { kind: 'api', ...asking.fetched(), program, date });
    await settleGenes(staged);
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    const { address: file, expected, found } = error;
    // It may be mended before the next import.
    asking.forget(file.slice(address.origin.length));
    faults.push({ file, line: null, expected, found });
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults };
}

/** The files of what the service no longer has. If genomes were not requested, they stay with their phage. */
function restOf(
  before: ReadonlySet<string>,
  { taken, all }: ServedPhages,
  { since, withGenomes }: ApiOptions,
): Set<string> {
  const isKept = (file: string) => {
    const [, folder, name = ''] = /^(\w+)\/(.*)\.\w+$/.exec(file) ?? [];
    if (!all.has(name)) return false;
    return (since !== null && !taken.has(name)) || (folder === 'genomes' && !withGenomes);
  };
  return new Set([...before].filter((file) => !isKept(file)));
}
