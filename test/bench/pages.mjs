/**
 * `npm run bench -- --pages`: what the pages for people cost a build of `genes` genes, and what they take in Chromium,
 * where 30,000 phages are added, 30 of which have 230 genes. The best of several looks counts: the rest is what else the
 * machine does.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { cli, measure, measureInTurns, printBeside } from './measure.mjs';

const mostPhages = 30_000;
const compared = Array.from({ length: 30 }, (_, at) => `Compared${at + 10}`);
const genesOfEach = 230;

export async function benchPages(folder, { genes, runs }) {
  const data = path.join(folder, 'data');
  const site = path.join(folder, 'site');
  await measure('node', [cli, 'sample', '--genes', String(genes), '--seed', '1', '--out', data]);
  await benchCost(folder, data, runs);
  addPhages(data);
  const build = ['build', '--data', data, '--out', site, '--no-gene-files', '--no-bulk'];
  await measure('node', [cli, ...build, '--no-cache', '--quiet', '--max-errors', '0']);
  rmSync(data, { recursive: true });
  const server = spawn('node', [cli, 'preview', '--dir', site, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const base = await addressOf(server);
    const inNewPage = (look) => async () => {
      const page = await newPage(browser);
      const taken = await look(page, base, site);
      await page.context().close();
      return taken;
    };
    const looks = [phage, compare, table, search, family].map((look) => [
      look.name,
      inNewPage(look),
    ]);
    const best = await measureInTurns(runs, Object.fromEntries(looks));
    console.log(`Pages of ${genes} genes, best of ${runs}:\n\n| | |\n| --- | ---: |`);
    for (const [what, value] of Object.values(best).flatMap(Object.entries))
      console.log(`| ${what} | ${Math.round(value)} |`);
  } finally {
    await browser.close();
    server.kill();
  }
}

/** What the indexes for people add to a build of lists and views. */
async function benchCost(folder, data, runs) {
  const out = path.join(folder, 'measured');
  const build = [cli, 'build', '--data', data, '--out', out, '--no-gene-files', '--no-bulk'];
  build.push('--no-cache', '--quiet', '--max-errors', '0');
  const take = (args) => async () => {
    const taken = await measure('node', args);
    rmSync(out, { recursive: true });
    return taken;
  };
  const variants = { 'lists and views': take([...build, '--no-pages']), 'and pages': take(build) };
  printBeside(await measureInTurns(runs, variants));
  console.log('');
}

/** Makes phages to compare of the sample's genes, and copies of phages without genes. */
function addPhages(data) {
  const linesOf = (kind, file) =>
    readFileSync(path.join(data, kind, file), 'utf8')
      .trimEnd()
      .split('\n');
  const parts = readdirSync(path.join(data, 'phages')).sort();
  const phages = parts.flatMap((file) => linesOf('phages', file));
  const more = [...compared];
  for (let at = 0; phages.length + more.length < mostPhages; at++) more.push(`Copied${at}`);
  const named = more.map((phage_name, at) =>
    JSON.stringify({ ...JSON.parse(phages[at % phages.length]), phage_name, old_names: '' }),
  );
  writeFileSync(path.join(data, 'phages/more.ndjson'), `${named.join('\n')}\n`);
  const sample = linesOf('genes', readdirSync(path.join(data, 'genes')).sort()[0]);
  const { PhageID: summary } = JSON.parse(sample[0]);
  const file = path.join(data, 'genes/more.ndjson');
  for (const [at, name] of compared.entries()) {
    let start = 0;
    const lines = Array.from({ length: genesOfEach }, (_, number) => {
      // Each has four of five genes of all others.
      const shared = (number * 7 + at) % 5 > 0;
      const gene = JSON.parse(
        sample[shared ? number : (number + genesOfEach * at) % sample.length],
      );
      const Start = start;
      start += gene.Length + 20;
      const PhageID = { ...summary, PhageID: name, Name: name };
      const GeneID = `${name}_CDS_${number + 1}`;
      return JSON.stringify({ ...gene, GeneID, PhageID, Start, Stop: Start + gene.Length });
    });
    appendFileSync(file, `${lines.join('\n')}\n`);
  }
}

async function addressOf(server) {
  let said = '';
  for await (const text of server.stdout) {
    said += text;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`preview said no address: ${said}`);
}

/** Notes long tasks, frames, and when something was drawn last. */
const notes = () => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  // oxlint-disable-next-line typescript/unbound-method -- called with its context, below
  const draw = CanvasRenderingContext2D.prototype.fillRect;
  CanvasRenderingContext2D.prototype.fillRect = function (...box) {
    requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt = performance.now()), 0));
    return draw.apply(this, box);
  };
  globalThis.frames = [];
  const frame = (before) =>
    requestAnimationFrame((now) => {
      frames.push(now - before);
      frame(now);
    });
  frame(performance.now());
};

async function newPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(notes);
  return page;
}

/** Milliseconds of the longest task since the last time; tasks of less than 50 are none. */
const longestTask = (page) => page.evaluate(() => Math.max(0, ...tasks.splice(0)));

/** As on a phone: a quarter of the machine's speed. */
async function phage(page, base) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${base}/phages/${compared[0]}/`);
  await page.waitForFunction(() => globalThis.drawnAt !== undefined);
  return {
    'a phage of 230 genes, slowed four times: drawn, ms': await page.evaluate(() => drawnAt),
  };
}

async function compare(page, base) {
  const names = compared.map((name) => `with=${name}`).join('&');
  await page.goto(`${base}/?compare&${names}`);
  await page.waitForFunction(() => globalThis.drawnAt !== undefined);
  const [there, drawn] = await page.evaluate(() => [
    Math.max(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('genesbyphage'))
        .map(({ responseEnd }) => responseEnd),
    ),
    drawnAt,
  ]);
  await page.waitForLoadState('networkidle');
  const map = page.locator('.map canvas');
  await map.scrollIntoViewIfNeeded();
  const { y } = await map.boundingBox();
  const height = Math.max(y, 0) + 200;
  await page.mouse.move(900, height);
  await page.mouse.down();
  await page.evaluate(() => frames.splice(0));
  for (let step = 1; step <= 120; step++) await page.mouse.move(900 - 3 * step, height);
  const moved = await page.evaluate(() => frames.splice(0).sort((a, b) => a - b));
  await page.mouse.up();
  return {
    'compare 30 genomes: drawn after navigation, ms': drawn,
    'compare: drawn after the last genes came, ms': drawn - there,
    'compare: a frame while it is moved, median, ms': moved[moved.length >> 1],
    'compare: a frame, 95 of 100, ms': moved[Math.floor(moved.length * 0.95)],
  };
}

async function table(page, base) {
  await page.goto(`${base}/?phages`);
  await page.waitForLoadState('networkidle');
  const load = await longestTask(page);
  await page.getByLabel('Find').pressSequentially('bano', { delay: 100 });
  const typed = await longestTask(page);
  await page.getByLabel('Find').fill('');
  let sorted = 0;
  for (const name of ['Genome (bp)', 'Cluster', 'Phage']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.waitForFunction(() => tasks.length >= 0);
    sorted = Math.max(sorted, await longestTask(page));
  }
  await page.mouse.move(600, 600);
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 3000);
  const scrolled = await longestTask(page);
  return {
    'table of 30,000 phages: longest task of loading, ms': load,
    'table: of typing': typed,
    'table: of sorting': sorted,
    'table: of scrolling': scrolled,
  };
}

async function search(page, base, site) {
  const found = {};
  for (const text of ['banoba', 'tape', 'Banobagleep_CDS_5']) {
    await page.goto(`${base}/?search`);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      addEventListener('input', () => (globalThis.typedAt = performance.now()), { once: true });
      const look = () => {
        if (globalThis.foundAt === undefined && document.querySelector('.results a') !== null)
          globalThis.foundAt = performance.now();
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
    });
    await page.getByLabel('Search phages, genes and functions').fill(text);
    await page.waitForFunction(() => globalThis.foundAt !== undefined);
    found[`search for ${text}: first results, ms`] = await page.evaluate(() => foundAt - typedAt);
  }
  const indexes = ['phages', 'genes', 'families', 'notes'].map(
    (name) => gzipSync(readFileSync(path.join(site, 'web', `${name}.json`)), { level: 9 }).length,
  );
  return { ...found, 'indexes, compressed, kB': indexes.reduce((a, b) => a + b) / 1000 };
}

async function family(page, base, site) {
  const { id, genes } = JSON.parse(readFileSync(path.join(site, 'web/families.json'), 'utf8'));
  let pham = 0;
  let largest = { pham, size: 0 };
  for (const [row, step] of id.entries()) {
    pham += step;
    if (genes[row] > largest.size) largest = { pham, size: genes[row] };
  }
  await page.goto(`${base}/?pham=${largest.pham}`);
  await page.locator('.page-head h1').waitFor();
  return {
    [`family of ${largest.size} genes: there after navigation, ms`]: await page.evaluate(() =>
      performance.now(),
    ),
  };
}
