/** A real browser for tests, Debian's Chromium without a screen, and sites for it: all files of a worker share them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, expect, type TestAPI, test as plainTest, vi } from 'vitest';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { withPreview } from '../program/preview.ts';
import { runWellInProcess } from '../program/runProgram.ts';

// The first has no windows, which take as long to open as a page takes to load.
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** In CI it must be there; elsewhere tests without it are skipped. */
function findBrowser(): string | undefined {
  const program = programs.find((file) => existsSync(file));
  if (program === undefined && process.env['CI'] !== undefined)
    throw new Error(`${programs.join(' or ')} is not installed`);
  return program;
}

const program = findBrowser();

// A page waits most of the time, so that several are looked at together.
export const inBrowser = program === undefined ? describe.skip : describe.concurrent;

function startBrowser(): Promise<Browser> {
  // A sandbox needs what containers do not have; what is shown is the tests' own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: program!, args });
}

/** Where screenshots are kept, if they are asked for. */
const shots = process.env['PHAGEPRESS_SCREENSHOTS'];

interface Watched {
  readonly page: Page;
  readonly shoot: (name: string) => Promise<void>;
}

/** Addresses are relative to `base`, the site of the test by default; `expected` are errors that the test is about. */
type PageOptions = Omit<BrowserContextOptions, 'baseURL'> & {
  readonly base?: string;
  readonly expected?: RegExp;
};

/** Opens a page; `close` fails where it said an error, or asked anything outside `base`. */
async function watchPage(
  browser: Browser,
  site: string,
  { base = site, expected, ...options }: PageOptions = {},
): Promise<Watched & { readonly close: () => Promise<void> }> {
  const baseURL = `${base}/`;
  const context = await browser.newContext({ acceptDownloads: true, baseURL, ...options });
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL) && !/^(data|blob):/.test(url)) faults.push(`asked ${url}`);
  });
  const shoot = async (name: string) => {
    if (shots === undefined) return;
    await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
  };
  const close = async () => {
    await context.close();
    expect(faults.filter((fault) => expected?.test(fault) !== true)).toEqual([]);
  };
  return { page, shoot, close };
}

const root = path.join(import.meta.dirname, '../..');
export const sample = path.join(root, 'data');

interface SiteSource {
  /** Written into the folder that the site is built in. */
  readonly files?: Readonly<Record<string, string>>;
  /** The same of the release that is published before it. */
  readonly before?: Readonly<Record<string, string>>;
  readonly data?: string;
  readonly args?: readonly string[];
}

/** Builds a site, of the data in its folder if not of another, and previews it while it is used. */
export function withSite(
  { files = {}, before, data = 'data', args = [] }: SiteSource,
  use: (base: string) => Promise<void>,
): Promise<void> {
  return inWorkFolder(async (cwd) => {
    const build = ['build', '--quiet', '--no-cache', '--data', data, ...args];
    if (before !== undefined) {
      await writeFiles(cwd, before);
      await runWellInProcess(build, { cwd });
    }
    await writeFiles(cwd, files);
    await runWellInProcess(build, { cwd });
    await withPreview(['--port', '0'], cwd, ({ url }) => use(url));
  });
}

interface Shared {
  readonly browser: Browser;
  /** Addresses of sites: of the sample, of the same without what can be left out, and of two phages with genomes. */
  readonly sampleSite: string;
  readonly bareSite: string;
  /** Of 250 bases, with a tRNA from 201 to 228, and gene 3 from 239 through the origin to 18. */
  readonly genomesSite: string;
}

const shared = { scope: 'worker' } as const;
export const genomes = path.join(root, 'test/golden/genomes/input/data');
const bare = ['--no-views', '--no-bulk', '--no-gene-files'];

const withSites = plainTest.extend<Shared>({
  /* oxlint-disable no-empty-pattern -- Vitest reads there what a fixture needs, and takes nothing else. */
  browser: [
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.close();
    },
    shared,
  ],
  sampleSite: [({}, use) => withSite({ data: sample }, use), shared],
  bareSite: [({}, use) => withSite({ data: sample, args: bare }, use), shared],
  genomesSite: [
    ({}, use) => withSite({ data: genomes, args: ['--allow', 'gene-length'] }, use),
    shared,
  ],
  /* oxlint-enable no-empty-pattern */
});

/** A test with what it names of these, and of its `site`: the sample. */
export const test = withPages(
  withSites.extend<{ site: string }>({ site: ({ sampleSite }, use) => use(sampleSite) }),
);

/** The same with another site: one for all tests of its file. */
export function testOf(source: SiteSource) {
  return withPages(
    withSites.extend<{ site: string }>({
      // oxlint-disable-next-line no-empty-pattern -- As above.
      site: [({}, use) => withSite(source, use), { scope: 'file' }],
    }),
  );
}

function withPages(on: TestAPI<Shared & { site: string }>) {
  return (
    on
      // Pages that are closed when the test has ended.
      .extend('newPage', ({ browser, site }, { onCleanup }) => {
        const closing: (() => Promise<void>)[] = [];
        onCleanup(async () => {
          for (const close of closing) await close();
        });
        return async (options?: PageOptions): Promise<Watched> => {
          const { close, ...watched } = await watchPage(browser, site, options);
          closing.push(close);
          return watched;
        };
      })
      // The same, at an address, when all of it is there.
      .extend('openPage', ({ newPage }) => {
        return async (address: string, options?: PageOptions): Promise<Watched> => {
          const watched = await newPage(options);
          await open(watched.page, address);
          return watched;
        };
      })
      // A page that is closed before its site is, or before the next one is opened.
      .extend('withPage', ({ browser }) => {
        return async (
          base: string,
          use: (watched: Watched) => Promise<void>,
          options?: PageOptions,
        ): Promise<void> => {
          const { close, ...watched } = await watchPage(browser, base, options);
          try {
            await use(watched);
          } finally {
            await close();
          }
        };
      })
  );
}

/** Opens an address of the pages and waits until all of it is there. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await whole(page);
}

/** Loads a page again and waits as `open` does. */
export async function openAgain(page: Page): Promise<void> {
  await page.reload();
  await whole(page);
}

/** However slow the machine is: the network alone is idle, too, while a script still runs that will ask for more. */
async function whole(page: Page): Promise<void> {
  // What is there before the script has a mark until the script has made its own.
  await page.locator('#app:not([data-page])').locator('.site-head, .failed').first().waitFor();
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Waits until what a page shows is as expected. (`expect.poll` belongs to the only test that runs.) */
export function soon(expectation: () => Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 60_000 });
}
