/**
 * `npm run bench -- --shards`: what the steps of a build in two shares take, with all defaults and packed, and what sizes
 * that were not measured come to: time on one machine and on many, and the price of hosting. docs/large.md has its tables.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { cli, measure, packedHost } from './measure.mjs';

const shards = 2;
const dividedSteps = ['sort', 'render', 'derive'];

export async function benchShards(folder, { sizes }) {
  let measured = null;
  for (const genes of sizes) {
    const taken = await measureSteps(folder, genes);
    const once = taken.build;
    console.log(`\n${genes} genes, in ${shards} shares:\n`);
    print(
      ['step', 'CPU time', 'of one build', 'read and written', 'most memory'],
      [
        ...[...dividedSteps, 'join'].map((step) => stepRow(step, taken[step], once)),
        stepRow('one build', once, once),
      ],
    );
    if (measured !== null) {
      const due = costAt(genes, measured).cpuSeconds;
      const sum = sumOf(taken);
      console.log(
        `\nAll steps: ${sum.toFixed(0)} s of CPU; from the smaller size, ${due.toFixed(0)} s.`,
      );
    }
    measured = { genes, ...taken };
  }
  if (measured !== null) printCosts(measured);
}

async function measureSteps(folder, genes) {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  const [data, site, plan] = ['data', 'site', 'plan'].map((name) => path.join(folder, name));
  await measure('node', [cli, 'sample', '--genes', String(genes), '--seed', '1', '--out', data]);
  const packed = ['--records', 'packed', ...packedHost];
  const options = ['--data', data, '--out', site, ...packed, '--max-errors', '0'];
  const run = (...args) => measure('node', [cli, ...args, '--quiet']);
  const build = await run('build', ...options, '--no-cache');
  rmSync(site, { recursive: true });
  await run('shard', 'plan', plan, '--shards', String(shards), ...options);
  await run('shard', 'genomes', plan, '1');
  await run('shard', 'genomes', plan, '2');
  const steps = {};
  for (const step of dividedSteps) {
    const shares = [await run('shard', step, plan, '1'), await run('shard', step, plan, '2')];
    const sum = (what) => shares.reduce((total, one) => total + one[what], 0);
    const peakBytes = Math.max(...shares.map((one) => one.peakBytes));
    steps[step] = { cpuSeconds: sum('cpuSeconds'), movedBytes: sum('movedBytes'), peakBytes };
  }
  const join = await run('shard', 'join', plan);
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => statSync(path.join(one.parentPath, one.name)).size);
  const bytes = files.reduce((sum, size) => sum + size, 0);
  return { build, ...steps, join, site: { files: files.length, bytes } };
}

const sumOf = (of) => [...dividedSteps, 'join'].reduce((sum, step) => sum + of[step].cpuSeconds, 0);

function stepRow(step, { cpuSeconds, movedBytes, peakBytes }, once) {
  return [
    step,
    `${cpuSeconds.toFixed(1)} s`,
    (cpuSeconds / once.cpuSeconds).toFixed(2),
    `${(movedBytes / 1e9).toFixed(1)} GB`,
    `${Math.round(peakBytes / 1e6)} MB`,
  ];
}

// List prices in dollars of an object store and of code at the edge, Cloudflare R2 and Workers, in August 2026.
const prices = { ofGigabyteMonth: 0.015, ofMillionWrites: 4.5, ofMillionReads: 0.36 };
const workers = { ofMonth: 5, freeRequests: 10e6, ofMillionRequests: 0.3 };
const readsOfPacked = 2;

/** What a site of so many genes takes; all grows with the number of genes. */
function costAt(genes, measured) {
  const times = genes / measured.genes;
  const joined = measured.join.cpuSeconds * times;
  const cpuSeconds = sumOf(measured) * times;
  const moved = dividedSteps.reduce((sum, step) => sum + measured[step].movedBytes, 0);
  return {
    cpuSeconds,
    // Two cores each; one machine needs no shares.
    hours: (machines) =>
      machines === 1
        ? (measured.build.cpuSeconds * times) / 2 / 3600
        : ((cpuSeconds - joined) / machines + joined) / 2 / 3600,
    files: Math.round(measured.site.files * times),
    // A record of its own, and with families and neighbours on the average 1.26 files for a gene.
    filesUnpacked: Math.round(1.26 * genes),
    gigabytes: (measured.site.bytes * times) / 1e9,
    movedBytes: moved * times,
  };
}

function printCosts(measured) {
  const sizes = [0.4e6, 10e6, 43e6, 400e6];
  const costs = sizes.map((genes) => ({ genes, ...costAt(genes, measured) }));
  const million = (count) => `${count / 1e6} million`;
  const hours = (of) => (of < 1 ? `${Math.ceil(of * 60)} min` : `${of.toFixed(1)} h`);
  console.log(`\nFrom ${million(measured.genes)} genes, on machines of two cores:\n`);
  print(
    ['genes', 'CPU in shares', 'one build', '4 machines', '16 machines', 'a share of 16 moves'],
    costs.map(({ genes, cpuSeconds, hours: on, movedBytes }) => [
      million(genes),
      hours(cpuSeconds / 3600),
      hours(on(1)),
      hours(on(4)),
      hours(on(16)),
      `${(movedBytes / 16 / 1e9).toFixed(1)} GB`,
    ]),
  );
  const dollars = (amount) => `$${amount < 10 ? amount.toFixed(2) : amount.toFixed(0)}`;
  const ofRequests = (requests, reads) =>
    (requests * reads * prices.ofMillionReads) / 1e6 +
    workers.ofMonth +
    (Math.max(0, requests - workers.freeRequests) / 1e6) * workers.ofMillionRequests;
  console.log('');
  print(
    [
      'genes',
      'files',
      'packed',
      'GB',
      'upload of files',
      'upload of packs',
      'a month, stored',
      'with 10 million requests',
    ],
    costs.map(({ genes, files, filesUnpacked, gigabytes }) => [
      million(genes),
      filesUnpacked.toLocaleString('en'),
      files.toLocaleString('en'),
      gigabytes.toFixed(0),
      dollars((filesUnpacked * prices.ofMillionWrites) / 1e6),
      dollars((files * prices.ofMillionWrites) / 1e6),
      dollars(gigabytes * prices.ofGigabyteMonth),
      dollars(gigabytes * prices.ofGigabyteMonth + ofRequests(10e6, readsOfPacked)),
    ]),
  );
}

function print(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log(line(head));
  console.log(line(head.map((_, at) => (at === 0 ? '---' : '---:'))));
  for (const row of rows) console.log(line(row));
}
