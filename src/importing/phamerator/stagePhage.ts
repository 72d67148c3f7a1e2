/** Writes the record, genes and features of a phage from a dump once all its rows are read. */
import type { PhageSummary } from '../../generated/records.ts';
import { familyId, loneColor } from '../families.ts';
import { type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { linesOf, putFile } from '../inputFiles.ts';
import { putPhage } from '../putPhage.ts';
import { summaryOf } from '../settleGenes.ts';
import type { Context, Dumped, DumpedPhage } from './takeRows.ts';

/** Null for a phage whose status is not imported. */
export function stagePhage(
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
