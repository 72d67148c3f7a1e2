/**
 * `npm run bench -- --search FOLDER`: how often the search for sequences finds the family of a gene that is left out, among
 * the genes of a folder of data, beside DIAMOND where it is installed, and how much it reads of the site.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { cli, measure } from './measure.mjs';

export async function benchSearch(folder, { data }) {
  const { searchOf } = await searchModule(folder);
  const genes = readdirSync(path.join(data, 'genes'))
    .flatMap((file) => readFileSync(path.join(data, 'genes', file), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ PhamID, Translation }) => PhamID !== null && Translation)
    .sort((a, b) => Buffer.compare(Buffer.from(a.GeneID), Buffer.from(b.GeneID)));
  await compare(folder, genes, searchOf);
  // As in a large collection: families of proteins whose amino acids are in another order.
  const draw = createDraw(1);
  const more = Array.from({ length: moreFamilies }, (_, at) => {
    const gene = genes[draw(genes.length)];
    const PhamID = { ...gene.PhamID, PhamID: 1_000_000 + at };
    return {
      ...gene,
      GeneID: `More_CDS_${at}`,
      PhamID,
      Translation: shuffled(gene.Translation, draw),
    };
  });
  await compare(folder, [...genes, ...more], searchOf);
}

const moreFamilies = 60_000;

function createDraw(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

function shuffled(text, draw) {
  const letters = [...text];
  for (let at = letters.length - 1; at > 0; at--) {
    const other = draw(at + 1);
    [letters[at], letters[other]] = [letters[other], letters[at]];
  }
  return letters.join('');
}

async function compare(folder, genes, searchOf) {
  const families = groupBy(genes, familyOf);
  const queries = genes.filter((gene) => families.get(familyOf(gene)).length > 1);
  const isFirst = (gene) => families.get(familyOf(gene))[0] === gene;
  // The first gene of a family stands for it. To leave that out, it is not in the second site.
  const without = genes.filter(
    (gene) => !(isFirst(gene) && families.get(familyOf(gene)).length > 1),
  );
  const sites = [];
  for (const [number, some] of [genes, without].entries()) {
    const source = path.join(folder, `data${genes.length}_${number}`);
    for (const name of ['genes', 'phages']) mkdirSync(path.join(source, name), { recursive: true });
    const lines = some.map((gene) => `${JSON.stringify(gene)}\n`);
    writeFileSync(path.join(source, 'genes', 'all.ndjson'), lines.join(''));
    const out = path.join(folder, `site${genes.length}_${number}`);
    await measure('node', [
      cli,
      'build',
      '--data',
      source,
      '--out',
      out,
      '--no-bulk',
      '--quiet',
      '--max-errors',
      '0',
      '--allow',
      'gene-length',
      '--no-cache',
    ]);
    sites.push(out);
  }
  let [found, bytes, ms] = [0, 0, 0];
  for (const gene of queries) {
    const { hits, read, took } = await searchOf(
      sites[isFirst(gene) ? 1 : 0],
      gene.Translation.replace(/\*$/, ''),
    );
    if (hits[0]?.pham === familyOf(gene)) found++;
    bytes += read;
    ms += took;
  }
  console.log(
    `${queries.length} genes left out, ${families.size} families:\n\n| | found first |\n| --- | ---: |`,
  );
  const share = (count) => (count / queries.length).toFixed(3);
  console.log(
    `| the search: ${Math.round(bytes / queries.length / 1000)} kB and ${(ms / queries.length).toFixed(1)} ms a gene | ${share(found)} |`,
  );
  for (const mode of ['--fast', '', '--very-sensitive', '--ultra-sensitive']) {
    const of = diamond(folder, genes, queries, mode);
    if (of !== null) console.log(`| DIAMOND ${mode} | ${share(of)} |`);
  }
}

function familyOf({ PhamID }) {
  return PhamID.PhamID;
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** How many of the queries have their family first among all other genes; null where there is no DIAMOND. */
function diamond(folder, genes, queries, mode) {
  if (spawnSync('diamond', ['version']).error !== undefined) return null;
  const [all, some, found] = ['all.fa', 'queries.fa', 'found.tsv'].map((name) =>
    path.join(folder, name),
  );
  const fasta = (list) =>
    list
      .map((gene) => `>${gene.GeneID} ${familyOf(gene)}\n${gene.Translation.replace(/\*$/, '')}\n`)
      .join('');
  writeFileSync(all, fasta(genes));
  writeFileSync(some, fasta(queries));
  execFileSync('diamond', ['makedb', '--in', all, '-d', all, '--quiet']);
  const columns = ['qseqid', 'sseqid', 'bitscore'];
  execFileSync('diamond', [
    'blastp',
    '-q',
    some,
    '-d',
    all,
    '-k',
    '30',
    '--quiet',
    '-o',
    found,
    ...(mode === '' ? [] : [mode]),
    '--outfmt',
    '6',
    ...columns,
  ]);
  const family = new Map(genes.map((gene) => [gene.GeneID, familyOf(gene)]));
  const best = new Map();
  for (const line of readFileSync(found, 'utf8').split('\n').filter(Boolean)) {
    const [query, hit, bits] = line.split('\t');
    if (query !== hit && Number(bits) > (best.get(query)?.bits ?? 0))
      best.set(query, { hit, bits: Number(bits) });
  }
  return [...best].filter(([query, { hit }]) => family.get(query) === family.get(hit)).length;
}

/** The search that the pages run, with what it reads of a folder. */
async function searchModule(folder) {
  const root = path.join(import.meta.dirname, '../..');
  const file = path.join(folder, 'search.mjs');
  const contents = `
    import { readFileSync } from 'node:fs';
    import { addresses } from './src/web/data/fetching.ts';
    import { ofOneProtein, proteinIndexOf, searchProtein } from './src/web/data/proteinSearch.ts';
    const files = new Map();
    export async function searchOf(site, protein) {
      const asked = new Map();
      const read = async (address) => {
        const file = site + '/' + address;
        if (!files.has(file)) {
          const bytes = readFileSync(file);
          files.set(file, { json: JSON.parse(bytes), size: bytes.length });
        }
        asked.set(file, files.get(file).size);
        return files.get(file).json;
      };
      const began = performance.now();
      const index = proteinIndexOf(await read(addresses.proteinIndex));
      const hits = await searchProtein(index, read, protein, ofOneProtein);
      const size = [...asked.values()].reduce((sum, one) => sum + one, 0);
      return { hits, read: size, took: performance.now() - began };
    }`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
    logLevel: 'warning',
  });
  return import(file);
}
