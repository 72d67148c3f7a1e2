/** What a page saves, as a test reads it. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

export interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The file that a click on a button or link saves. */
export async function savedBy(page: Page, click: Locator): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), click.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
