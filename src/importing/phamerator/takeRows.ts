/** Collects the rows of a dump's tables: its phages, genes, families and features. */
import { foldName } from '../../contract/recordName.ts';
import type { FeatureRecord } from '../../generated/records.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import type { Spill } from '../spill.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { putFile } from '../inputFiles.ts';
import type { ImportInput } from '../listInputs.ts';
import { TextFault } from '../textLines.ts';
import { hasStopInside, stopInside } from '../stopInside.ts';
import { unfitReason } from '../unfitReason.ts';
import { type Columns, tableNameOf, type Values, valuesOf } from './columns.ts';
import type { DumpRow } from './dumpRow.ts';
import { numberOf, phageFieldsOf } from './phageFieldsOf.ts';
import { type PhageStatus, phageStatuses } from './phageStatuses.ts';
import type { DumpTable, TakeRow } from './readDump.ts';

export interface PhameratorOptions {
  /** The statuses of phages that are imported. */
  readonly statuses: ReadonlySet<PhageStatus>;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}
export interface DumpedPhage {
  readonly line: number;
  readonly status: PhageStatus;
  /** `Name`, which is the phage's name in its genes. */
  readonly displayName: string;
  readonly hasGenome: boolean;
  readonly fields: Partial<ImportedPhage>;
}

/** What has been read from a dump so far. */
export interface Dumped {
  readonly phages: Map<string, DumpedPhage>;
  readonly genes: Spill;
  readonly genesRead: Map<string, number>;
  readonly features: Map<string, FeatureRecord[]>;
  readonly colors: Map<string, string>;
  /** For genes that do not state their family. */
  readonly families: Map<string, string>;
  schemaVersion: string | null;
}

export interface Context {
  readonly input: ImportInput;
  readonly id: string;
  readonly staged: StagedData;
  readonly options: PhameratorOptions;
  readonly log: ImportLog;
}
/** Returns the handler for the rows of a table. */
export function takeFrom(table: DumpTable, dumped: Dumped, context: Context): TakeRow {
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
