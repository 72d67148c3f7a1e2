/** Turns the dump of a Phamerator database into records, genomes and features below a data folder. */
import { foldName } from '../contract/recordName.ts';
import type { FeatureRecord, PhageSummary } from '../generated/records.ts';
import { renderFasta } from '../sequences/fasta.ts';
import { gcPercent } from '../sequences/nucleotides.ts';
import { startOfSource } from '../sources/decodeSource.ts';
import type { PlacedFault } from './annotation.ts';
import { bytesShown } from './bytesLiteral.ts';
import { familyId, hostFields, type ImportedPhage, loneColor } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { type DumpRow, type DumpTable, readDump, type TakeRow } from './dump.ts';
import { type ImportInput, inputId, TextFault } from './inputs.ts';
import { decidingBytes, otherThan } from './fileKinds.ts';
import { cleanText, hadInvisible, keptEntity, watchCleaning } from './invisible.ts';
import { isNoValue, saysNothing } from './noValue.ts';
import { rulesToAllow } from './provenance.ts';
import {
  filesByInput,
  hasStopInside,
  linesOf,
  putFile,
  putPhage,
  recordInput,
  settleGenes,
  stopInside,
  summaryOf,
  takeBackRest,
  unfitReason,
} from './putPhage.ts';
import {
  createImportLog,
  faultOf,
  type Imported,
  type ImportLog,
  type InputPlace,
  logTo,
  type RecordCounts,
} from './report.ts';
import { addTo, createSpill, type Spill } from './spill.ts';

interface PhameratorOptions {
  /** The statuses of phages that are imported. */
  readonly statuses: ReadonlySet<string>;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

export interface PhameratorReport extends Imported, RecordCounts {
  /** As the dump states; null if it does not. */
  readonly schemaVersion: string | null;
}

/**
 * Stages the contents of the dump; genes may wait in the file that `spillFile` names. With faults, the data folder must stay as
 * it was. Throws a Failure, or the signal's reason.
 */
export async function importPhamerator(
  input: ImportInput,
  staged: StagedData,
  options: PhameratorOptions,
  { spillFile, signal }: { readonly spillFile: () => string; readonly signal: AbortSignal },
): Promise<PhameratorReport> {
  const log = createImportLog();
  const id = inputId(staged.data, input.absolutePath);
  const context = { input, id, staged, options, log };
  const dumped: Dumped = {
    phages: new Map(),
    genes: createSpill(spillFile),
    genesRead: new Map(),
    features: new Map(),
    colors: new Map(),
    families: new Map(),
    familyLines: new Map(),
    schemaVersion: null,
  };
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const faults: PlacedFault[] = [];
  try {
    const before = filesByInput(staged)(id);
    const take = (table: DumpTable) => takeFrom(table, dumped, context);
    const rows = await readDump(input, take, signal, (what, line) =>
      logTo(log.refused, 'statements that change rows', what, { file: input.name, line }),
    );
    for (const table of ['phage', 'gene']) {
      const found = `no rows of table ${table}, so this is no dump of a Phamerator database`;
      if (!rows.has(table)) throw new TextFault(1, found);
    }
    for (const [name, phage] of dumped.phages) {
      await staged.rest();
      if (!options.statuses.has(phage.status)) {
        const place = { file: input.name, line: phage.line };
        logTo(log.refused, `phages of status ${phage.status}`, name, place);
        continue;
      }
      const written = stagePhage(name, phage, dumped, context);
      for (const file of written.files) before.delete(file);
      totals.phages++;
      totals.genomes += Number(phage.hasGenome);
      totals.genes += written.genes;
      totals.features += written.features;
    }
    logLeftOut(rows, dumped, log);
    takeBackRest(staged, before, { id, name: input.name, log });
    await recordInput(staged, id, input.absolutePath, { kind: 'phamerator', ...options });
    await settleGenes(staged, log);
  } catch (error) {
    const fault = { file: input.name, ...faultOf(error, 'the dump of a Phamerator database') };
    const start = (await startOfSource(input, decidingBytes).catch(() => Buffer.alloc(0))).toString(
      'latin1',
    );
    const other = otherThan((what) => what.includes('SQL'), start);
    faults.push(
      other === null ? fault : { ...fault, line: 1, found: other.what, hint: other.hint },
    );
  } finally {
    dumped.genes.close();
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults, schemaVersion: dumped.schemaVersion };
}

/** What has been read from a dump so far. */
interface Dumped {
  readonly phages: Map<string, DumpedPhage>;
  readonly genes: Spill;
  readonly genesRead: Map<string, number>;
  readonly features: Map<string, FeatureRecord[]>;
  readonly colors: Map<string, string>;
  /** For genes that do not state their family. */
  readonly families: Map<string, string>;
  /** Where each family is named first, but for those that were reported. */
  readonly familyLines: Map<string, number>;
  schemaVersion: string | null;
}

interface DumpedPhage {
  readonly line: number;
  readonly status: string;
  /** `Name`, which is the phage's name in its genes. */
  readonly displayName: string;
  readonly hasGenome: boolean;
  readonly fields: Partial<ImportedPhage>;
}

interface Context {
  readonly input: ImportInput;
  readonly id: string;
  readonly staged: StagedData;
  readonly options: PhameratorOptions;
  readonly log: ImportLog;
}

/**
 * The columns that are read of each table: `?` marks those that some versions lack, or that are not essential; of
 * several names behind `=`, the first that a table has is used.
 */
const tables = new Map(
  Object.entries({
    // Schemas 3 to 6 keep the old column, which holds either value, beside the new ones.
    phage:
      'PhageID Accession Name HostGenus=HostGenus|HostStrain Sequence Length=Length|SequenceLength DateLastModified? ' +
      'GC? Status? Cluster?=Cluster2|Cluster Subcluster?=Subcluster2|Subcluster',
    gene: 'GeneID PhageID Start Stop Length Name Translation Orientation Notes LocusTag? PhamID?',
    // Up to schema 6, table `pham` maps genes to families, and `pham_color` is what `pham` is in later ones.
    pham: 'GeneID? PhamID=PhamID|Name Color?',
    pham_color: 'PhamID=Name Color',
    trna: 'PhageID Start Stop Orientation AminoAcid Anticodon Note?',
    tmrna: 'PhageID Start Stop Orientation PeptideTag? Note?',
    version: 'SchemaVersion?=SchemaVersion|schema_version',
  }),
);

/** The value of a column in a row; null for NULL or a missing column. */
type ValueOf = (row: DumpRow, column: string) => string | null;

/** Throws a TextFault for a required column that is missing. */
function readerOf({ name: table, columns, line }: DumpTable, wanted: string): ValueOf {
  // MySQL ignores the case of letters.
  const places = new Map(columns.map((column, at) => [column.toLowerCase(), at]));
  const found = new Map<string, number>();
  for (const one of wanted.split(' ')) {
    const [, name = '', optional, names = name] = /^(\w+)(\?)?(?:=(.*))?$/.exec(one) ?? [];
    const [at] = names.split('|').flatMap((known) => places.get(known.toLowerCase()) ?? []);
    if (at !== undefined) found.set(name, at);
    else if (optional === undefined)
      throw new TextFault(line, `table ${table} without a column ${name}`);
  }
  return (row, column) => {
    const at = found.get(column);
    return at === undefined ? null : row.text(at);
  };
}

type Take = Exclude<TakeRow, null>;

/** Returns the handler for the rows of a table; null for one that is not imported. */
function takeFrom(table: DumpTable, dumped: Dumped, context: Context): TakeRow {
  const wanted = tables.get(table.name);
  if (wanted === undefined) return null;
  const plain = readerOf(table, wanted);
  // Of a row, where a value may be asked for several times.
  const reported = new Set<string>();
  const watch = watchCleaning();
  const valueOf: ValueOf = (row, column) => {
    const text = plain(row, column);
    const [value, kinds] = text === null ? [null, []] : meaningOf(text, column);
    const isNew = kinds.length > 0 && !reported.has(column) && reported.add(column);
    const place = { file: context.input.name, line: row.line };
    for (const kind of isNew ? kinds : []) logTo(context.log.changed, kind, text ?? '', place);
    for (const { kept = '' } of watch(text ?? '', text ?? '', 1))
      if (kept !== '') logTo(context.log.doubtful, keptEntity, kept, place);
    return value;
  };
  const take = takerOf(table.name, valueOf, dumped, context);
  return (row) => {
    reported.clear();
    take(row);
  };
}

/** What a value stands for, and the kinds of changes that make it so. */
function meaningOf(stored: string, column: string): [value: string | null, kinds: string[]] {
  const kinds: string[] = [];
  const shown = bytesShown(stored);
  if (shown !== null) kinds.push("values b'…' of Python, now the text in it");
  const text = cleanText(shown ?? stored);
  if (text !== (shown ?? stored)) kinds.push(hadInvisible);
  if (!mayBeNone.has(column) || !isNoValue(text)) return [text, kinds];
  return [null, [...kinds, 'notes and locus tags such as None, now none']];
}

const mayBeNone = new Set(['Notes', 'Note', 'LocusTag']);

/** Takes the rows of a table that is imported. */
function takerOf(table: string, valueOf: ValueOf, dumped: Dumped, context: Context): Take {
  switch (table) {
    case 'phage':
      return takePhages(valueOf, dumped, context);
    case 'gene':
      return takeGenes(valueOf, dumped, context);
    case 'trna':
    case 'tmrna':
      return takeFeatures(valueOf, table, dumped);
    case 'version':
      return (row) => {
        const version = (dumped.schemaVersion = valueOf(row, 'SchemaVersion'));
        const place = { file: context.input.name, line: row.line };
        if (Number(version) > lastSchema)
          logTo(context.log.doubtful, unknownSchema, String(version), place);
      };
    default:
      return takeFamilies(valueOf, dumped, context);
  }
}

const lastSchema = 11;
const unknownSchema = `schema versions other than 0 to ${lastSchema}, which may mean other things`;

function takeFamilies(
  valueOf: ValueOf,
  { colors, families, familyLines }: Dumped,
  { input, log }: Context,
): Take {
  return (row) => {
    const set = (map: Map<string, string>, key: string, value: string, kind: string) => {
      const known = map.get(key);
      if (known !== undefined && known.toLowerCase() !== value.toLowerCase()) {
        const place = { file: input.name, line: row.line };
        logTo(
          log.doubtful,
          `${kind}, of which the last is taken`,
          `${key}: ${known} and ${value}`,
          place,
        );
      }
      map.set(key, value);
    };
    const gene = valueOf(row, 'GeneID');
    const [pham, color] = [valueOf(row, 'PhamID'), valueOf(row, 'Color')];
    if (pham === null) return;
    if (gene !== null) {
      set(families, gene, pham, 'genes in two families');
      if (!familyLines.has(pham)) familyLines.set(pham, row.line);
    }
    if (color !== null) set(colors, pham, color, 'gene families in two colours');
  };
}

function takePhages(
  valueOf: ValueOf,
  dumped: Dumped,
  { input, staged, options, log, id }: Context,
): Take {
  const folded = new Map([...dumped.phages.keys()].map((name) => [foldName(name), name]));
  return (row) => {
    const text = (column: string) => valueOf(row, column) ?? '';
    const name = text('PhageID');
    const unfit = unfitReason(name);
    if (unfit !== null) throw new TextFault(row.line, `a phage '${name}', which ${unfit}`);
    const twice = folded.get(foldName(name));
    if (twice !== undefined) {
      const found = `a phage '${name}' besides '${twice}': files cannot tell them apart`;
      throw new TextFault(row.line, found);
    }
    folded.set(foldName(name), name);
    const place = { file: input.name, line: row.line };
    // Early versions use `gbk` for phages that are in the archive but not their own.
    const given = text('Status').toLowerCase();
    const status = given === 'draft' || given === 'final' ? given : 'unknown';
    const isTaken = options.statuses.has(status);
    const bases = Buffer.from(isTaken ? text('Sequence').toUpperCase() : '', 'latin1');
    const hasGenome = bases.length > 0;
    if (hasGenome) {
      const origin = { inputs: [id], place, log };
      putFile(staged, `genomes/${name}.fasta`, renderFasta(name, bases), origin);
    } else if (isTaken) logTo(log.refused, 'genomes without a nucleotide', name, place);
    const fields = isTaken ? phageFieldsOf(valueOf, row, bases, log, place) : {};
    const displayName = text('Name') || name;
    dumped.phages.set(name, { line: row.line, status, displayName, hasGenome, fields });
  };
}

function phageFieldsOf(
  valueOf: ValueOf,
  row: DumpRow,
  bases: Buffer,
  log: ImportLog,
  place: InputPlace,
): Partial<ImportedPhage> {
  const text = (column: string) => valueOf(row, column) ?? '';
  // In a cluster, it is said otherwise.
  const known = (column: string) => {
    const value = valueOf(row, column);
    if (value === null || !saysNothing(value)) return value;
    logTo(log.refused, 'values that say that nothing is known, such as none', value, place);
    return '';
  };
  const accession = known('Accession') ?? '';
  const host = hostFields(text('HostGenus'));
  if (text('HostGenus') !== '' && host.host_genus === undefined)
    logTo(log.refused, 'hosts that do not begin with a genus', text('HostGenus'), place);
  const modified = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text('DateLastModified'));
  const cluster = text('Cluster');
  const isUnknown = saysNothing(cluster);
  if (isUnknown)
    logTo(log.changed, 'phages of cluster UNK or None, now without a cluster', cluster, place);
  return {
    ...(isUnknown
      ? { pcluster: null, psubcluster: null }
      : clusterFields(cluster, known('Subcluster'))),
    ...host,
    seq_finished: true,
    genome_length: numberOf(text('Length'), 'Length', row.line),
    gcpercent: valueOf(row, 'GC') ?? (bases.length === 0 ? null : gcPercent(bases).toFixed(1)),
    is_annotated: true,
    in_archive: accession !== '',
    archive_accession: accession,
    date_modified: modified === null ? null : `${modified[1]}T${modified[2]}Z`,
  };
}

function clusterFields(cluster: string, subcluster: string | null): Partial<ImportedPhage> {
  // The first schema versions have one column for both.
  const both = subcluster === null ? /^([A-Za-z]+)\d+$/.exec(cluster) : null;
  const sub = both === null ? (subcluster ?? '') : cluster;
  return {
    // NULL means singleton in these databases.
    pcluster: { cluster: both?.[1] ?? (cluster || 'Singleton'), temperate: false },
    psubcluster: sub === '' ? null : { subcluster: sub },
  };
}

/** Throws a TextFault if it is not a number. */
function numberOf(text: string | null, what: string, line: number): number {
  if (/^\d{1,15}$/.test(text ?? '')) return Number(text);
  throw new TextFault(line, `'${text ?? ''}' as ${what}`);
}

function takeGenes(
  valueOf: ValueOf,
  { genes, genesRead, familyLines }: Dumped,
  { input, log }: Context,
): Take {
  return (row) => {
    const { line } = row;
    const place = { file: input.name, line };
    const text = (column: string) => valueOf(row, column) ?? '';
    const number = (column: string) => numberOf(text(column), column, line);
    const quoted = (column: string) => JSON.stringify(text(column));
    const [id, phage, protein, strand] = [
      text('GeneID'),
      text('PhageID'),
      text('Translation').replace(/\*$/, ''),
      text('Orientation'),
    ];
    genesRead.set(phage, (genesRead.get(phage) ?? 0) + 1);
    if (protein === '') return logTo(log.refused, 'genes without a translation', id, place);
    if (strand !== 'F' && strand !== 'R')
      return logTo(log.refused, 'genes without an orientation', id, place);
    if (hasStopInside(protein)) logTo(log.doubtful, stopInside, id, place);
    if (text('Name') === '')
      logTo(log.changed, 'genes without a name, now called by their GeneID', id, place);
    const pham = text('PhamID');
    if (pham !== '' && !familyLines.has(pham)) familyLines.set(pham, line);
    // Values from other tables are inserted between these once they are read.
    genes.add(phage, [
      JSON.stringify(id),
      pham,
      `"Start":${number('Start')},"Stop":${number('Stop')},"Length":${number('Length')},` +
        `"Name":${JSON.stringify(text('Name') || id)},"Translation":${JSON.stringify(protein)},` +
        `"Orientation":"${strand}","Notes":${quoted('Notes')},` +
        `"LocusTag":${JSON.stringify(valueOf(row, 'LocusTag'))}`,
    ]);
  };
}

function takeFeatures(valueOf: ValueOf, table: 'trna' | 'tmrna', { features }: Dumped): Take {
  return (row) => {
    const text = (column: string) => valueOf(row, column) ?? '';
    const inBrackets = (before: string, of: string) => (of === '' ? '' : `${before}${of})`);
    const [phage, strand] = [text('PhageID'), text('Orientation')];
    addTo(features, phage, {
      PhageID: phage,
      Type: table === 'trna' ? 'tRNA' : 'tmRNA',
      Start: numberOf(text('Start'), 'Start', row.line),
      Stop: numberOf(text('Stop'), 'Stop', row.line),
      Orientation: strand === 'F' || strand === 'R' ? strand : null,
      Name:
        table === 'trna'
          ? `tRNA-${text('AminoAcid')}${inBrackets('(', text('Anticodon'))}`
          : `tmRNA${inBrackets(' (tag ', text('PeptideTag'))}`,
      Notes: text('Note'),
    });
  };
}

function stagePhage(
  name: string,
  { line, displayName, hasGenome, fields }: DumpedPhage,
  dumped: Dumped,
  { input, id, staged, log }: Context,
): { readonly files: readonly string[]; readonly genes: number; readonly features: number } {
  const place = { file: input.name, line };
  const genes = dumped.genes.itemsOf(name);
  const features = (dumped.features.get(name) ?? []).toSorted((a, b) => a.Start - b.Start);
  const count = (type: string) => features.filter(({ Type }) => Type === type).length;
  const phage = putPhage(
    staged,
    name,
    { input: id, kind: 'phamerator' },
    {
      ...fields,
      is_grouped: genes.length > 0,
      num_ORFs: genes.length,
      num_tRNAs: count('tRNA'),
      num_tmRNAs: count('tmRNA'),
    },
  );
  const files = [`phages/${name}.json`, ...(hasGenome ? [`genomes/${name}.fasta`] : [])];
  const put = (file: string, bytes: Buffer) => {
    files.push(file);
    putFile(staged, file, bytes, { inputs: [id], place, log });
  };
  if (genes.length > 0) {
    const text = genesText(genes, { ...summaryOf(phage), Name: displayName }, dumped, {
      onLone: (gene) =>
        logTo(log.changed, 'genes without a family, now in one by their translation', gene, place),
      onColorless(pham, at) {
        const kind = 'gene families without a colour in the dump, now white';
        logTo(log.doubtful, kind, pham, { file: input.name, line: at });
      },
    });
    put(`genes/${name}.ndjson`, Buffer.from(text));
  }
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  return { files, genes: genes.length, features: features.length };
}

function genesText(
  genes: readonly (readonly string[])[],
  summary: PhageSummary,
  { colors, families, familyLines }: Dumped,
  {
    onLone,
    onColorless,
  }: {
    readonly onLone: (geneId: string) => void;
    readonly onColorless: (pham: string, line: number) => void;
  },
): string {
  const summaryJson = JSON.stringify(summary);
  const lines = genes.map(([geneId = '', own = '', rest = '']) => {
    const known = own === '' ? families.get(JSON.parse(geneId) as string) : own;
    if (known === undefined) onLone(geneId);
    const pham = known ?? String(familyOf(rest));
    const color = colors.get(pham) ?? loneColor;
    const line = colors.has(pham) ? undefined : familyLines.get(pham);
    if (line !== undefined && known !== undefined) {
      onColorless(pham, line);
      familyLines.delete(pham);
    }
    return `{"GeneID":${geneId},"PhageID":${summaryJson},"PhamID":{"PhamID":${pham},"Color":"${color}"},${rest}}\n`;
  });
  return lines.join('');
}

function familyOf(rest: string): number {
  const { Translation } = JSON.parse(`{${rest}}`) as { readonly Translation: string };
  return familyId({ kind: 'translation', translation: Translation });
}

/** Reports the sizes of tables that are not imported, and phages that are left out. */
function logLeftOut(
  rows: ReadonlyMap<string, number>,
  { phages, genesRead, features }: Dumped,
  log: ImportLog,
): void {
  const whole = (kind: string, count: number) => ({ kind, count, places: [] });
  for (const [table, count] of rows) {
    if (!tables.has(table))
      log.fieldless.push(whole(`rows of table ${table}${meanings[table] ?? ''}`, count));
  }
  const isLeft = ([name]: readonly [string, unknown]) =>
    phages.get(name)?.fields.genome_length === undefined;
  const genes = [...genesRead].filter(isLeft).reduce((sum, [, count]) => sum + count, 0);
  if (genes > 0) log.refused.push(whole('genes of phages that are not taken', genes));
  const others = [...features].filter(isLeft).flatMap(([, list]) => list).length;
  if (others > 0) log.refused.push(whole('features of phages that are not taken', others));
}

const meanings: Readonly<Record<string, string>> = {
  gene_domain: ' (conserved domains in genes)',
  gene_transmembrane: ' (transmembrane domains in genes)',
};
