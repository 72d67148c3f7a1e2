/** Turns the dump of a Phamerator database into records, genomes and features below a data folder. */
import { foldName } from '../../contract/recordName.ts';
import type { FeatureRecord, PhageSummary } from '../../generated/records.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import { gcPercent } from '../../sequences/nucleotides.ts';
import type { PlacedFault } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { familyId, loneColor } from '../families.ts';
import { hostFields } from '../hostFields.ts';
import { createImportLog, type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { filesFrom, linesOf, putFile, recordInput, takeBackRest } from '../inputFiles.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import { putPhage } from '../putPhage.ts';
import type { Imported } from '../renderImport.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { settleGenes, summaryOf } from '../settleGenes.ts';
import { TextFault } from '../textLines.ts';
import { faultOf } from '../faultOf.ts';
import { unfitReason } from '../unfitReason.ts';
import { type Columns, tableNameOf, type Values, valuesOf } from './columns.ts';
import type { DumpRow } from './dumpRow.ts';
import { createGeneSpill, type GeneSpill } from '../geneSpill.ts';
import { type PhageStatus, phageStatuses } from './phageStatuses.ts';
import { type DumpTable, readDump, type TakeRow } from './readDump.ts';

export interface PhameratorOptions {
  /** Phages of which status are taken. */
  readonly statuses: ReadonlySet<PhageStatus>;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

export interface PhameratorReport extends Imported {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  /** As the dump says; null where it does not. */
  readonly schemaVersion: string | null;
  readonly faults: readonly PlacedFault[];
}

interface DumpedPhage {
  readonly line: number;
  readonly status: PhageStatus;
  /** `Name`, which the genes say of their phage. */
  readonly displayName: string;
  readonly hasGenome: boolean;
  readonly fields: Partial<ImportedPhage>;
}

/** What has been read of a dump. */
interface Dumped {
  readonly phages: Map<string, DumpedPhage>;
  readonly genes: GeneSpill;
  readonly genesRead: Map<string, number>;
  readonly features: Map<string, FeatureRecord[]>;
  readonly colors: Map<string, string>;
  /** Of genes that do not say it themselves. */
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

/**
 * Stages what the dump holds; `spillFile` is where genes wait. With faults, the data folder must stay as it was. Throws a
 * Failure, or the signal's reason.
 */
export async function importPhamerator(
  input: ImportInput,
  staged: StagedData,
  options: PhameratorOptions,
  { spillFile, signal }: { readonly spillFile: string; readonly signal: AbortSignal },
): Promise<PhameratorReport> {
  const log = createImportLog();
  const id = inputId(staged.data, input.absolutePath);
  const context = { input, id, staged, options, log };
  const genes = createGeneSpill(spillFile);
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
    const before = filesFrom(staged, id);
    const rows = await readDump(input, (table) => takeFrom(table, dumped, context), signal);
    for (const table of ['phage', 'gene'])
      if (!rows.has(table))
        throw new TextFault(
          1,
          `no rows of table ${table}, so this is no dump of a Phamerator database`,
        );
    for (const [name, phage] of dumped.phages) {
      signal.throwIfAborted();
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
    settleGenes(staged);
  } catch (error) {
    faults.push({ file: input.name, ...faultOf(error, 'the dump of a Phamerator database') });
  } finally {
    genes.close();
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults, schemaVersion: dumped.schemaVersion };
}

/** What is done with the rows of a table. */
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
    const fields = isTaken ? fieldsOf(values, row, bases, log, place) : {};
    const displayName = text('Name') || name;
    dumped.phages.set(name, { line: row.line, status, displayName, hasGenome, fields });
  };
}

/** Early versions say `gbk` of what is in the archive and not theirs. */
function statusOf(text: string): PhageStatus {
  return phageStatuses.find((status) => status === text.toLowerCase()) ?? 'unknown';
}

function fieldsOf(
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
  // The first versions have one column for both.
  const both = subcluster === null ? /^([A-Za-z]+)\d+$/.exec(cluster ?? '') : null;
  // NULL is how these databases say it.
  const name = both?.[1] ?? (cluster === null || cluster === '' ? 'Singleton' : cluster);
  const sub = both === null ? subcluster : cluster;
  return {
    pcluster: { cluster: name, temperate: false },
    psubcluster: sub === null || sub === '' ? null : { subcluster: sub },
  };
}

function numberOf(text: string, what: string, line: number): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TextFault(line, `'${text}' as ${what}`);
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
    // What stands in other tables comes between these, once they are read.
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

/** Null for a phage of a status that is not taken. */
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
  const genes = dumped.genes.genesOf(name);
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

/** Says of tables that nothing is taken from how many rows they have, and of which phages nothing is. */
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
