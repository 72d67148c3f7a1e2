/** `phagepress diff`: what a person, and a program, is told of two releases. */
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
  test('tells people what changed, by collection, and where families went', async ({ lab }) => {
    await lab.write(before);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'old');
    await lab.write(after);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'new', '--no-html', '--max-age', '60');
    const { stdout, status, stderr } = await lab.ended('diff', 'old', 'new');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.replaceAll(/[0-9a-f]{16}/g, '<id>')).toMatchInlineSnapshot(`
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
      files: 8 added, 15 removed, 40 changed; 423 kB to upload
      "
    `);
    const { stdout: same } = await lab.run('diff', 'old', 'old');
    expect(same).toMatch('The two are the same release.\n');
  });

  test('tells programs the same as JSON and as a table, from an address, too', async ({ lab }) => {
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

  test('reads no release where there is none, or one that is not as its manifest says', async ({
    lab,
  }) => {
    await lab.write(before);
    await lab.run('build', '--quiet', '--no-cache', '--out', 'old');
    await lab.run('build', '--quiet', '--no-cache', '--out', 'new', '--max-age', '60');
    const hintOf = async (...words: string[]) => {
      const { status, stderr } = await lab.ended('diff', ...words);
      expect(stderr).not.toMatch(/\n\s+at /);
      return [status, stderr.split('\n')[0]];
    };
    expect(await hintOf('old', 'data')).toEqual([
      1,
      'phagepress: data is no site of phagepress: expected its release.json, found no such file.',
    ]);
    expect(await hintOf('old', 'http://127.0.0.1:1')).toEqual([
      1,
      expect.stringMatching(/^phagepress: Cannot read release.json of http:\/\/127.0.0.1:1: /),
    ]);
    lab.edit('new/manifest.json', /"bytes":(\d)/, '"bytes":9$1');
    expect(await hintOf('old', 'new')).toEqual([
      1,
      'phagepress: manifest.json of new is not what its release.json says.',
    ]);
    lab.edit('new/manifest.json', /{"path"/, '{"path":"../../etc/passwd","x"');
    expect((await hintOf('old', 'new'))[0]).toBe(1);
  });
});
