/**
 * `npm run bench -- --phamerator`: how long it takes to import the dump of a Phamerator database with 400,000 genes,
 * beside a thread that only reads it and finds its newlines, and beside writing as many bytes into as many files.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestOf, cli, generator, pick, printBeside } from './measure.mjs';

const self = fileURLToPath(import.meta.url);
const genesOfPhage = 100;
const geneBases = 1500;
const domainsOfGene = 3;
const bytesOfInsert = 1e6;

/** Writes a made-up dump as mysqldump does; the same numbers give the same bytes. */
export function writeDump(file, phages) {
  const random = generator(1);
  const protein = pick(random, 'ACDEFGHIKLMNPQRSTVWY', 1 << 16);
  const bases = pick(random, 'ACGT', 1 << 20);
  const slice = (text, length) => {
    const from = random(text.length - length);
    return text.slice(from, from + length);
  };
  const handle = openSync(file, 'w');
  const table = (name, columns, rows) => {
    writeSync(handle, `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n`);
    writeSync(handle, columns.map((column) => `  \`${column}\` blob`).join(',\n'));
    writeSync(
      handle,
      `\n) ENGINE=InnoDB DEFAULT CHARSET=latin1;\nLOCK TABLES \`${name}\` WRITE;\n`,
    );
    let waiting = [];
    let bytes = 0;
    const flush = () => {
      if (bytes > 0) writeSync(handle, `INSERT INTO \`${name}\` VALUES ${waiting.join(',')};\n`);
      waiting = [];
      bytes = 0;
    };
    for (const row of rows) {
      waiting.push(row);
      bytes += row.length;
      if (bytes > bytesOfInsert) flush();
    }
    flush();
    writeSync(handle, 'UNLOCK TABLES;\n');
  };
  const genes = phages * genesOfPhage;
  const families = genes >> 3;
  const phageName = (at) => `Bench${String(at).padStart(5, '0')}`;
  const geneName = (at) =>
    `${phageName(Math.floor(at / genesOfPhage))}_CDS_${(at % genesOfPhage) + 1}`;
  const geneColumns =
    'GeneID PhageID Start Stop Length Name Translation Orientation Notes DomainStatus LocusTag Parts PhamID';
  table(
    'gene',
    geneColumns.split(' '),
    count(genes, (at) => {
      const start = (at % genesOfPhage) * geneBases;
      const translation = slice(protein, geneBases / 3 - 1);
      const notes = random(3) === 0 ? "phage\\'s tail fiber" : '';
      return `('${geneName(at)}','${phageName(Math.floor(at / genesOfPhage))}',${start},${start + geneBases},${geneBases},'${(at % genesOfPhage) + 1}',_binary '${translation}','${random(2) === 0 ? 'F' : 'R'}',_binary '${notes}',1,'BENCH_${at}',1,${1 + random(families)})`;
    }),
  );
  table(
    'gene_domain',
    ['ID', 'GeneID', 'HitID', 'QueryStart', 'QueryEnd', 'Expect'],
    count(
      genes * domainsOfGene,
      (at) =>
        `(${at},'${geneName(Math.floor(at / domainsOfGene))}','gnl|CDD|${random(400000)}',10,90,1.04672e-22)`,
    ),
  );
  const phageColumns =
    'PhageID Accession Name HostGenus Sequence Length DateLastModified Notes GC Status RetrieveRecord AnnotationAuthor Cluster Subcluster';
  table(
    'phage',
    phageColumns.split(' '),
    count(
      phages,
      (at) =>
        `('${phageName(at)}','MK${100000 + at}','${phageName(at)}','Mycobacterium',_binary '${slice(bases, genesOfPhage * geneBases)}',${genesOfPhage * geneBases},'2020-01-01 00:00:00',_binary '',63.4,'final',1,1,'A','A${1 + (at % 9)}')`,
    ),
  );
  table(
    'pham',
    ['PhamID', 'Color'],
    count(families, (at) => `(${at + 1},'#${(at % 0xffffff).toString(16).padStart(6, '0')}')`),
  );
  table('version', ['Version', 'SchemaVersion'], ['(1,10)']);
  closeSync(handle);
}

function* count(most, make) {
  for (let at = 0; at < most; at++) yield make(at);
}

export async function benchPhamerator(folder, { phages, runs }) {
  const dump = path.join(folder, 'dump.sql');
  writeDump(dump, phages);
  const [data, copy] = [path.join(folder, 'imported'), path.join(folder, 'copy')];
  const best = (args) =>
    bestOf(runs, args, () =>
      rmSync(args.includes(cli) ? data : copy, { recursive: true, force: true }),
    );
  const found = await best([self, 'newlines', dump]);
  const imported = await best([cli, 'import', 'phamerator', dump, '--data', data]);
  const written = await best([self, 'write', data, copy]);
  const bytes = (statSync(dump).size / 1e9).toFixed(2);
  console.log(`A dump of ${phages * genesOfPhage} genes, ${bytes} GB, best of ${runs}:\n`);
  printBeside({
    'finding newlines': found,
    'writing as many files': written,
    'import phamerator': imported,
  });
  const ratio = (imported.seconds - written.seconds) / found.seconds;
  console.log(
    `\nWithout writing, the import takes ${ratio.toFixed(1)} times as long as finding newlines.`,
  );
}

function findNewlines(file) {
  const handle = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(1 << 20);
  let lines = 0;
  for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer)) {
    const bytes = buffer.subarray(0, read);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  }
  closeSync(handle);
  return lines;
}

/** Writes as many bytes into as many files of the same names. */
function writeAgain(data, copy) {
  for (const folder of readdirSync(data, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    mkdirSync(path.join(copy, folder.name), { recursive: true });
    for (const name of readdirSync(path.join(data, folder.name))) {
      const { size } = statSync(path.join(data, folder.name, name));
      writeFileSync(path.join(copy, folder.name, name), Buffer.alloc(size, 65));
    }
  }
}

if (process.argv[1] === self) {
  const [, , task, from, to] = process.argv;
  if (task === 'newlines') findNewlines(from);
  else writeAgain(from, to);
}
