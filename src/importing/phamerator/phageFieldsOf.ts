/** Reads the fields of a phage from its row in a dump. */
import { gcPercent } from '../../sequences/nucleotides.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import { hostFields } from '../hostFields.ts';
import { type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { TextFault } from '../textLines.ts';
import type { Columns, Values } from './columns.ts';
import type { DumpRow } from './dumpRow.ts';

export function phageFieldsOf(
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
export function numberOf(text: string, what: string, line: number): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TextFault(line, `'${text}' as ${what}`);
}
