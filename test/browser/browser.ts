/** A real browser for tests: Debian's Chromium, without a screen. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const program = 'chromium';

/** In CI it must be there; elsewhere tests without it are skipped. */
export function hasBrowser(): boolean {
  const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
  if (!isThere && process.env['CI'] !== undefined) throw new Error(`${program} is not installed`);
  return isThere;
}

export function startBrowser(): Promise<Browser> {
  // A sandbox needs what containers do not have; what is shown is the tests' own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: '/usr/bin/chromium', args });
}

/** Where screenshots are kept, if they are asked for. */
const shots = process.env['PHAGEPRESS_SCREENSHOTS'];

export interface Watched {
  readonly page: Page;
  readonly shoot: (name: string) => Promise<void>;
}

/**
 * Opens a page, and fails where it says an error, or asks anything outside `base`. `expected` are errors that a test is
 * about.
 */
export async function withPage(
  browser: Browser,
  base: string,
  use: (watched: Watched) => Promise<void>,
  options: BrowserContextOptions & { readonly expected?: RegExp } = {},
): Promise<void> {
  const { expected, ...rest } = options;
  const context = await browser.newContext({ acceptDownloads: true, ...rest });
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) faults.push(`asked ${url}`);
  });
  const shoot = async (name: string) => {
    if (shots === undefined) return;
    await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
  };
  try {
    await use({ page, shoot });
    expect(faults.filter((fault) => expected?.test(fault) !== true)).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Opens an address of the pages and waits until nothing more is fetched. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}
