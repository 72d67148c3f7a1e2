/** `npm run bench -- --genomes`: what a build costs with the genomes of all phages, beside the same without them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bestOf, cli, generator, measure, printBeside } from './measure.mjs';

const genesOfPhage = 100;
const codonsOfGene = 180;
const basesBetween = 60;

const letters = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG';
const codons = [...letters].map((_, at) =>
  [at >> 4, (at >> 2) & 3, at & 3].map((base) => 'TCAG'[base]).join(''),
);
const sense = codons.map((_, at) => at).filter((at) => letters[at] !== '*');
const complements = { A: 'T', C: 'G', G: 'C', T: 'A' };

/** Writes `phages` phages below `data`, whose genes are what their genomes encode; the same number gives the same bytes. */
async function writeData(data, phages) {
  await measure('node', [cli, 'sample', '--genes', '100', '--seed', '1', '--out', data]);
  const first = (folder) => {
    const [file] = readdirSync(path.join(data, folder));
    const text = readFileSync(path.join(data, folder, file), 'utf8');
    return JSON.parse(file.endsWith('.ndjson') ? text.split('\n', 1)[0] : text);
  };
  const [gene, phage] = [first('genes'), first('phages')];
  for (const folder of ['genes', 'phages', 'genomes']) {
    rmSync(path.join(data, folder), { recursive: true, force: true });
    mkdirSync(path.join(data, folder));
  }
  const random = generator(1);
  for (let at = 0; at < phages; at++) writePhage(data, `Bench${at}`, gene, phage, random);
}

function writePhage(data, name, gene, phage, random) {
  const [records, parts] = [[], []];
  for (let at = 0, start = 0; at < genesOfPhage; at++) {
    const read = Array.from({ length: codonsOfGene }, () => sense[random(sense.length)]);
    const bases = `ATG${read.map((codon) => codons[codon]).join('')}TAA`;
    const isReverse = random(2) === 1;
    parts.push(isReverse ? reversed(bases) : bases, 'ACGT'.repeat(basesBetween / 4));
    records.push({
      ...gene,
      GeneID: `${name}_CDS_${at + 1}`,
      PhageID: { ...gene.PhageID, PhageID: name, Name: name },
      Start: start,
      Stop: start + bases.length,
      Length: bases.length,
      Translation: `M${read.map((codon) => letters[codon]).join('')}`,
      Orientation: isReverse ? 'R' : 'F',
    });
    start += bases.length + basesBetween;
  }
  const genome = parts.join('');
  const strong = genome.replaceAll(/[AT]/g, '').length;
  const gcpercent = ((100 * strong) / genome.length).toFixed(2);
  const lines = (all) => all.map((one) => `${one}\n`).join('');
  const write = (file, text) => writeFileSync(path.join(data, file), text);
  write(`genes/${name}.ndjson`, lines(records.map((record) => JSON.stringify(record))));
  const record = { ...phage, phage_name: name, genome_length: genome.length, gcpercent };
  write(`phages/${name}.ndjson`, `${JSON.stringify(record)}\n`);
  write(`genomes/${name}.fasta`, lines([`>${name}`, ...genome.match(/.{1,70}/g)]));
}

function reversed(bases) {
  return [...bases]
    .toReversed()
    .map((base) => complements[base])
    .join('');
}

export async function benchGenomes(folder, { phages, runs }) {
  const data = path.join(folder, 'data');
  await writeData(data, phages);
  const site = path.join(folder, 'site');
  const build = [cli, 'build', '--data', data, '--out', site, '--no-bulk', '--quiet'];
  build.push('--deny', 'gene-translation');
  const clear = () => {
    for (const name of readdirSync(folder)) {
      if (name !== 'data') rmSync(path.join(folder, name), { recursive: true });
    }
  };
  const best = (prepare) => bestOf(runs, build, prepare);
  const withGenomes = await best(clear);
  const again = await best(() => {});
  rmSync(path.join(data, 'genomes'), { recursive: true });
  const without = await best(clear);
  console.log(`${phages} phages of ${genesOfPhage} genes each, best of ${runs}:\n`);
  printBeside({
    'without genomes': without,
    'with genomes': withGenomes,
    'again, nothing changed': again,
  });
}
