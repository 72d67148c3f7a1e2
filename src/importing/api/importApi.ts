/** Turns what a running service of this interface answers into records and genomes below a data folder. */
import {
  type CollectionName,
  type PerCollection,
  perCollection,
} from '../../contract/collectionName.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { foldName } from '../../contract/recordName.ts';
import { takeTurns } from '../../files/takeTurns.ts';
import type { HttpClient } from '../../http/httpClient.ts';
import { neutralValues } from '../../naming/neutralValue.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import type { GeneSpill } from '../geneSpill.ts';
import { createImportLog, type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { filesFrom, linesOf, noteInput, putFile, takeBackRest } from '../inputFiles.ts';
import { putPhage } from '../putPhage.ts';
import type { Imported } from '../renderImport.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { settleGenes } from '../settleGenes.ts';
import { unfitReason } from '../unfitReason.ts';
import { type Asking, createAsking, ServiceFault } from './askService.ts';
import { openFetched } from './fetchedAnswers.ts';
import type { FieldNotes } from './fieldsOf.ts';
import { geneOf } from './geneOf.ts';
import { genomeOf } from './genomeOf.ts';
import { phageFields } from './phageFields.ts';
import type { JsonObject } from './readJson.ts';
import { releaseOf } from './releaseOf.ts';
import type { ServiceAddress } from './serviceAddress.ts';
import { saidByOthers, withSummary } from './saidByOthers.ts';
import { type ListedRecord, walkList } from './walkList.ts';

export interface ApiOptions {
  /** Only phages that were modified then or later, an ISO 8601 date; null for all. */
  readonly since: string | null;
  readonly withGenomes: boolean;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

export interface ApiEffects {
  readonly client: Pick<HttpClient, 'ask'>;
  readonly spill: GeneSpill;
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

interface Context {
  readonly asking: Asking;
  readonly staged: StagedData;
  readonly options: ApiOptions;
  readonly log: ImportLog;
  readonly spill: GeneSpill;
  /** Files that came from this service before, and not again yet. */
  readonly before: Set<string>;
  /** Where it says that it stands; null where it says nothing of itself. */
  readonly baseUrl: string | null;
  /** Gives records SPEC.md's names. */
  readonly neutral: PerCollection<(record: JsonObject) => JsonObject>;
  readonly totals: { phages: number; genes: number; features: number; genomes: number };
}

interface ServedPhages {
  /** Those that are taken, each with its genome's address. */
  readonly taken: Map<string, { readonly fasta: unknown; readonly at: string }>;
  /** All that the service has. */
  readonly all: Set<string>;
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
  const before = filesFrom(staged, address.id);
  const faults: PlacedFault[] = [];
  try {
    const release = await releaseOf(asking);
    const names = release?.field_names ?? neutralNames;
    const context: Context = {
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
    settleGenes(staged);
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    const { address: file, expected, found } = error;
    // What was read there may be mended.
    asking.forget(file.slice(address.origin.length));
    faults.push({ file, line: null, expected, found });
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults };
}

async function takePhages(context: Context): Promise<ServedPhages> {
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

/** What is modified at an unknown time is taken, too. */
function isSince(modified: unknown, since: string | null): boolean {
  if (since === null || typeof modified !== 'string') return true;
  const at = Date.parse(modified);
  return Number.isNaN(at) || at >= Date.parse(since);
}

async function takeGenomes({ taken }: ServedPhages, context: Context): Promise<void> {
  const { asking, baseUrl, log, totals } = context;
  for (const [name, { fasta, at }] of taken) {
    if (typeof fasta !== 'string' || fasta === '') continue;
    // A file of the site itself is where the site is asked, as its pages are.
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

async function takeGenes({ taken }: ServedPhages, context: Context): Promise<void> {
  const { asking, options, spill } = context;
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
  const turn = takeTurns();
  for (const [phage, at] of phages) {
    await turn();
    putGenes(phage, at, context);
  }
}

/** Whether the service has the genes of each phage by itself; of one without genes it may know no list. */
async function takeByPhage(
  phages: readonly string[],
  context: Context,
  take: (one: ListedRecord) => void,
): Promise<boolean> {
  let isAnyThere = phages.length === 0;
  for (const phage of phages) {
    const path = `genesbyphage/${encodeURIComponent(phage)}/`;
    if (await each(walk(context, path, 'genes'), take)) isAnyThere = true;
  }
  return isAnyThere;
}

function putGenes(phage: string, at: string, context: Context): void {
  const { asking, staged } = context;
  const said = saidByOthers(staged, phage, asking.address.id);
  const seen = new Set<string>();
  const lines = context.spill.genesOf(phage).map(([id = '', json = '']) => {
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

/** Services without them, such as PhagesDB, know no such address. */
async function takeFeatures({ taken }: ServedPhages, context: Context): Promise<void> {
  const features = new Map<string, { readonly at: string; readonly records: object[] }>();
  await each(walk(context, 'features/', 'features'), ({ record, at }) => {
    const phage = nameIn(record['PhageID'], at);
    if (context.options.since !== null && !taken.has(phage)) return;
    const known = features.get(phage) ?? { at, records: [] };
    features.set(phage, known);
    known.records.push(record);
  });
  for (const [phage, { at, records }] of features) {
    put(context, `features/${phage}.ndjson`, linesOf(records), at);
    context.totals.features += records.length;
  }
}

function put(
  { staged, asking, log, before }: Context,
  file: string,
  bytes: Buffer,
  at: string,
): void {
  const place = { file: at, line: null };
  putFile(staged, file, bytes, { inputs: [asking.address.id], place, log });
  before.delete(file);
}

/** What the service no longer has. Genomes that were not asked for stay with their phage. */
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

function walk({ asking, log, neutral }: Context, path: string, collection: CollectionName) {
  const kind = 'links to another host, now followed at the one that was asked';
  const onOtherHost = (at: string) => logTo(log.changed, kind, path, { file: at, line: null });
  return walkList(asking, path, onOtherHost, neutral[collection]);
}

/** Calls `use` for each; returns what the generator does. */
async function each<Item, Result>(
  items: AsyncGenerator<Item, Result>,
  use: (item: Item) => void,
): Promise<Result> {
  for (;;) {
    const { done, value } = await items.next();
    if (done === true) return value;
    use(value);
  }
}

function notesOf(noun: string, name: string, place: InputPlace, log: ImportLog): FieldNotes {
  return {
    missing: (field) =>
      logTo(log.changed, `${noun} without the field ${field}, now unknown`, name, place),
    unknown: (field) => logTo(log.fieldless, `${field} of ${noun}`, name, place),
  };
}

function nameIn(name: unknown, at: string): string {
  if (typeof name !== 'string') throw new ServiceFault(at, 'the name of a phage', 'none');
  const unfit = unfitReason(name);
  if (unfit !== null)
    throw new ServiceFault(
      at,
      'a name that files can have',
      `${JSON.stringify(name.slice(0, 200))}, which ${unfit}`,
    );
  return name;
}

function noList({ address }: Asking, path: string): ServiceFault {
  return new ServiceFault(`${address.id}${path}`, 'a list', 'status 404');
}
