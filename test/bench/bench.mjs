/**
 * `npm run bench`: how long a build takes, and how much memory, beside yardsticks measured in the same run.
 *
 * Options: --sizes 10000,100000,1000000 · --large (adds 10,000,000) · --runs 3 · --out FOLDER for the
 * data and the sites · --skip eleventy,duckdb,import,genomes · --json FILE. Prints markdown tables; the best of the runs
 * counts, for the yardsticks as for the program. After the lists come the import of GenBank files, alone with --import,
 * and a build with genomes beside one without them, alone with --genomes. With --serve it is measured instead what a
 * request costs nginx, Caddy and the preview (--seconds 1 for each of --runs turns, at least 9; --skip caddy,preview); with --phamerator, the
 * import of a database's dump; with --shards, the steps of a build in shares of each of --sizes from a million genes on,
 * and what larger ones come to; with --rebuilds, builds after small changes, and of sources in random order; with --names, a build whose fields have other than their neutral
 * names; with --pages, the pages for people in Chromium, on a site of the largest of --sizes; with --search FOLDER, how often
 * the search for sequences finds the family of a gene of this data that is left out.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installEleventy } from './eleventy.mjs';
import { benchFieldNames } from './fieldNames.mjs';
import { benchGenomes } from './genomes.mjs';
import { benchImport } from './importing.mjs';
import { cli, measure } from './measure.mjs';
import { benchPages } from './pages.mjs';
import { benchPhamerator } from './phamerator.mjs';
import { benchRebuilds } from './rebuilds.mjs';
import { benchServing } from './serve.mjs';
import { benchSearch } from './search.mjs';
import { benchShards } from './shards.mjs';

const here = import.meta.dirname;
const pageSize = 100;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    large: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    out: { type: 'string' },
    skip: { type: 'string', default: '' },
    json: { type: 'string' },
    serve: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    genomes: { type: 'boolean', default: false },
    names: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    rebuilds: { type: 'boolean', default: false },
    search: { type: 'string' },
    shards: { type: 'boolean', default: false },
    phamerator: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '1' },
  },
});
const sizes = options.sizes.split(',').map(Number);
if (options.large) sizes.push(10_000_000);
const runs = Number(options.runs);
const skipped = new Set(options.skip.split(','));

// A RAM disk, so that what is measured is the program.
const ramDisk = '/dev/shm';
const folder = mkdtempSync(
  path.join(options.out ?? (existsSync(ramDisk) ? ramDisk : tmpdir()), 'phagepress-bench-'),
);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const importing = () => benchImport(folder, { phages: 1000, runs });
const withGenomes = () => benchGenomes(folder, { phages: 4000, runs });

if (options.import) {
  await importing();
} else if (options.genomes) {
  await withGenomes();
} else if (options.names) {
  await benchFieldNames(folder, { genes: 400_000, runs });
} else if (options.pages) {
  await benchPages(folder, { genes: Math.max(...sizes), runs });
} else if (options.rebuilds) {
  await benchRebuilds(folder, { genes: Math.max(...sizes), runs });
} else if (options.search !== undefined) {
  await benchSearch(folder, { data: options.search });
} else if (options.shards) {
  await benchShards(folder, { sizes: sizes.filter((size) => size >= 1_000_000) });
} else if (options.phamerator) {
  await benchPhamerator(folder, { phages: 4000, runs });
} else if (options.serve) {
  const turns = Math.max(runs, 9);
  const seconds = Number(options.seconds);
  await benchServing(folder, { seconds, turns, genes: 50_000, skipped });
} else {
  const results = [];
  for (const size of sizes) {
    results.push({ genes: size, ...(await benchSize(size)) });
  }
  print(results);
  emptyFolder();
  if (!skipped.has('import')) await importing();
  emptyFolder();
  if (!skipped.has('genomes')) await withGenomes();
}

/** A RAM disk has room for one kind of data at a time. */
function emptyFolder() {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
}

async function benchSize(size) {
  const data = path.join(folder, 'data');
  await measure('node', [cli, 'sample', '--genes', String(size), '--seed', '1', '--out', data]);
  const genes = path.join(data, 'genes');
  const site = path.join(folder, 'site');
  const pages = path.join(folder, 'pages');
  // What pages cost is measured with --pages.
  const whole = [
    'build',
    '--data',
    data,
    '--out',
    site,
    '--no-gene-files',
    '--no-pages',
    '--quiet',
  ];
  // Every gene's phage is missing: findings are no part of what is measured.
  whole.push('--max-errors', '0');
  const withViews = [...whole, '--no-bulk'];
  const withBulk = [...whole, '--bulk', 'ndjson,tsv,fasta,gff3,phages'];
  // The yardsticks make lists and nothing else.
  const build = [...withViews, '--no-views'];
  const full = [...build, '--no-cache'];

  const rows = {};
  const take = async (name, command, args, prepare = () => {}, spawnOptions = {}) => {
    if (skipped.has(name)) return;
    const taken = [];
    for (let run = 0; run < runs; run++) {
      prepare();
      taken.push(await measure(command, args, spawnOptions));
    }
    rows[name] = taken.reduce((best, one) => (one.seconds < best.seconds ? one : best));
    process.stderr.write(`${size} ${name}: ${rows[name].seconds.toFixed(2)} s\n`);
  };
  const clear = () => {
    rmSync(pages, { recursive: true, force: true });
    rmSync(site, { recursive: true, force: true });
    mkdirSync(pages);
  };

  const forget = () => {
    clear();
    for (const name of readdirSync(folder)) {
      if (name.startsWith('.site.')) rmSync(path.join(folder, name), { recursive: true });
    }
  };
  let edit = 0;
  const changeOne = () => changeOneGene(genes, ++edit);

  const parse = (...folders) => [path.join(here, 'parseLines.mjs'), ...folders];

  // Ten million with all views, their cache and their sources do not fit into most RAM disks.
  if (size <= 1_000_000) {
    await take('parse both', 'node', parse(genes, path.join(data, 'phages')), clear);
    await take('lists', 'node', [cli, ...full], clear);
    await take('with views', 'node', [cli, ...withViews, '--no-cache'], clear);
    await take('views and bulk', 'node', [cli, ...withBulk, '--no-cache'], clear);
    await take('and Parquet', 'node', [cli, ...whole, '--no-cache'], clear);
    await take('views, bulk, cache', 'node', [cli, ...withBulk], forget);
    await take('one gene of these', 'node', [cli, ...withBulk], changeOne);
  }

  // From here on lists of genes are what is compared: the yardsticks know nothing of phages.
  rmSync(path.join(data, 'phages'), { recursive: true });
  mkdirSync(path.join(data, 'phages'));
  await take('parse', 'node', parse(genes), clear);
  const sort = `cat ${genes}/* | LC_ALL=C sort | split -l ${pageSize} -a 6 - ${pages}/`;
  await take('sort', 'sh', ['-c', sort], clear);
  await take(
    'duckdb',
    'node',
    [path.join(here, 'duckdb.mjs'), genes, pages, String(pageSize)],
    clear,
  );
  if (!skipped.has('eleventy') && size <= 1_000_000) {
    const eleventy = await installEleventy(folder);
    const env = { ...process.env, BENCH_GENES: genes, BENCH_PAGES: pages };
    const { command, args, options: spawnOptions } = eleventy(env);
    await take('eleventy', command, args, clear, spawnOptions);
  }
  await take('phagepress', 'node', [cli, ...full], clear);

  // A rebuild is measured against a full build that leaves a cache.
  await take('with cache', 'node', [cli, ...build], forget);
  await take('nothing changed', 'node', [cli, ...build]);
  await take('one gene changed', 'node', [cli, ...build], changeOne);
  for (const name of readdirSync(folder)) {
    if (name !== 'eleventy') rmSync(path.join(folder, name), { recursive: true });
  }
  return rows;
}

/** Writes other Notes into one gene of the file in the middle. */
function changeOneGene(genes, edit) {
  const names = readdirSync(genes).sort();
  const file = path.join(genes, names[names.length >> 1]);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/"Notes":"[^"\\]*"/, `"Notes":"edit ${edit}"`));
}

/** How many times as long one took as the other, by the clock and in CPU time. */
function ratios(row, a, b) {
  return ['seconds', 'cpuSeconds'].map((of) =>
    row[a] && row[b] ? (row[a][of] / row[b][of]).toFixed(2) : '–',
  );
}

/** Prints a row for each size, under its number of genes and the titles. */
function printTable(all, titles, cellsOf) {
  console.log(`| genes | ${titles.join(' | ')} |`);
  console.log(`| ---: |${' ---: |'.repeat(titles.length)}`);
  for (const row of all)
    console.log(`| ${row.genes.toLocaleString('en-GB')} | ${cellsOf(row).join(' | ')} |`);
}

function print(all) {
  console.log(
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} threads, Node ${process.version}`,
  );
  console.log(`best of ${runs}; the site is written to ${path.dirname(folder)}\n`);
  const names = ['parse', 'sort', 'duckdb', 'eleventy', 'phagepress'];
  names.push('with cache', 'nothing changed', 'one gene changed');
  names.push('parse both', 'lists', 'with views', 'views and bulk', 'and Parquet');
  names.push('views, bulk, cache', 'one gene of these');
  printTable(all, names, (row) =>
    names.map((name) => {
      if (row[name] === undefined) return '–';
      const { seconds, cpuSeconds, peakBytes } = row[name];
      return `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s CPU), ${Math.round(peakBytes / 1e6)} MB`;
    }),
  );
  console.log(
    '\nRatios of a full build to the yardsticks, and of rebuilds to a full build with cache:\n',
  );
  const yardsticks = ['÷ parse', '÷ sort', '÷ DuckDB', '÷ Eleventy'];
  printTable(all, [...yardsticks, 'nothing changed', 'one gene changed'], (row) => [
    ...names.slice(0, 4).map((name) => ratios(row, 'phagepress', name)[0]),
    ratios(row, 'nothing changed', 'with cache')[0],
    ratios(row, 'one gene changed', 'with cache')[0],
  ]);
  console.log('\nRatios of lists to parsing the same bytes, by the clock and in CPU time:\n');
  printTable(all, ['genes alone', 'CPU', 'with phages', 'CPU'], (row) => [
    ...ratios(row, 'phagepress', 'parse'),
    ...ratios(row, 'lists', 'parse both'),
  ]);
  console.log(
    '\nRatios with phages, by the clock and in CPU time: of builds to one of lists alone, with all views, with bulk files, and with Parquet files, too; and of one changed gene to a build with views, bulk files and cache:\n',
  );
  const parts = ['views', 'and bulk', 'and Parquet', 'one gene'].flatMap((title) => [title, 'CPU']);
  printTable(all, parts, (row) => [
    ...ratios(row, 'with views', 'lists'),
    ...ratios(row, 'views and bulk', 'lists'),
    ...ratios(row, 'and Parquet', 'lists'),
    ...ratios(row, 'one gene of these', 'views, bulk, cache'),
  ]);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
}
