/** `npm run bench -- --names`: what a build costs where fields have other names, beside the same with SPEC.md's. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure } from './measure.mjs';

const cli = fileURLToPath(new URL('../../lib/cli.js', import.meta.url));

/** As `--profile phagesdb` names them, which may do more; and fields of genes, so that each of these is renamed. */
const names = {
  "SPEC.md's names": {},
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
  const best = new Map();
  // In turns, so that what else the machine does falls on all of them.
  for (let run = 0; run < runs; run++) {
    for (const [what, fieldNames] of Object.entries(names)) {
      const config = path.join(folder, 'config.json');
      writeFileSync(config, JSON.stringify({ fieldNames }));
      const args = ['build', '--config', config, '--data', data, '--out', out, '--quiet'];
      const taken = await measure('node', [cli, ...args, '--no-gene-files', '--no-cache']);
      rmSync(out, { recursive: true });
      const before = best.get(what) ?? taken;
      best.set(what, {
        seconds: Math.min(before.seconds, taken.seconds),
        cpuSeconds: Math.min(before.cpuSeconds, taken.cpuSeconds),
        peakBytes: Math.min(before.peakBytes, taken.peakBytes),
      });
    }
  }
  const [plain] = best.values();
  console.log(`${genes} genes with their phages, all views and bulk files, best of ${runs}:\n`);
  console.log('| | time | CPU time | peak memory | ÷ SPEC.md’s names | CPU |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, { seconds, cpuSeconds, peakBytes }] of best) {
    const ratios = [seconds / plain.seconds, cpuSeconds / plain.cpuSeconds];
    const memory = Math.round(peakBytes / 1e6);
    console.log(
      `| ${what} | ${seconds.toFixed(2)} s | ${cpuSeconds.toFixed(2)} s | ${memory} MB | ${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')} |`,
    );
  }
}
