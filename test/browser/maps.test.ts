/** Maps in a real browser: moved, pointed at, read by keys, and kept in the address. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { genomes, inBrowser, open, openAgain, test, withSite } from './browser.ts';
import { savedBy } from './saved.ts';

const phone = { viewport: { width: 360, height: 740 } };

interface Drawn {
  readonly texts: readonly string[];
  readonly fills: ReadonlySet<string>;
  readonly svg: string;
}

/** What a map shows, as it saves it. */
async function drawn(page: Page): Promise<Drawn> {
  const { text: svg } = await savedBy(page, 'Save SVG');
  const all = (pattern: RegExp) => Array.from(svg.matchAll(pattern), ([, found = '']) => found);
  return { svg, texts: all(/<text[^>]*>([^<]*)</g), fills: new Set(all(/ fill="(#[^"]+)"/g)) };
}

/** From and to of the address, once it has them. */
async function stretch(page: Page): Promise<readonly [number, number]> {
  await page.waitForURL(/from=-?\d+&to=-?\d+/);
  const asked = new URL(page.url()).searchParams;
  return [Number(asked.get('from')), Number(asked.get('to'))];
}

const spoken = (page: Page, text: string | RegExp) =>
  page.locator('.map').getByRole('status').getByText(text).waitFor({ state: 'attached' });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.getByRole('application').focus();
  for (const key of keys) await page.keyboard.press(key);
}

/** Where a text of the saved map stands on the screen. */
async function placeOf(page: Page, text: string): Promise<{ x: number; y: number }> {
  const { svg } = await drawn(page);
  const [, x, y] = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${text}<`).exec(svg) ?? [];
  const box = await page.locator('.map canvas').boundingBox();
  return { x: (box?.x ?? 0) + Number(x), y: (box?.y ?? 0) + Number(y) };
}

inBrowser('the map of a phage', () => {
  test('has a tip for a gene that is pointed at, and a click opens it', async ({ openPage }) => {
    const { page } = await openPage('?phage=Banobagleep&from=0&to=8000');
    const { x, y } = await placeOf(page, '2');
    await page.mouse.move(x, y);
    await page.locator('.tip').getByText('Banobagleep_CDS_2').waitFor();
    await page.mouse.move(x, y + 200);
    await page.locator('.tip').waitFor({ state: 'detached' });
    await page.mouse.click(x, y);
    await page.getByRole('heading', { level: 1, name: 'Banobagleep_CDS_2' }).waitFor();
  });

  test('is dragged and zoomed by the mouse, and the address says what is in view', async ({
    openPage,
    site,
  }) => {
    const { page } = await openPage('?phage=Banobagleep&from=4000&to=8000');
    const box = (await page.locator('.map canvas').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (box.width - 24) / 4, y, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL(/from=(?:2999|3000|3001)&/);
    const [from, to] = await stretch(page);
    expect(to - from).toBe(4000);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await page.waitForURL((url) => {
      const asked = url.searchParams;
      return Number(asked.get('to')) - Number(asked.get('from')) < 3900;
    });
    await page.getByRole('button', { name: 'Whole genome' }).click();
    await page.waitForURL(`${site}/?phage=Banobagleep`);
  });

  test('goes to its first and last gene by keys, from anywhere, and the address follows', async ({
    openPage,
    site,
  }) => {
    const { page } = await openPage('?phage=Banobagleep&from=20000&to=24000');
    await press(page, 'Home');
    await spoken(page, /^Banobagleep_CDS_1,/);
    await page.locator('.tip').getByText('Banobagleep_CDS_1').waitFor();
    await page.waitForURL(/from=0&to=4000/);
    await press(page, 'End');
    await spoken(page, /^Banobagleep_CDS_77,/);
    await page.waitForURL((url) => Number(url.searchParams.get('from')) > 24_000);
    await press(page, '0');
    await page.waitForURL(`${site}/?phage=Banobagleep`);
    expect((await drawn(page)).texts).toContain('0 kb');
  });

  test('comes to a gene through the origin by keys, though all of it is never in view', async ({
    openPage,
    genomesSite: base,
  }) => {
    const { page, shoot } = await openPage('?phage=Quillon&from=100&to=170', { base });
    await press(page, 'Home', 'End');
    await spoken(page, 'Quillon_CDS_3, through the origin');
    await page.locator('.tip').getByText('Quillon_CDS_3').waitFor();
    await page.waitForURL(/to=250/);
    await shoot('map-origin');
    await press(page, '-', '-', '+');
    await page.locator('.tip').getByText('Quillon_CDS_3').waitFor();
  });

  test('is seen at the place of a gene that its page links to', async ({ openPage }) => {
    const { page } = await openPage('?gene=Banobagleep_CDS_20');
    await page.locator('.facts a[href*="from="]').click();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
    const { texts } = await drawn(page);
    expect(texts).toContain('20');
    expect(texts).not.toContain('77');
  });

  test('is seen where genes through the origin start', async ({ openPage, genomesSite: base }) => {
    const { page } = await openPage('?gene=Quillon_CDS_3', { base });
    const place = page.locator('.facts a[href*="from="]');
    expect(await place.getAttribute('href')).toBe('?phage=Quillon&from=0&to=3238');
  });

  test('tells of features by mouse and by keys, in order of place with the genes', async ({
    openPage,
    genomesSite: base,
  }) => {
    const { page, shoot } = await openPage('?phage=Quillon', { base });
    const map = page.getByRole('application', {
      name: /3 genes and 1 other feature on 250 bases/,
    });
    await map.waitFor();
    await page.locator('.legend').getByText('tRNA', { exact: true }).waitFor();
    const { x, y } = await placeOf(page, 'tRNA-Trp\\(cca\\)');
    await page.mouse.move(x, y - 16);
    await page.locator('.tip').getByText('201 to 228, forward').waitFor();
    await shoot('map-feature');
    await page.mouse.move(x, y + 300);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await spoken(page, 'tRNA, tRNA-Trp(cca), 201 to 228, forward');
    await page.locator('.tip').getByText('tRNA-Trp(cca)').waitFor();
    await press(page, 'ArrowRight');
    await spoken(page, /^Quillon_CDS_3,/);
  });

  test('shows GC content, also on a phone every base', async ({ openPage, genomesSite: base }) => {
    const { page, shoot } = await openPage('?phage=Quillon', { base, ...phone });
    const far = await drawn(page);
    for (const said of [/^GC content: \d+ % to \d+ %, with a line at \d+ %$/, /^GC skew, /])
      expect(far.texts.some((text) => said.test(text))).toBe(true);
    const isBase = (text: string) => /^[ACGT]$/.test(text);
    expect(far.texts.filter(isBase)).toEqual([]);
    for (let times = 0; times < 4; times++)
      await page.getByRole('button', { name: 'Zoom in' }).click();
    const [from, to] = await stretch(page);
    const fasta = await (await page.request.get(`${base}/media/fastas/Quillon.fasta`)).text();
    const bases = fasta.split('\n').slice(1).join('').toUpperCase();
    const near = await drawn(page);
    expect(bases.slice(from, to)).toContain(near.texts.filter(isBase).slice(1, -1).join(''));
    expect(near.texts.filter(isBase).length).toBeGreaterThan(30);
    await shoot('map-bases-phone');
  });

  test('is saved and printed in the chosen colours, with their legend', async ({ openPage }) => {
    const { page } = await openPage('?phage=Banobagleep');
    const choice = page.getByLabel('Colour');
    const swatches = page.locator('.legend .swatch');
    const legend = async () => {
      const all = `[...document.querySelectorAll('.legend .swatch')]`;
      const colors = await page.evaluate<string[]>(
        `${all}.map((one) => getComputedStyle(one).backgroundColor)`,
      );
      return colors.map((color) => {
        const parts = color.match(/\d+/g) ?? [];
        return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
      });
    };
    const family = await drawn(page);
    expect(await swatches.count()).toBe(0);
    await choice.selectOption('function');
    await swatches.first().waitFor();
    const byFunction = await drawn(page);
    expect(byFunction.fills).not.toEqual(family.fills);
    for (const color of await legend()) expect([...byFunction.fills]).toContain(color);
    await choice.selectOption('sharing');
    await page.locator('.legend').getByText('this phage only').waitFor();
    const sharing = await drawn(page);
    const bins = await legend();
    // A saved file has the legend, too.
    for (const color of bins) expect([...sharing.fills]).toContain(color);
    expect(sharing.texts.join(' ')).toMatch(
      /Map of .* bases\. .*coloured by phages with the family/,
    );
    expect(sharing.fills).not.toEqual(byFunction.fills);
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('.printed svg polygon');
    await printed.first().waitFor();
    const fills = await printed.evaluateAll((all) => all.map((one) => one.getAttribute('fill')));
    expect(new Set(fills.filter((fill) => bins.includes(fill ?? ''))).size).toBeGreaterThan(1);
  });

  test('is a circle, too, in which a gene is pointed at, opened and saved', async ({
    openPage,
    genomesSite: base,
  }) => {
    const { page, shoot } = await openPage('?phage=Quillon', { base });
    await page.getByLabel('Shape').selectOption('circle');
    const circle = page.getByRole('img', { name: /^Map of Quillon: .* The table below/ });
    await circle.waitFor();
    expect(new URL(page.url()).searchParams.get('shape')).toBe('circle');
    await shoot('circle');
    const box = (await circle.boundingBox())!;
    // Somewhere around the circle, outside of it, is a gene.
    const radius = box.width / 2 - 170 - 8;
    for (let turn = 0; turn < 1; turn += 1 / 40) {
      const angle = 2 * Math.PI * turn - Math.PI / 2;
      const x = box.width / 2 + (radius - 8) * Math.cos(angle);
      await page.mouse.move(box.x + x, box.y + radius + 50 - 16 + (radius - 8) * Math.sin(angle));
      if ((await page.locator('.tip').count()) > 0) break;
    }
    expect(await page.locator('.tip strong').innerText()).not.toBe('');
    const { svg, texts } = await drawn(page);
    expect(svg).toContain('<polygon');
    expect(texts.join(' ')).toContain('Genes outside the circle are on the forward strand');
    await openAgain(page);
    await circle.waitFor();
  });

  test('is saved as a picture of what is seen, three times as sharp', async ({ openPage }) => {
    const { page } = await openPage('?phage=Banobagleep');
    const { bytes: png } = await savedBy(page, 'Save PNG');
    const { svg } = await drawn(page);
    const [, width, height] = /width="(\d+)" height="([\d.]+)"/.exec(svg) ?? [];
    expect(png.readUInt32BE(16)).toBe(3 * Number(width));
    expect(png.readUInt32BE(20)).toBe(Math.floor(3 * Number(height)));
    // More than paper: as many colours as the map has.
    const colors = await page.evaluate<number>(`(async () => {
        const image = await createImageBitmap(
          new Blob([Uint8Array.from(atob('${png.toString('base64')}'), (one) => one.charCodeAt(0))]),
        );
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        return new Set(new Uint32Array(data.buffer)).size;
      })()`);
    expect(colors).toBeGreaterThan(50);
  });
});

const three = 'with=Dafufe7&with=Fanodopox&with=Jafujudrizzle';

inBrowser('a phage', () => {
  test('has all known of it, and a link to its place', async ({ openPage, genomesSite: base }) => {
    const { page } = await openPage('?phage=Quillon', { base });
    const cluster = page.getByRole('link', { name: 'Cluster Q7', exact: true });
    expect(await cluster.getAttribute('href')).toBe('?cluster=Q7');
    const cards = page.locator('.card');
    for (const [title, field, value] of [
      ['Cluster and life cycle', 'Morphotype', 'SIPHO'],
      ['Host', 'Host genus', 'Exemplibacter'],
      ['Discovery', 'Found by', 'A. Finder'],
      ['Sequencing and genome', 'Overhang', 'CGGTAGGCA'],
      ['Annotation and publication', 'Open reading frames', '90'],
    ] as const) {
      const card = cards.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      const named = card.locator('dt').getByText(field, { exact: true });
      expect(await named.locator('xpath=following-sibling::dd[1]').innerText()).toContain(value);
    }
    const place = page.getByRole('link', { name: 'See the place on a map' });
    expect(await place.getAttribute('href')).toBe(
      'https://www.openstreetmap.org/?mlat=40.44&mlon=-79.95#map=8/40.44/-79.95',
    );
  });
});

inBrowser('a comparison', () => {
  test('has what is in view in its address, and is opened there', async ({ openPage }) => {
    const { page } = await openPage(`?compare&${three}`);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await stretch(page);
    const box = (await page.locator('.map canvas').boundingBox())!;
    await page.mouse.move(box.x + 600, box.y + 40);
    const before = page.url();
    await page.mouse.down();
    // At once: on a slow machine, the address would have stretches between, too.
    await page.mouse.move(box.x + 450, box.y + 40);
    await page.mouse.up();
    await page.waitForURL((url) => url.href !== before);
    const [from, to] = await stretch(page);
    const seen = await drawn(page);
    await openAgain(page);
    expect((await drawn(page)).texts).toEqual(seen.texts);
    // It stays when something else is chosen.
    await page.getByLabel('Labels').selectOption('notes');
    await page.getByRole('button', { name: 'Move Fanodopox up' }).click();
    expect(await stretch(page)).toEqual([from, to]);
    const { texts } = await drawn(page);
    expect(texts.filter((text) => text.endsWith(' kb'))).toEqual(
      seen.texts.filter((text) => text.endsWith(' kb')),
    );
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL((url) => !url.searchParams.has('from'));
  });

  test('is read by keys along a genome, also out of view, and to the next', async ({
    openPage,
  }) => {
    const { page } = await openPage('?compare&with=Banobagleep&with=Dafufe7&from=0&to=1500');
    await press(page, 'Home');
    await spoken(page, /^Banobagleep_CDS_1,/);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await spoken(page, /^Banobagleep_CDS_5,/);
    await page.locator('.tip').getByText('Banobagleep_CDS_5').waitFor();
    await page.waitForURL((url) => Number(url.searchParams.get('from')) > 0);
    await press(page, 'End');
    await spoken(page, /^Banobagleep_CDS_77,/);
    await press(page, 'ArrowDown');
    await spoken(page, /^Dafufe7_CDS_/);
    await page
      .locator('.tip')
      .getByText(/Dafufe7_CDS_/)
      .waitFor();
    await press(page, '0');
    await page.waitForURL((url) => !url.searchParams.has('from'));
  });

  test('is read from left to right where a genome is turned round', async ({ openPage }) => {
    const { page } = await openPage('?compare&with=Banobagleep&flip=Banobagleep');
    await press(page, 'Home');
    await spoken(page, /^Banobagleep_CDS_77,/);
    await press(page, 'ArrowRight');
    await spoken(page, /^Banobagleep_CDS_76,/);
  });

  test('is stepped through beyond a gene that has a part at each end', async ({
    newPage,
    genomesSite: base,
  }) => {
    const { page } = await newPage({ base });
    // Where of gene 3 only its second part is in view.
    await open(page, '?compare&with=Quillon&with=Vexmoor&from=0&to=20');
    await press(page, 'ArrowRight');
    await spoken(page, /^Quillon_CDS_3,/);
    await page.locator('.tip').getByText('Quillon_CDS_3').waitFor();
    expect(await stretch(page)).toEqual([0, 20]);
    await press(page, 'ArrowRight', 'ArrowLeft');
    await spoken(page, /^Quillon_CDS_2,/);
    await press(page, 'ArrowDown');
    await spoken(page, /^Vexmoor_CDS_1,/);
    await open(page, '?compare&with=Quillon&flip=Quillon');
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await spoken(page, /^Quillon_CDS_1,/);
  });

  test('is aligned on a family, and turned and shifted besides', async ({ openPage }) => {
    const { page, shoot } = await openPage(`?compare&${three}`);
    const choice = page.getByLabel('Align on');
    const [family = ''] = await choice
      .locator('option', { hasText: 'in 3' })
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    const title = (drawing: Drawn, name: string) =>
      drawing.texts.find((text) => text.startsWith(name)) ?? '';
    const before = await drawn(page);
    await choice.selectOption(family);
    await page.waitForURL((url) => url.searchParams.get('align') === family);
    const aligned = await drawn(page);
    expect(aligned.svg).not.toBe(before.svg);
    await page.getByRole('button', { name: 'Turn Dafufe7 round' }).click();
    const turned = await drawn(page);
    const isTurned = (drawing: Drawn) => title(drawing, 'Dafufe7').endsWith(', turned round');
    expect(isTurned(turned)).toBe(!isTurned(aligned));
    await page.getByRole('button', { name: 'Shift Fanodopox by bases' }).click();
    await page.getByRole('spinbutton', { name: /Fanodopox, in bases/ }).fill('4000');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('shift') === 'Fanodopox:4000');
    const shifted = await drawn(page);
    expect(shifted.svg).not.toBe(turned.svg);
    await shoot('compare-aligned');
    await openAgain(page);
    expect((await drawn(page)).svg).toBe(shifted.svg);
  });

  test('of two genomes has a dot plot, which is saved', async ({ withPage }) => {
    const read = (file: string) => readFileSync(path.join(genomes, file), 'utf8');
    const [, bases = ''] = read('genomes/all.fasta').split(/ a note\n/);
    const copied = ['phages/a.ndjson', 'genes/a.ndjson', 'genomes/all.fasta'].map(
      (file) => [`data/${file}`, read(file)] as const,
    );
    const second = { 'data/genomes/second.fasta': `>Vexmoor\n${bases}` };
    const rules = ['gene-length', 'genome-gc', 'genome-length', 'gene-translation'];
    const source = {
      files: { ...Object.fromEntries(copied), ...second },
      args: rules.flatMap((rule) => ['--allow', rule]),
    };
    await withSite(source, async (base) => {
      await withPage(base, async ({ page, shoot }) => {
        await open(page, '?compare&with=Quillon&with=Vexmoor');
        await page.getByRole('img', { name: 'Dot plot of Quillon and Vexmoor: 1 line.' }).waitFor();
        const tools = page.getByRole('group', { name: 'Save the dot plot' });
        const save = tools.getByRole('button', { name: 'Save SVG' });
        const { text } = await savedBy(page, save);
        expect(text).toMatch(/>Quillon<\/text>\n<text [^>]*transform="rotate[^>]*>Vexmoor<\/text>/);
        await shoot('dot-plot');
      });
    });
  });

  test('is drawn as it is chosen: labels, genes, colours, and phages put in order by drag', async ({
    openPage,
  }) => {
    const { page } = await openPage(`?compare&${three}`);
    const arrows = ({ svg }: Drawn) => svg.match(/stroke-width="0.5"\/>/g)?.length ?? 0;
    const all = await drawn(page);
    const genes = page.getByRole('combobox', { name: /^Genes/ });
    await genes.selectOption('shared');
    const shared = await drawn(page);
    await genes.selectOption('unshared');
    const unshared = await drawn(page);
    expect(arrows(shared)).toBeGreaterThan(0);
    expect(arrows(unshared)).toBeGreaterThan(0);
    expect(arrows(shared) + arrows(unshared)).toBe(arrows(all));
    // Bands join what is shared alone.
    expect(shared.svg).toContain('fill-opacity');
    expect(unshared.svg).not.toContain('fill-opacity');
    await genes.selectOption('all');
    const labels = page.getByLabel('Labels');
    await labels.selectOption('notes');
    expect((await drawn(page)).texts.join('\n')).toMatch(/terminase|capsid|tail/);
    await labels.selectOption('none');
    const bare = (await drawn(page)).texts.filter((text) => !text.endsWith(' kb'));
    expect(bare.slice(0, 3).map((text) => text.split(' ')[0])).toEqual([
      'Dafufe7',
      'Fanodopox',
      'Jafujudrizzle',
    ]);
    expect(bare.slice(3).join(' ')).toMatch(/^Genomes of Dafufe7, .*reverse strand\. Genes of one/);
    await page.getByLabel('Colour').selectOption('function');
    await page.waitForURL(/color=function/);
    expect((await drawn(page)).fills).not.toEqual(all.fills);
    await page
      .locator('.chosen li', { hasText: 'Jafujudrizzle' })
      .dragTo(page.locator('.chosen li', { hasText: 'Dafufe7' }));
    await page.waitForURL(/with=Jafujudrizzle&with=Dafufe7&with=Fanodopox/);
    expect(new URL(page.url()).searchParams.get('color')).toBe('function');
    const [first] = (await drawn(page)).texts;
    expect(first).toMatch(/^Jafujudrizzle/);
  });
});
