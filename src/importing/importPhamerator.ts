/** Turns the dump of a Phamerator database into records, genomes and features below a data folder. */
import { foldName } from '../contract/recordName.ts';
import type { FeatureRecord, PhageSummary } from '../generated/records.ts';
import { renderFasta } from '../sequences/fasta.ts';
import { gcPercent } from '../sequences/nucleotides.ts';
import type { PlacedFault } from './annotation.ts';
import { familyId, hostFields, type ImportedPhage, loneColor } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { type DumpRow, type DumpTable, readDump, type TakeRow } from './dump.ts';
import { type ImportInput, inputId, TextFault } from './inputs.ts';
import { type PhageStatus, phageStatuses } from './phageStatuses.ts';
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
} from './report.ts';
import { createSpill, type Spill } from './spill.ts';

/** Readers of a row's values; null for NULL or a missing column. */
type Values<Name extends string> = Readonly<Record<Name, (row: DumpRow) => string | null>>;

// MySQL ignores the case of letters. Of several names, the first that a table has is used.
const names = {
  phage: {
    PhageID: ['PhageID'],
    Accession: ['Accession'],
    Name: ['Name'],
    HostGenus: ['HostGenus', 'HostStrain'],
    Sequence: ['Sequence'],
    Length: ['Length', 'SequenceLength'],
    DateLastModified: ['DateLastModified'],
    GC: ['GC'],
    Status: ['Status'],
    // Schemas 3 to 6 keep the old column, which holds either value, beside the new ones.
    Cluster: ['Cluster2', 'Cluster'],
    Subcluster: ['Subcluster2', 'Subcluster'],
  },
  gene: {
    GeneID: ['GeneID'],
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Length: ['Length'],
    Name: ['Name'],
    Translation: ['Translation'],
    Orientation: ['Orientation'],
    Notes: ['Notes'],
    LocusTag: ['LocusTag'],
    PhamID: ['PhamID'],
  },
  // Up to schema 6, table `pham` maps genes to families, and `pham_color` is what `pham` is in later ones.
  pham: { GeneID: ['GeneID'], PhamID: ['PhamID', 'Name'], Color: ['Color'] },
  pham_color: { PhamID: ['Name'], Color: ['Color'] },
  trna: {
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Orientation: ['Orientation'],
    AminoAcid: ['AminoAcid'],
    Anticodon: ['Anticodon'],
    Note: ['Note'],
  },
  tmrna: {
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Orientation: ['Orientation'],
    PeptideTag: ['PeptideTag'],
    Note: ['Note'],
  },
  version: { SchemaVersion: ['SchemaVersion', 'schema_version'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

type Tables = typeof names;
type TableName = keyof Tables;
type Columns<Table extends TableName> = keyof Tables[Table] & string;

// Columns that some versions lack, or that are not essential.
const optional = new Set(
  (
    'phage.DateLastModified phage.GC phage.Status phage.Cluster phage.Subcluster gene.LocusTag gene.PhamID ' +
    'pham.GeneID pham.Color version.SchemaVersion trna.Note tmrna.Note tmrna.PeptideTag'
  ).split(' '),
);

/** Null for a table that is not imported. */
function tableNameOf({ name }: DumpTable): TableName | null {
  return name in names ? (name as TableName) : null;
}

/** Readers of a table's values; or the name of a required column that is missing. */
function valuesOf<Table extends TableName>(
  table: Table,
  { columns }: DumpTable,
): Values<Columns<Table>> | string {
  const places = new Map(columns.map((column, at) => [column.toLowerCase(), at]));
  const readers: Record<string, (row: DumpRow) => string | null> = {};
  for (const [name, known] of Object.entries<readonly string[]>(names[table])) {
    const at = known.map((one) => places.get(one.toLowerCase())).find((one) => one !== undefined);
    if (at === undefined && !optional.has(`${table}.${name}`)) return name;
    readers[name] = at === undefined ? () => null : (row) => (row.isNull(at) ? null : row.text(at));
  }
  return readers as Values<Columns<Table>>;
}

/** Reads the fields of a phage from its row in a dump. */
function phageFieldsOf(
  values: Values<Columns<'phage'>>,
  row: DumpRow,
  bases: Buffer,
  log: ImportLog,
  place: InputPlace,
): Partial<ImportedPhage> {
  const text = (name: Columns<'phage'>) => values[name](row) ?? '';
  const accession = text('Accession');
  const host = hostFields(text('HostGenus'));
  if (text('HostGenus') !== '' && host.host_genus === undefined)
    logTo(log.refused, 'hosts that do not begin with a genus', text('HostGenus'), place);
  const modified = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text('DateLastModified'));
  return {
    ...clusterFields(values.Cluster(row), values.Subcluster(row), log, place),
    ...host,
    seq_finished: true,
    genome_length: numberOf(text('Length'), 'Length', row.line),
    gcpercent: values.GC(row) ?? (bases.length === 0 ? null : gcPercent(bases).toFixed(1)),
    is_annotated: true,
    in_archive: accession !== '',
    archive_accession: accession,
    date_modified: modified === null ? null : `${modified[1]}T${modified[2]}Z`,
  };
}

function clusterFields(
  cluster: string | null,
  subcluster: string | null,
  log: ImportLog,
  place: InputPlace,
): Partial<ImportedPhage> {
  if (cluster === 'UNK') {
    logTo(log.changed, 'phages of cluster UNK, now without a cluster', 'UNK', place);
    return { pcluster: null, psubcluster: null };
  }
  // The first schema versions have one column for both.
  const both = subcluster === null ? /^([A-Za-z]+)\d+$/.exec(cluster ?? '') : null;
  // NULL means singleton in these databases.
  const name = both?.[1] ?? (cluster === null || cluster === '' ? 'Singleton' : cluster);
  const sub = both === null ? subcluster : cluster;
  return {
    pcluster: { cluster: name, temperate: false },
    psubcluster: sub === null || sub === '' ? null : { subcluster: sub },
  };
}

/** Throws a TextFault if it is not a number. */
function numberOf(text: string, what: string, line: number): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TextFault(line, `'${text}' as ${what}`);
}

/** Collects the rows of a dump's tables: its phages, genes, families and features. */
interface PhameratorOptions {
  /** The statuses of phages that are imported. */
  readonly statuses: ReadonlySet<PhageStatus>;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}
interface DumpedPhage {
  readonly line: number;
  readonly status: PhageStatus;
  /** `Name`, which is the phage's name in its genes. */
  readonly displayName: string;
  readonly hasGenome: boolean;
  readonly fields: Partial<ImportedPhage>;
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
  schemaVersion: string | null;
}

interface Context {
  readonly input: ImportInput;
  readonly id: string;
  readonly staged: StagedData;
  readonly options: PhameratorOptions;
  readonly log: ImportLog;
}
/** Returns the handler for the rows of a table. */
function takeFrom(table: DumpTable, dumped: Dumped, context: Context): TakeRow {
  switch (tableNameOf(table)) {
    case 'phage':
      return takePhages(columnsOf('phage', table), dumped, context);
    case 'gene':
      return takeGenes(columnsOf('gene', table), dumped, context);
    case 'pham': {
      const { GeneID, PhamID, Color } = columnsOf('pham', table);
      return (row) => {
        const [gene, pham, color] = [GeneID(row), PhamID(row), Color(row)];
        if (gene !== null && pham !== null) dumped.families.set(gene, pham);
        if (color !== null && pham !== null) dumped.colors.set(pham, color);
      };
    }
    case 'pham_color': {
      const { PhamID, Color } = columnsOf('pham_color', table);
      return (row) => void dumped.colors.set(PhamID(row) ?? '', Color(row) ?? '');
    }
    case 'trna': {
      const values = columnsOf('trna', table);
      return (row) => {
        const codon = values.Anticodon(row) ?? '';
        const name = `tRNA-${values.AminoAcid(row) ?? ''}${codon === '' ? '' : `(${codon})`}`;
        addFeature('tRNA', name, values, row, dumped);
      };
    }
    case 'tmrna': {
      const values = columnsOf('tmrna', table);
      return (row) => {
        const tag = values.PeptideTag(row) ?? '';
        addFeature('tmRNA', tag === '' ? 'tmRNA' : `tmRNA (tag ${tag})`, values, row, dumped);
      };
    }
    case 'version': {
      const { SchemaVersion } = columnsOf('version', table);
      return (row) => void (dumped.schemaVersion = SchemaVersion(row));
    }
    case null:
      return null;
  }
}

function columnsOf<Table extends Parameters<typeof valuesOf>[0]>(
  name: Table,
  table: DumpTable,
): Values<Columns<Table>> {
  const values = valuesOf(name, table);
  if (typeof values === 'string')
    throw new TextFault(table.line, `table ${name} without a column ${values}`);
  return values;
}

function takePhages(
  values: Values<Columns<'phage'>>,
  dumped: Dumped,
  { input, staged, options, log, id }: Context,
): TakeRow {
  const folded = new Map([...dumped.phages.keys()].map((name) => [foldName(name), name]));
  return (row) => {
    const text = (name: Columns<'phage'>) => values[name](row) ?? '';
    const name = text('PhageID');
    const unfit = unfitReason(name);
    if (unfit !== null) throw new TextFault(row.line, `a phage '${name}', which ${unfit}`);
    const twice = folded.get(foldName(name));
    if (twice !== undefined)
      throw new TextFault(
        row.line,
        `a phage '${name}' besides '${twice}': files cannot tell them apart`,
      );
    folded.set(foldName(name), name);
    const status = statusOf(text('Status'));
    const isTaken = options.statuses.has(status);
    const bases = Buffer.from(isTaken ? text('Sequence').toUpperCase() : '', 'latin1');
    const place = { file: input.name, line: row.line };
    const hasGenome = bases.length > 0;
    if (hasGenome) {
      const origin = { inputs: [id], place, log };
      putFile(staged, `genomes/${name}.fasta`, renderFasta(name, bases), origin);
    } else if (isTaken) logTo(log.refused, 'genomes without a nucleotide', name, place);
    const fields = isTaken ? phageFieldsOf(values, row, bases, log, place) : {};
    const displayName = text('Name') || name;
    dumped.phages.set(name, { line: row.line, status, displayName, hasGenome, fields });
  };
}

/** Early versions use `gbk` for phages that are in the archive but not their own. */
function statusOf(text: string): PhageStatus {
  return phageStatuses.find((status) => status === text.toLowerCase()) ?? 'unknown';
}

function takeGenes(
  values: Values<Columns<'gene'>>,
  { genes, genesRead }: Dumped,
  { input, log }: Context,
): TakeRow {
  return (row) => {
    const { line } = row;
    const place = { file: input.name, line };
    const number = (name: 'Start' | 'Stop' | 'Length') =>
      numberOf(values[name](row) ?? '', name, line);
    const quoted = (name: Columns<'gene'>) => JSON.stringify(values[name](row) ?? '');
    const phage = values.PhageID(row) ?? '';
    genesRead.set(phage, (genesRead.get(phage) ?? 0) + 1);
    const why = whyNoGene(values, row);
    if (why !== null) return logTo(log.refused, `genes ${why}`, values.GeneID(row) ?? '', place);
    if (hasStopInside(values.Translation(row) ?? ''))
      logTo(log.doubtful, stopInside, values.GeneID(row) ?? '', place);
    const tag = values.LocusTag(row);
    const own = values.Name(row) ?? '';
    if (own === '')
      logTo(
        log.changed,
        'genes without a name, now called by their GeneID',
        values.GeneID(row) ?? '',
        place,
      );
    const label = own === '' ? quoted('GeneID') : JSON.stringify(own);
    // Values from other tables are inserted between these once they are read.
    const parts = [
      quoted('GeneID'),
      values.PhamID(row) ?? '',
      `"Start":${number('Start')},"Stop":${number('Stop')},"Length":${number('Length')},"Name":${label},` +
        `"Translation":${quoted('Translation')},"Orientation":${quoted('Orientation')},"Notes":${quoted('Notes')},` +
        `"LocusTag":${tag === null ? 'null' : JSON.stringify(tag)}`,
    ];
    genes.add(phage, parts);
  };
}

function whyNoGene(values: Values<Columns<'gene'>>, row: DumpRow): string | null {
  if ((values.Translation(row) ?? '') === '') return 'without a translation';
  const strand = values.Orientation(row);
  return strand === 'F' || strand === 'R' ? null : 'without an orientation';
}

function addFeature(
  type: 'tRNA' | 'tmRNA',
  name: string,
  values: Values<'PhageID' | 'Start' | 'Stop' | 'Orientation' | 'Note'>,
  row: DumpRow,
  { features }: Dumped,
): void {
  const phage = values.PhageID(row) ?? '';
  const strand = values.Orientation(row);
  const feature: FeatureRecord = {
    PhageID: phage,
    Type: type,
    Start: numberOf(values.Start(row) ?? '', 'Start', row.line),
    Stop: numberOf(values.Stop(row) ?? '', 'Stop', row.line),
    Orientation: strand === 'F' || strand === 'R' ? strand : null,
    Name: name,
    Notes: values.Note(row) ?? '',
  };
  features.set(phage, [...(features.get(phage) ?? []), feature]);
}

/** Null for a phage whose status is not imported. */
function stagePhage(
  name: string,
  { line, status, displayName, hasGenome, fields }: DumpedPhage,
  dumped: Dumped,
  { input, id, staged, options, log }: Context,
): { readonly files: readonly string[]; readonly genes: number; readonly features: number } | null {
  const place = { file: input.name, line };
  if (!options.statuses.has(status)) {
    logTo(log.refused, `phages of status ${status}`, name, place);
    return null;
  }
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
  const summary = { ...summaryOf(phage), Name: displayName };
  if (genes.length > 0) {
    const text = genesText(genes, summary, dumped, log, place);
    put(`genes/${name}.ndjson`, Buffer.from(text));
  }
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  return { files, genes: genes.length, features: features.length };
}

function genesText(
  genes: readonly (readonly string[])[],
  summary: PhageSummary,
  { colors, families }: Dumped,
  log: ImportLog,
  place: InputPlace,
): string {
  const said = JSON.stringify(summary);
  return genes
    .map(([geneId = '', own = '', rest = '']) => {
      const known = own === '' ? families.get(JSON.parse(geneId) as string) : own;
      const pham = known ?? String(familyOf(rest));
      if (known === undefined)
        logTo(
          log.changed,
          'genes without a family, now in one by their translation',
          geneId,
          place,
        );
      const color = colors.get(pham) ?? loneColor;
      return `{"GeneID":${geneId},"PhageID":${said},"PhamID":{"PhamID":${pham},"Color":"${color}"},${rest}}\n`;
    })
    .join('');
}

function familyOf(rest: string): number {
  const { Translation } = JSON.parse(`{${rest}}`) as { readonly Translation: string };
  return familyId({ kind: 'translation', translation: Translation });
}

export interface PhameratorReport extends Imported {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  /** As the dump states; null if it does not. */
  readonly schemaVersion: string | null;
  readonly faults: readonly PlacedFault[];
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
  const genes = createSpill(spillFile);
  const dumped: Dumped = {
    phages: new Map(),
    genes,
    genesRead: new Map(),
    features: new Map(),
    colors: new Map(),
    families: new Map(),
    schemaVersion: null,
  };
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const faults: PlacedFault[] = [];
  try {
    const before = filesByInput(staged)(id);
    const rows = await readDump(input, (table) => takeFrom(table, dumped, context), signal);
    for (const table of ['phage', 'gene'])
      if (!rows.has(table))
        throw new TextFault(
          1,
          `no rows of table ${table}, so this is no dump of a Phamerator database`,
        );
    for (const [name, phage] of dumped.phages) {
      await staged.rest();
      const written = stagePhage(name, phage, dumped, context);
      if (written === null) continue;
      for (const file of written.files) before.delete(file);
      totals.phages++;
      totals.genomes += Number(phage.hasGenome);
      totals.genes += written.genes;
      totals.features += written.features;
    }
    logLeftOut(rows, dumped, log);
    takeBackRest(staged, before, { id, name: input.name, log });
    await recordInput(staged, id, input.absolutePath, { kind: 'phamerator', ...options });
    await settleGenes(staged);
  } catch (error) {
    faults.push({ file: input.name, ...faultOf(error, 'the dump of a Phamerator database') });
  } finally {
    genes.close();
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults, schemaVersion: dumped.schemaVersion };
}

/** Reports the sizes of tables that are not imported, and phages that are left out. */
function logLeftOut(
  rows: ReadonlyMap<string, number>,
  { phages, genesRead, features }: Dumped,
  log: ImportLog,
): void {
  const whole = (kind: string, count: number) => ({ kind, count, places: [] });
  for (const [table, count] of rows) {
    if (tableNameOf({ name: table, columns: [], line: 1 }) !== null) continue;
    log.fieldless.push(whole(`rows of table ${table}${meanings[table] ?? ''}`, count));
  }
  const taken = (name: string) => phages.get(name)?.fields.genome_length !== undefined;
  const left = [...genesRead].filter(([name]) => !taken(name));
  const genes = left.reduce((sum, [, count]) => sum + count, 0);
  if (genes > 0) log.refused.push(whole('genes of phages that are not taken', genes));
  const others = [...features].filter(([name]) => !taken(name)).flatMap(([, list]) => list);
  if (others.length > 0)
    log.refused.push(whole('features of phages that are not taken', others.length));
}

const meanings: Readonly<Record<string, string>> = {
  gene_domain: ' (conserved domains in genes)',
  gene_transmembrane: ' (transmembrane domains in genes)',
};
