/** What holds for each page: it is there without an error, fits the screen, and can be read by all, in light, dark and on a phone. */
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { inBrowser, open, test } from './browser.ts';
import { somePages } from './somePages.ts';

/** What a screen reader tells: what each table and control is, and headings in order. */
function expectTold(tree: string): void {
  expect(tree).not.toMatch(
    /^\s*- (table|button|link|combobox|searchbox|spinbutton|application)(:|$)/m,
  );
  expect(tree).not.toMatch(/^\s*- list$/m);
  const levels = [...tree.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [at, level] of levels.entries())
    expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
}

inBrowser('every page', () => {
  test.for(somePages)(
    '%s is there, fits the screen and can be read by all',
    async ([query, name, title], { newPage }) => {
      const { page, shoot } = await newPage({ viewport: { width: 1280, height: 900 } });
      const expectReadable = async (look: string) => {
        await open(page, query);
        await shoot(`${name}-${look}`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, look).toBeLessThanOrEqual(page.viewportSize()!.width);
        await expectAccessible(page);
      };
      await expectReadable('light');
      expect(await page.locator('.page-head h1').innerText()).toBe(title);
      expect(await page.title()).toContain(title);
      expectTold(await page.locator('body').ariaSnapshot());
      // Opened anew, as who comes with such a screen has it.
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadable('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 360, height: 740 });
      await expectReadable('phone');
    },
  );
});
