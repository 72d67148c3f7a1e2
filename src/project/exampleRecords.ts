/** A made-up phage with one gene: an example of records for a project without data. */
import type { GeneRecord } from '../generated/records.ts';
import { blankPhage, type ImportedPhage } from '../importing/blankPhage.ts';
import { summaryOf } from '../importing/settleGenes.ts';

export const exampleName = 'Example';

const day = '2026-01-31';

const phage: ImportedPhage = {
  ...blankPhage(exampleName),
  found_year: 2026,
  pcluster: { cluster: 'Singleton', temperate: false },
  date_finished: day,
  genome_length: 300,
  gcpercent: '50.0',
  overhang_length: 0,
  num_ORFs: 1,
  num_tRNAs: 0,
  num_tmRNAs: 0,
  date_added: `${day}T09:00:00Z`,
  date_modified: `${day}T09:00:00Z`,
};

const gene: GeneRecord = {
  GeneID: `${exampleName}_CDS_1`,
  PhageID: summaryOf(phage),
  PhamID: { PhamID: 1, Color: '#FFFFFF' },
  Start: 20,
  Stop: 35,
  Length: 15,
  Name: '1',
  Translation: 'MARK',
  Orientation: 'F',
  Notes: 'a made-up gene',
  LocusTag: null,
};

export const exampleFiles: readonly { readonly path: string; readonly text: string }[] = [
  { path: `data/phages/${exampleName}.json`, text: `${JSON.stringify(phage, null, 2)}\n` },
  { path: `data/genes/${exampleName}.ndjson`, text: `${JSON.stringify(gene)}\n` },
];
