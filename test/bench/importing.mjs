/**
 * `npm run bench -- --import`: how long it takes to import GenBank files as Pharokka writes them, beside a thread that
 * only reads them and splits their lines.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestOf, cli, generator, pick, printBeside } from './measure.mjs';

const genesOfPhage = 250;
const geneBases = 540;

/** Writes `phages` made-up genomes below `folder`; the same numbers give the same bytes. */
export function writeGenomes(folder, phages) {
  mkdirSync(folder, { recursive: true });
  const random = generator(1);
  for (let at = 0; at < phages; at++) {
    const name = `Bench${at}`;
    writeFileSync(path.join(folder, `${name}.gbk`), genome(name, random));
  }
}

export async function benchImport(folder, { phages, runs }) {
  const inputs = path.join(folder, 'genomes');
  writeGenomes(inputs, phages);
  const best = (args) =>
    bestOf(runs, args, () =>
      rmSync(path.join(folder, 'imported'), { recursive: true, force: true }),
    );
  const self = fileURLToPath(import.meta.url);
  const lines = await best([self, inputs]);
  const args = [cli, 'import', 'annotations', inputs, '--data', path.join(folder, 'imported')];
  const imported = await best(args);
  console.log(`${phages} GenBank files of ${genesOfPhage} genes each, best of ${runs}:\n`);
  printBeside({ 'splitting lines': lines, 'import annotations': imported });
}

function genome(name, random) {
  const bases = genesOfPhage * geneBases;
  const head = `LOCUS       ${name.padEnd(16)} ${bases} bp    DNA     linear   PHG 01-JAN-2026
DEFINITION  ${name}.
ACCESSION   ${name}
VERSION     ${name}
KEYWORDS    .
SOURCE      .
  ORGANISM  .
            .
FEATURES             Location/Qualifiers
`;
  const genes = Array.from({ length: genesOfPhage }, (_, at) => {
    const span = `${at * geneBases + 1}..${(at + 1) * geneBases}`;
    const tag = `${name}_CDS_${String(at + 1).padStart(4, '0')}`;
    const protein = `/translation="M${pick(random, 'ACDEFGHIKLMNPQRSTVWY', geneBases / 3 - 2)}"`;
    const wrapped = protein.match(/.{1,58}/g).map((line) => `                     ${line}`);
    return `     CDS             ${random(2) === 0 ? span : `complement(${span})`}
                     /ID="${tag}"
                     /transl_table=11
                     /phrog="${random(3) === 0 ? 'No_PHROG' : random(38_000)}"
                     /locus_tag="${tag}"
                     /function="unknown function"
                     /product="hypothetical protein"
                     /score="-15.39925"
                     /inference="ab initio prediction:PHANOTATE:1.6.7"
${wrapped.join('\n')}
`;
  });
  const rows = Array.from({ length: bases / 60 }, (_, at) => {
    const groups = pick(random, 'acgt', 60).match(/.{10}/g).join(' ');
    return `${String(at * 60 + 1).padStart(9)} ${groups}\n`;
  });
  return `${head}${genes.join('')}ORIGIN\n${rows.join('')}//\n`;
}

// Run by itself: the yardstick.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  let lines = 0;
  for (const name of readdirSync(folder)) {
    lines += readFileSync(path.join(folder, name), 'utf8').split('\n').length;
  }
  process.exitCode = lines > 0 ? 0 : 1;
}
