/** `phagepress preview --watch`: builds, serves, and builds again when something changes. */
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from './runCli.ts';
import { tinyData, tinyPhage } from './tinyData.ts';
import { type News, newsOf, withWatchedPreview } from './watchedPreview.ts';
import { inWorkFolder, readTree, writeFiles } from './workFolder.ts';

const phageFile = 'data/phages/Quillon.json';
const found = (city: string) => JSON.stringify(tinyPhage('Quillon', { found_city: city }));

const cityAt = async (url: string) => {
  const phage = (await (await fetch(`${url}/api/phages/Quillon/`)).json()) as {
    found_city?: string;
  };
  return phage.found_city;
};

/** Saves as editors do: a file of another name takes the place of the old one. */
async function save(folder: string, file: string, text: string): Promise<void> {
  await writeFile(path.join(folder, 'saved'), text);
  await rename(path.join(folder, 'saved'), path.join(folder, file));
}

test('a changed record is served and told, a broken one is reported while the last site stays, a mended one is served', () =>
  inWorkFolder(async (folder) => {
    await writeFiles(folder, tinyData);
    await withWatchedPreview([], folder, async ({ url, until, interrupt }) => {
      await until('Built dist: ');
      const news = newsOf(url);
      const heard = async (isIt: (told: News) => boolean) => {
        for (;;) {
          const { value } = await news.next();
          if (value === undefined) throw new Error('it ended');
          if (isIt(value)) return value;
        }
      };
      const first = (await news.next()).value;
      expect(first?.failure).toBeNull();

      await save(folder, phageFile, found('Newtown'));
      await until('Built dist: ');
      const second = await heard(({ release }) => release !== first?.release);
      expect(second.failure).toBeNull();
      expect(await cityAt(url)).toBe('Newtown');

      await save(folder, phageFile, found('Newtown').replace('"genome_length"', '"length"'));
      const complaint = await until('dist was not touched.');
      expect(complaint).toContain(`${phageFile}:1: /length: expected only known fields`);
      const third = await heard(({ failure }) => failure !== null);
      expect(third.release).toBe(second.release);
      expect(third.failure).toContain('/length: expected only known fields');
      expect(await cityAt(url)).toBe('Newtown');

      await save(folder, phageFile, found('Oldtown'));
      await until('Built dist: ');
      await heard(({ failure }) => failure === null);
      expect(await cityAt(url)).toBe('Oldtown');

      expect(await interrupt()).toBe(0);
      await expect(news.next()).rejects.toThrow('terminated');
    });
  }));

test('the configuration counts, and what it names; what is wrong with it is said, and nothing is built', () =>
  inWorkFolder(async (folder) => {
    await writeFiles(folder, { ...tinyData, 'own/robots.txt': 'User-agent: *\n' });
    await withWatchedPreview([], folder, async ({ url, until }) => {
      await until('Built dist: ');
      await writeFiles(folder, { 'phagepress.config.json': '{"static": "own"}' });
      await until('Built dist: ');
      expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\n');
      await writeFiles(folder, { 'own/robots.txt': 'User-agent: none\n' });
      await until('Built dist: ');
      expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: none\n');
      await save(folder, 'phagepress.config.json', '{"statik": "own"}');
      await until('The configuration file is wrong:');
      await save(folder, 'phagepress.config.json', '{"out": "elsewhere"}');
      await until('phagepress: The site is in elsewhere now, and dist is served.');
      await rm(path.join(folder, 'phagepress.config.json'));
      await until('Built dist: ');
      // That of the site itself again.
      expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Sitemap: ');
    });
  }));

test('data behind a link, and another folder in its place, are followed', () =>
  inWorkFolder(async (folder) => {
    await writeFiles(folder, tinyData);
    await rename(path.join(folder, 'data'), path.join(folder, 'v1'));
    await cp(path.join(folder, 'v1'), path.join(folder, 'v2'), { recursive: true });
    await writeFile(path.join(folder, 'v2/phages/Quillon.json'), found('Newtown'));
    await symlink('v1', path.join(folder, 'current'));
    await withWatchedPreview(
      ['--data', 'current', '--dir', 'site'],
      folder,
      async ({ url, until }) => {
        await until('Built site: ');
        await symlink('v2', path.join(folder, 'next'));
        await rename(path.join(folder, 'next'), path.join(folder, 'current'));
        await until('Built site: ');
        expect(await cityAt(url)).toBe('Newtown');
        await writeFile(path.join(folder, 'v2/phages/Quillon.json'), found('Oldtown'));
        await until('Built site: ');
        expect(await cityAt(url)).toBe('Oldtown');
      },
    );
  }));

test('without fit data it waits, and shows the site as soon as there is one', () =>
  inWorkFolder(async (folder) => {
    await withWatchedPreview([], folder, async ({ url, until }) => {
      await until('dist was not touched.');
      expect((await fetch(`${url}/api/phages/`)).status).toBe(503);
      expect(await (await fetch(`${url}/`)).text()).toContain('There is no site yet');
      await writeFiles(folder, tinyData);
      await until('Built dist: ');
      expect((await fetch(`${url}/api/phages/`)).status).toBe(200);
    });
  }));

test('what is published is what a build makes, and knows nothing of the script that is added', () =>
  inWorkFolder(async (folder) => {
    await writeFiles(folder, tinyData);
    await withWatchedPreview([], folder, async ({ url, until }) => {
      await until('Built dist: ');
      const page = await (await fetch(`${url}/?phages`)).text();
      const added = '<script type="module" src="/~watch/reload.js?release=';
      expect(page).toContain(added);
      const published = await readFile(path.join(folder, 'dist/index.html'), 'utf8');
      expect(page.replace(/<script type="module" src="\/~watch[^>]*><\/script>/, '')).toBe(
        published,
      );
      // The browser asks again for what it has: a reload would else show the old records.
      const listed = await fetch(`${url}/api/phages/`);
      expect(listed.headers.get('Cache-Control')).toBe('no-cache');
      const script = await fetch(`${url}/~watch/reload.js`);
      expect(script.headers.get('Content-Type')).toContain('text/javascript');
      expect(await script.text()).toContain('/~watch/events');
      // A page elsewhere hears nothing of a draft.
      const elsewhere = { headers: { Origin: 'https://example.org' } };
      expect((await fetch(`${url}/~watch/events`, elsewhere)).status).toBe(403);
    });
    await runCli(['build', '--quiet', '--out', 'plain'], { cwd: folder });
    const [dist, plain] = await Promise.all(
      ['dist', 'plain'].map((name) => readTree(path.join(folder, name))),
    );
    expect(dist).toEqual(plain);
    expect(JSON.stringify(dist)).not.toContain('~watch');
  }));

test.each([[[]], [['netlify']]])(
  'the script is in pages of phages, too, of a packed site for %j',
  (host) =>
    inWorkFolder(async (folder) => {
      const config = { records: 'packed', host, baseUrl: 'https://p.example.org' };
      await writeFiles(folder, { ...tinyData, 'phagepress.config.json': JSON.stringify(config) });
      await withWatchedPreview([], folder, async ({ url, until }) => {
        await until('Built dist: ');
        const page = await (await fetch(`${url}/phages/Quillon/`)).text();
        expect(page).toContain('<script type="module" src="/~watch/reload.js?release=');
      });
    }),
);

test('Ctrl-C amid a build ends it with nothing left behind', () =>
  inWorkFolder(async (folder) => {
    await runCli(['sample', '--genes', '3000', '--out', 'data'], { cwd: folder });
    await withWatchedPreview(['--dir', 'site'], folder, async ({ until, interrupt, said }) => {
      await until('Writing');
      expect(await interrupt()).toBe(0);
      expect(said()).not.toContain('Error');
    });
    const left = Object.keys(await readTree(folder)).filter((file) => !file.startsWith('data/'));
    expect(left.filter((file) => !file.startsWith('.site.phagepress-cache/'))).toEqual([]);
  }));

test('options of a build are refused without --watch', () =>
  inWorkFolder(async (folder) => {
    await mkdir(path.join(folder, 'data'));
    for (const args of [
      ['--data', 'data'],
      ['--config', 'site.json'],
    ]) {
      const { status, stderr } = await runCli(['preview', ...args], { cwd: folder });
      expect(status).toBe(2);
      expect(stderr).toContain('Add --watch');
    }
  }));
