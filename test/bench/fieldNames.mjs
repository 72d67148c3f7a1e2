/** `npm run bench -- --names`: what a build costs where fields have other names, beside the same with neutral ones. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cli, measure, measureInTurns, printBeside } from './measure.mjs';

/** As `--profile phagesdb` names them, which may do more; and fields of genes, so that each of these is renamed. */
const names = {
  'neutral names': {},
  'names of PhagesDB': {
    is_grouped: 'is_phamerated',
    qced_archive_file: 'qced_genbank_file',
    qced_archive_file_date: 'qced_genbank_file_date',
    in_archive: 'in_genbank',
    archive_accession: 'genbank_accession',
    reference_accession: 'refseq_accession',
    species_encyclopedia: 'species_wiki',
    genus_encyclopedia: 'genus_wiki',
  },
  'fields of genes, too': { GeneID: 'gene', PhageID: 'phage', LocusTag: 'locus' },
};

export async function benchFieldNames(folder, { genes, runs }) {
  const data = path.join(folder, 'data');
  await measure('node', [cli, 'sample', '--genes', String(genes), '--seed', '1', '--out', data]);
  const out = path.join(folder, 'site');
  const take = (fieldNames) => async () => {
    const config = path.join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ fieldNames }));
    const args = ['build', '--config', config, '--data', data, '--out', out, '--quiet'];
    const taken = await measure('node', [cli, ...args, '--no-gene-files', '--no-cache']);
    rmSync(out, { recursive: true });
    return taken;
  };
  const variants = Object.entries(names).map(([what, fieldNames]) => [what, take(fieldNames)]);
  const measured = await measureInTurns(runs, Object.fromEntries(variants));
  console.log(`${genes} genes with their phages, all views and bulk files, best of ${runs}:\n`);
  printBeside(measured);
}
