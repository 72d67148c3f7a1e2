/** What a page saves, as a test reads it. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** The file that a click saves: on a button of this name, or on any other element. */
export async function savedBy(page: Page, click: Locator | RegExp | string) {
  const isName = typeof click === 'string' || click instanceof RegExp;
  const element = isName ? page.getByRole('button', { name: click }) : click;
  const [download] = await Promise.all([page.waitForEvent('download'), element.click()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString() };
}
