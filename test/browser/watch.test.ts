/** With `preview --watch` an open page follows its sources by itself. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { tinyData } from '../integration/tinyData.ts';
import { withWatchedPreview } from '../integration/watchedPreview.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { inBrowser, test } from './browser.ts';

inBrowser('an open page', () => {
  test('shows a changed value without a click, and why a build failed', ({ withPage }) =>
    inWorkFolder(async (folder) => {
      await writeFiles(folder, tinyData);
      const file = path.join(folder, 'data/phages/Quillon.json');
      const written = await readFile(file, 'utf8');
      const change = (from: RegExp, to: string) => writeFile(file, written.replace(from, to));
      await withWatchedPreview([], folder, async ({ url, until }) => {
        await until('Built dist: ');
        await withPage(
          url,
          async ({ page }) => {
            await page.goto('?phage=Quillon');
            await page.getByRole('heading', { level: 1, name: 'Quillon' }).waitFor();
            await change(/"finder_name": "[^"]*"/, '"finder_name": "Ada of the Test"');
            await page.getByText('Ada of the Test').waitFor();
            expect(new URL(page.url()).search).toBe('?phage=Quillon');

            await change(/"genome_length"/, '"genome_lenght"');
            const notice = page.locator('pre[role=status]');
            await notice.getByText('/genome_lenght: expected only known fields').waitFor();
            expect(await page.getByText('Ada of the Test').isVisible()).toBe(true);

            await change(/"finder_name": "[^"]*"/, '"finder_name": "Bo of the Test"');
            await page.getByText('Bo of the Test').waitFor();
            expect(await notice.count()).toBe(0);
          },
          // A reload cuts off what is still being fetched.
          { expected: /ERR_ABORTED|Failed to fetch/ },
        );
      });
    }));
});
