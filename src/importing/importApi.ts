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
import type { StagedData } from './dataFolder.ts';
import { rulesToAllow } from './provenance.ts';
import {
  filesByInput,
  linesOf,
  noteInput,
  putPhage,
  readPhage,
  settleGenes,
  stopInside,
  summaryOf,
  takeBackRest,
} from './putPhage.ts';
import { createImportLog, type Imported, logTo, type RecordCounts } from './report.ts';
import { geneOf, phageFields } from './servedRecords.ts';
import {
  type Answer,
  type ApiOptions,
  type Asking,
  createAsking,
  eachRecord,
  fileTarget,
  type ListedRecord,
  nameIn,
  notesOf,
  openFetched,
  put,
  ReleaseChanged,
  releaseOf,
  removeFetched,
  type ServedPhages,
  type ServiceAddress,
  ServiceFault,
  type ServiceWalk,
} from './service.ts';
import { addTo, type Spill } from './spill.ts';

interface ApiEffects {
  readonly client: Pick<HttpClient, 'ask'>;
  readonly spill: Spill;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onAnswer: () => void;
  readonly note: (text: string) => void;
  /** Whether the service was published anew while it was read before. */
  readonly isAgain: boolean;
}

export interface ApiReport extends Imported, RecordCounts {}

/** Stages what the service has. With faults, the data folder must stay as it was. Throws a Failure, the signal's reason, or once ReleaseChanged. */
export async function importApi(
  address: ServiceAddress,
  staged: StagedData,
  options: ApiOptions,
  { client, spill, now, onAnswer, note, isAgain }: ApiEffects,
): Promise<ApiReport> {
  const { since, withGenomes } = options;
  const fetched = openFetched(staged.data, { from: address.id, since, withGenomes }, now);
  const asking = createAsking(address, client, fetched, onAnswer);
  const file = `${address.origin}${asking.releaseTarget}`;
  const isSame = async () => {
    const release = asking.releaseKept();
    return release === null || release === (await asking.releaseNow());
  };
  const log = createImportLog();
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const faults: PlacedFault[] = [];
  const fault = await faultIn(async () => {
    if (!(await isSame())) {
      note(`${file} names another release than what was kept of the last fetch: ${anew}`);
      fetched.renew();
    }
    const ofWalk = await faultIn(() => walk({ asking, staged, options, log, spill, totals }));
    if (ofWalk?.of !== 'service' && !(await isSame())) {
      removeFetched(staged.data);
      if (!isAgain)
        throw new ReleaseChanged(
          `${file} names another release than when the import began: ${anew}`,
        );
      const found = 'another than before, for the second time';
      const hint = 'Import again when no new release is being published.';
      faults.push({
        file,
        line: null,
        expected: 'one release while its pages are fetched',
        found,
        hint,
      });
    } else if (ofWalk !== null) throw ofWalk;
  });
  if (fault !== null) {
    const { address: at, expected, found } = fault;
    // It may be mended before the next import.
    if (fault.of === 'content') asking.forget(at.slice(address.origin.length));
    faults.push({ file: at, line: null, expected, found });
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults };
}

const anew = 'all is fetched anew.';

/** The ServiceFault that ended `use`; null if it ended without. */
async function faultIn(use: () => Promise<void>): Promise<ServiceFault | null> {
  try {
    await use();
    return null;
  } catch (error) {
    if (error instanceof ServiceFault) return error;
    throw error;
  }
}

/** Throws a ServiceFault, a Failure, or the signal's reason. */
async function walk(given: Omit<ServiceWalk, 'before' | 'baseUrl' | 'neutral'>): Promise<void> {
  const { asking, staged, options, log } = given;
  const { withGenomes, program, date } = options;
  const { id } = asking.address;
  const before = filesByInput(staged)(id);
  const release = await releaseOf(asking);
  const names = release?.field_names ?? neutralNames;
  const context: ServiceWalk = {
    ...given,
    before,
    baseUrl: release?.base_url ?? null,
    neutral: perCollection((name) => neutralValues(name, names)),
  };
  const phages = await takePhages(context);
  if (withGenomes) await takeGenomes(phages, context);
  await takeGenes(phages, context);
  await takeFeatures(phages, context);
  const rest = [...before].filter((file) => !isKept(file, phages, options));
  takeBackRest(staged, new Set(rest), { id, name: id, log });
  noteInput(staged, id, { kind: 'api', ...asking.fetched(), program, date });
  await settleGenes(staged, log);
}

/** Whether a file of before stays, though the service did not give it now. */
function isKept(
  file: string,
  { taken, all }: ServedPhages,
  { since, withGenomes }: ApiOptions,
): boolean {
  const [, folder, name = ''] = /^(\w+)\/(.*)\.\w+$/.exec(file) ?? [];
  if (!all.has(name)) return false;
  return (since !== null && !taken.has(name)) || (folder === 'genomes' && !withGenomes);
}

/** Throws a ServiceFault if the service has no list of them. */
async function takePhages(context: ServiceWalk): Promise<ServedPhages> {
  const { asking, log, options, staged, totals } = context;
  const taken: ServedPhages['taken'] = new Map();
  const folded = new Map<string, string>();
  const isThere = await eachRecord(context, 'phages/', 'phages', ({ record, at }) => {
    const name = nameIn(record['phage_name'], at);
    const place = { file: at, line: null };
    const other = folded.get(foldName(name));
    if (other !== undefined) {
      const found = `a phage '${name}' besides '${other}'`;
      throw new ServiceFault(at, 'names that files can tell apart', found);
    }
    folded.set(foldName(name), name);
    if (!isSince(record['date_modified'], options.since))
      return logTo(log.refused, `phages not modified since ${options.since}`, name, place);
    const fields = phageFields(record, name, notesOf('phages', name, place, log));
    putPhage(staged, name, { input: asking.address.id, kind: 'api' }, fields);
    context.before.delete(`phages/${name}.json`);
    taken.set(name, { fasta: record['fasta_file'], at });
    totals.phages++;
  });
  if (!isThere) throw new ServiceFault(`${asking.address.id}phages/`, 'a list', 'status 404');
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

// Larger than the longest genome with its line breaks.
const maxGenomeBytes = 40 << 20;

/** The nucleotides, or why there are none; completes "genomes …". Throws a ServiceFault. */
async function genomeOf(asking: Asking, file: string): Promise<Buffer | string> {
  const target = fileTarget(asking.address, file);
  if (target === null) return 'on another host, or at no address';
  let answer: Answer;
  try {
    answer = await asking.ask(target, maxGenomeBytes);
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.of !== 'answer') throw error;
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

/** Throws a ServiceFault if the service has no list of genes. */
async function takeGenes({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const { asking, options, spill, staged, log } = context;
  const phages = new Map<string, string>();
  const folded = new Map<string, string>();
  const take = ({ record, at }: ListedRecord) => {
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
  // A service may have a list for each phage; one without genes may have none.
  let isThere = options.since !== null && taken.size === 0;
  for (const phage of options.since === null ? [] : taken.keys()) {
    const path = `genesbyphage/${encodeURIComponent(phage)}/`;
    if (await eachRecord(context, path, 'genes', take)) isThere = true;
  }
  if (!isThere && !(await eachRecord(context, 'genes/', 'genes', take)))
    throw new ServiceFault(`${asking.address.id}genes/`, 'a list', 'status 404');
  for (const [phage, at] of phages) {
    await staged.rest();
    putGenes(phage, at, context);
  }
}

function putGenes(phage: string, at: string, context: ServiceWalk): void {
  const { asking, staged } = context;
  const others = valuesOfOthers(staged, phage, asking.address.id);
  const seen = new Set<string>();
  const lines = context.spill.itemsOf(phage).map(([id = '', json = '']) => {
    if (seen.has(id)) {
      asking.forget(`${asking.address.apiPath}genes`);
      throw new ServiceFault(at, 'each gene once', `${String(JSON.parse(id))} twice`);
    }
    seen.add(id);
    if (others === null) return `${json}\n`;
    const gene = JSON.parse(json) as { readonly PhageID: PhageSummary };
    return `${JSON.stringify({ ...gene, PhageID: { ...gene.PhageID, ...others } })}\n`;
  });
  put(context, `genes/${phage}.ndjson`, Buffer.from(lines.join('')), at);
  context.totals.genes += lines.length;
}

/** Where other inputs, such as a table, override a service's values for a phage, its genes get the same values. */
const summarised: Readonly<Record<string, keyof PhageSummary>> = {
  archive_accession: 'Accession',
  host_genus: 'HostGenus',
  pcluster: 'Cluster',
  psubcluster: 'Subcluster',
};

/** Null if there are none. */
function valuesOfOthers(
  staged: StagedData,
  phage: string,
  id: string,
): Partial<PhageSummary> | null {
  const file = `phages/${phage}.json`;
  const owners = Object.entries(staged.files.get(file)?.fields ?? {});
  const names = owners.flatMap(([field, owner]) => (owner === id ? [] : (summarised[field] ?? [])));
  if (names.length === 0) return null;
  const summary = summaryOf(readPhage(staged, file));
  return Object.fromEntries(names.map((name) => [name, summary[name]]));
}

/** Services without features, such as PhagesDB, do not have these addresses. */
async function takeFeatures({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const features = new Map<string, ListedRecord[]>();
  await eachRecord(context, 'features/', 'features', (one) => {
    const phage = nameIn(one.record['PhageID'], one.at);
    if (context.options.since === null || taken.has(phage)) addTo(features, phage, one);
  });
  for (const [phage, found] of features) {
    await context.staged.rest();
    const records = found.map(({ record }) => record);
    put(context, `features/${phage}.ndjson`, linesOf(records), found[0]?.at ?? '');
    context.totals.features += records.length;
  }
}
