/** `phagepress diff`: what a person, and a program, is told of two releases. */
import fs from 'node:fs';
import { describe, expect } from 'vitest';
import { asLines, tinyData, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { test } from './lab.ts';
import { withPreview } from './preview.ts';

const family = (PhamID: number) => ({ PhamID: { PhamID, Color: '#abcdef' } });
const quillon = [
  tinyGene('Quillon', 1, { Notes: 'lysin A', ...family(7) }),
  tinyGene('Quillon', 2, family(8)),
  tinyGene('Quillon', 5, family(9)),
];
const before = {
  ...tinyData,
  'data/genes/Quillon.ndjson': asLines([1, 2, 3].map((n) => tinyGene('Quillon', n, family(n)))),
};
const after = {
  'data/genes/Quillon.ndjson': asLines(quillon),
  'data/phages/Aldermoss.json': JSON.stringify(tinyPhage('Aldermoss')),
};

describe('phagepress diff', () => {
  test('tells people what changed, by collection, and where families went', async (lab) => {
    await lab.write(before);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'old');
    await lab.write(after);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'new', '--no-html', '--max-age', '60');
    const { stdout, stderr } = await lab.run('diff', 'old', 'new');
    expect(stderr).toBe('');
    // The code of the pages is among what is uploaded, and may grow.
    const shown = stdout.replaceAll(/[0-9a-f]{16}/g, '<id>').replace(/\d+ kB/, '<size>');
    expect(shown).toMatchInlineSnapshot(`
      "old  <id>
      new  <id>

      phages: 1 added
        + Aldermoss
      genes: 1 added, 1 removed, 2 changed
        ~ Quillon_CDS_1: PhamID.PhamID 1 → 7; Notes "tail fibre" → "lysin A"
        ~ Quillon_CDS_2: PhamID.PhamID 2 → 8
        - Quillon_CDS_3
        + Quillon_CDS_5
      gene families: 2 renumbered, 1 new, 1 gone, 1 kept their number
        renumbered: 1 (1 gene) → 7 (1 gene), 1 gene in both
        renumbered: 2 (1 gene) → 8 (1 gene), 1 gene in both
        gone: 3 (1 gene)
        new: 9 (1 gene)
      options in release.json: html, max_age
      files: 8 added, 15 removed, 43 changed; <size> to upload
      "
    `);
    const { stdout: same } = await lab.run('diff', 'old', 'old');
    expect(same).toMatch('The two are the same release.\n');
    expect(same).toMatch('files: no changes; 0 B to upload\n');
    const { stderr: written } = await lab.run('diff', 'old', 'new', '--upload', 'to\ndo');
    expect(written).toBe(
      'Wrote lists to to\\u000ado: 51 files to upload in three steps, then 15 to delete.\n',
    );
  });

  test('counts what lies beside the manifests, and shows names of folders on one line', async (lab) => {
    await lab.write(before);
    const build = ['build', '--quiet', '--no-cache', '--no-html', '--keep', 'all', '--out', 'n\nw'];
    await lab.run(...build);
    fs.cpSync(lab.at('n\nw'), lab.at('old'), { recursive: true });
    await lab.write(after);
    await lab.run(...build);
    const [was, is] = [await lab.tree('old'), await lab.tree('n\nw')];
    const paths = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const uploaded = paths.filter((file) => file in is && was[file] !== is[file]);
    const { added, changed, removed, bytes } = JSON.parse(
      (await lab.run('diff', 'old', 'n\nw', '--format', 'json')).stdout,
    ).files;
    expect([added + changed, added + changed - removed]).toEqual([
      uploaded.length,
      uploaded.length - paths.filter((file) => !(file in is)).length,
    ]);
    expect(uploaded).toContain('changes/phages.tsv');
    const sizes = uploaded.map((file) => fs.statSync(lab.at(`n\nw/${file}`)).size);
    expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    const { stdout } = await lab.run('diff', 'old', 'n\nw');
    expect(stdout).toMatch(/^old {2}[0-9a-f]{16}\nn\\u000aw {2}[0-9a-f]{16}\n/);
    const bundled = await lab.run('bundle', 'n\nw', '--out', 'a\nb.zip');
    expect(bundled.stdout).toMatch(/^Wrote a\\u000ab\.zip: /);
    for (const said of ['is now', 'is current: '])
      expect((await lab.run('pull', 'n\nw', 'c\ny')).stdout).toMatch(
        new RegExp(`^c.u000ay ${said}.*of n.u000aw\\.\n`),
      );
    await lab.run(...build, '--switch', 'link');
    await lab.write(before);
    await lab.run(...build);
    const { stdout: back } = await lab.run('rollback', '--out', 'n\nw');
    expect(back).toMatch(/^n\\u000aw has this release again: /);
  });

  test('tells programs the same as JSON and as a table, from an address, too', async (lab) => {
    await lab.write(before);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'old');
    await lab.write(after);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'new', '--records', 'packed');
    const diff = ['diff', 'old', 'new', '--format'];
    const report = JSON.parse((await lab.run(...diff, 'json')).stdout);
    expect(report.collections).toEqual({
      genes: { added: 1, removed: 1, changed: 2 },
      phages: { added: 1, removed: 0, changed: 0 },
    });
    expect(report.changes[1]).toMatchObject({ key: 'Quillon_CDS_1', change: 'changed' });
    expect(report.options).toEqual(['records']);
    const { stdout } = await lab.run(...diff, 'tsv');
    expect(stdout.split('\n')).toContain('genes\tchanged\tQuillon_CDS_2\tPhamID.PhamID\t2\t8');
    expect(stdout.split('\n')).toContain('families\trenumbered\t2\t\t2\t8');
    await withPreview(['--dir', 'new', '--port', '0'], lab.at(''), async ({ url }) => {
      const { stdout: served } = await lab.run('diff', 'old', url, '--format', 'tsv');
      expect(served).toBe(stdout);
    });
  });

  test('reads no release where there is none, or one that is not as its manifest says', async (lab) => {
    await lab.write(before);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'old');
    await lab.run('build', '--quiet', '--no-cache', '--out', 'new', '--max-age', '60');
    const refusal = async (...words: string[]) => {
      const { stderr } = await lab.ends(1, 'diff', ...words);
      expect(stderr).not.toMatch(/\n\s+at /);
      return stderr.split('\n')[0];
    };
    expect(await refusal('old', 'data')).toBe(
      'phagepress: data is no site of phagepress: expected its release.json, found no such file.',
    );
    expect(await refusal('old', 'http://127.0.0.1:1')).toMatch(
      /^phagepress: Cannot read release.json of http:\/\/127.0.0.1:1: /,
    );
    lab.edit('new/manifest.json', /"bytes":(\d)/, '"bytes":9$1');
    expect(await refusal('old', 'new')).toBe(
      'phagepress: manifest.json of new is not what its release.json says.',
    );
    lab.edit('new/manifest.json', /{"path"/, '{"path":"../../etc/passwd","x"');
    await refusal('old', 'new');
  });
});
