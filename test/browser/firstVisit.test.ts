/** What somebody who has never seen the pages would stumble on: by eye, on a phone, by keyboard, and in what they take along. */
import { expect } from 'vitest';
import { inBrowser, open, test } from './browser.ts';
import { savedBy } from './saved.ts';

inBrowser('who sees the pages for the first time', () => {
  test('the head of a page stands in line with what is below', async ({ openPage }) => {
    const { page } = await openPage('?search=', { viewport: { width: 1280, height: 900 } });
    const left = async (of: string) => (await page.locator(of).boundingBox())?.x;
    expect(await left('.site-title')).toBe(await left('.page-head h1'));
    expect(await left('.site-foot p >> nth=0')).toBe(await left('.page-head h1'));
  });

  test('edges of fields, and what has the focus in the band, stand out in light and dark', async ({
    newPage,
  }) => {
    const { page } = await newPage();
    const contrast = (colors: string) =>
      page.evaluate<number>(`(() => {
        const styleOf = (of) => getComputedStyle(document.querySelector(of));
        const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const [less, more] = ${colors}
          .map((color) => {
            context.fillStyle = color;
            context.fillRect(0, 0, 1, 1);
            const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
              part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 255 / 12.92,
            );
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
          })
          .sort((one, other) => one - other);
        return more / less;
      })()`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, '?sequence');
      for (const field of ['textarea', 'main input']) {
        const edge = `[styleOf('${field}').borderTopColor, styleOf('body').backgroundColor]`;
        expect(await contrast(edge), field).toBeGreaterThan(3);
      }
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('Tab');
      const ring =
        "[styleOf('.site-head :focus').outlineColor, styleOf('.site-head').backgroundColor]";
      expect(await contrast(ring)).toBeGreaterThan(3);
    }
  });

  test('on a phone, what stands around genes, the interface and names of phages fit the screen', async ({
    openPage,
  }) => {
    const { page } = await openPage('?pham=2657', { viewport: { width: 360, height: 740 } });
    const table = page.getByRole('region', { name: 'What is found at each place' });
    const widths = await table.evaluate((box) => [box.scrollWidth, box.clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    await open(page, '');
    const files = page.locator('.scroll').filter({ hasText: 'genes.ndjson.gz' });
    expect(await files.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await open(page, '?interface');
    const about = page.locator('section', { hasText: 'Institutions' }).locator('p.hint').last();
    expect((await about.boundingBox())?.height).toBeLessThan(60);
    await open(page, '?compare&with=Benutoskree');
    const name = page.locator('.chosen').getByRole('link', { name: 'Benutoskree' });
    expect((await name.boundingBox())?.height).toBeLessThan(40);
  });

  test('the count of phages leads to all of them, and a comparison knows a phage by another name', async ({
    openPage,
  }) => {
    const { page } = await openPage('', { expected: /status of 404/ });
    await page.locator('.tiles').getByRole('link', { name: 'phages' }).click();
    await page.getByRole('heading', { name: 'Phages', level: 1 }).waitFor();
    await open(page, '?compare&with=banobagleep&with=Dafufe7_Draft&flip=Dafufe7_Draft');
    await page.locator('canvas').first().waitFor();
    expect(await page.getByText(/without genes/i).count()).toBe(0);
    await page.getByRole('heading', { name: 'Compare Banobagleep, Dafufe7' }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('with')).toEqual(['Banobagleep', 'Dafufe7']);
    expect(new URL(page.url()).searchParams.getAll('flip')).toEqual(['Dafufe7']);
  });

  test('what can be clicked has a pointer, and what is proposed or chosen is read in whole', async ({
    openPage,
  }) => {
    const { page } = await openPage('?phages&genus=Mycobacterium');
    const cursor = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('summary')).cursor",
    );
    expect(cursor).toBe('pointer');
    // As wide as it would be without a limit.
    const widths = await page.getByRole('combobox', { name: 'Host genus' }).evaluate((select) => {
      const limited = select.clientWidth;
      select.style.maxWidth = 'none';
      return [limited, select.clientWidth];
    });
    expect(widths[0]).toBe(widths[1]);
    await open(page, '?compare');
    const adding = page.getByLabel('Add a phage');
    await adding.fill((await adding.getAttribute('placeholder')) ?? '');
    const typed = await adding.evaluate((input) => [input.scrollWidth, input.clientWidth]);
    expect(typed[0]).toBe(typed[1]);
  });

  test('a comparison says how to begin, what its signs and numbers are', async ({ openPage }) => {
    const { page } = await openPage('?compare');
    await page.getByText(/^Type the first letters of a phage/).waitFor();
    await open(page, '?compare&with=Dafufe7&with=Fanodopox');
    expect(await page.getByText(/^Type the first letters/).count()).toBe(0);
    await page.getByRole('button', { name: 'Shift Fanodopox by bases' }).click();
    await page.locator('.chosen').getByText('bp', { exact: true }).waitFor();
    await page.getByRole('application').waitFor();
    for (const button of await page
      .getByRole('button')
      .filter({ hasText: /^[^a-z]$/i })
      .all()) {
      expect(await button.getAttribute('title')).toBe(await button.getAttribute('aria-label'));
    }
  });

  test.for([
    ['', '**/web/notes.json', 'Download everything'],
    ['?phage=Banobagleep', '**/api/genesbyphage/**', 'About this phage'],
  ] as const)(
    'at “%s” nothing that could be read moves when more comes in above it',
    async ([address, late, below], { newPage }) => {
      const { page } = await newPage();
      let asked = () => {};
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => (answer = resolve));
      await page.route(late, async (route) => {
        asked();
        await isAnswered;
        await route.continue();
      });
      await page.goto(address);
      await isAsked;
      await page.locator('h1').waitFor();
      expect(await page.getByRole('heading', { name: below }).count()).toBe(0);
      answer();
      await page.getByRole('heading', { name: below }).waitFor();
    },
  );

  test('a link leads the focus to the heading of its page, typing leaves it where it is', async ({
    newPage,
  }) => {
    const { page } = await newPage();
    const isFocused = (title: string) => page.locator('h1:focus', { hasText: title }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await open(page, '');
    await page.getByRole('link', { name: 'Phages', exact: true }).press('Enter');
    await isFocused('Phages');
    await page.getByRole('link', { name: 'Banobagleep' }).press('Enter');
    await isFocused('Banobagleep');
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^Cluster /);
    const header = page.getByLabel('Search phages, genes and functions');
    await header.fill('tail');
    await header.press('Enter');
    await isFocused('Search: tail');
    await header.fill('tail f');
    await page.getByRole('heading', { level: 1, name: 'Search: tail f' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT');
  });

  test('a map says how it is moved and zoomed', async ({ newPage }) => {
    const { page } = await newPage();
    for (const query of ['?phage=Dafufe7', '?compare&with=Dafufe7&with=Fanodopox']) {
      await open(page, query);
      await page.getByText(/^Drag to move\. Ctrl and the wheel/).waitFor();
    }
  });

  test('genes of a comparison are asked for before the phage index comes', async ({ newPage }) => {
    const { page } = await newPage();
    const genes = page.waitForRequest('**/api/genesbyphage/Dafufe7/index.json');
    await page.route('**/web/phages.json', async (route) => {
      await genes;
      await route.continue();
    });
    await page.goto('?compare&with=Dafufe7&with=Fanodopox');
    await page.getByRole('application').waitFor();
  });

  test('a gene that has the focus stays in view when its map is zoomed', async ({ newPage }) => {
    const { page } = await newPage();
    for (const query of ['?phage=Dafufe7', '?compare&with=Dafufe7&with=Fanodopox']) {
      await open(page, query);
      await page.getByRole('application').focus();
      await page.keyboard.press('ArrowRight');
      const tip = page.locator('.tip');
      const before = await tip.boundingBox();
      for (let times = 0; times < 3; times++) await page.keyboard.press('+');
      const after = await tip.boundingBox();
      expect(Math.abs(after!.x - before!.x)).toBeLessThan(60);
    }
  });

  test('a comparison shows that it has the focus', async ({ openPage }) => {
    const { page } = await openPage('?compare&with=Dafufe7&with=Fanodopox');
    await page.getByRole('button', { name: 'Save PNG' }).focus();
    await page.keyboard.press('Tab');
    const outline = "getComputedStyle(document.querySelector('.map-frame')).outlineStyle";
    expect(await page.evaluate(outline)).toBe('solid');
  });

  test('a family of one gene is counted as one', async ({ openPage }) => {
    const { page } = await openPage('?pham=6');
    expect(await page.locator('.lead').innerText()).toMatch(/ 1 gene in 1 phage$/);
    await page.getByText(/^Length: \d+ amino acids\.$/).waitFor();
  });

  test('genomes are compared at whole lengths, to behind the last gene', async ({ openPage }) => {
    const { page } = await openPage('?compare&with=Dafufe7&with=Fanodopox');
    const { text: svg } = await savedBy(page, 'Save SVG');
    const lines = svg.matchAll(/<polyline points="12,([\d.]+) ([\d.]+),\1"/g);
    const [first, second] = [...lines].map(([, , end]) => Number(end) - 12);
    expect(second! / first!).toBeCloseTo(47_360 / 50_267, 4);
  });

  test('a figure is saved as on paper: on white, and without the gene that has the focus', async ({
    newPage,
  }) => {
    const { page } = await newPage({ colorScheme: 'dark' });
    for (const query of ['?phage=Banobagleep', '?compare&with=Dafufe7&with=Fanodopox']) {
      await open(page, query);
      await page.getByRole('application').focus();
      await page.keyboard.press('ArrowRight');
      const { text: svg } = await savedBy(page, 'Save SVG');
      expect(svg).toMatch(/<rect [^>]*fill="#ffffff"/);
      expect(svg).not.toContain('stroke-width="2.5"');
    }
  });
});
