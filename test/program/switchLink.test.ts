/** `--switch link` and `phagepress rollback`. */
import fs from 'node:fs';
import { describe, expect } from 'vitest';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { type Lab, test } from './lab.ts';

const build = ['build', '--quiet', '--no-html', '--no-bulk'];
const noted = (Notes: string) => ({
  'data/genes/Quillon.ndjson': asLines([1, 2, 3, 4].map((n) => tinyGene('Quillon', n, { Notes }))),
});
const foldersOf = (lab: Lab) =>
  fs.readdirSync(lab.at('')).filter((name) => name.startsWith('.dist.phagepress-release-'));
const noteIn = (lab: Lab): string => lab.json('dist/api/genes/page/1.json').results[0].Notes;

describe('--switch link', () => {
  test('makes the path of a site a link, keeps former releases, and goes back to them', async (lab) => {
    await lab.write({ ...tinyData, ...noted('a') });
    await lab.run(...build);
    await lab.write(noted('b'));
    await lab.run(...build, '--switch', 'link', '--keep', '3');
    expect(fs.lstatSync(lab.at('dist')).isSymbolicLink()).toBe(true);
    expect(foldersOf(lab)).toHaveLength(2);
    // From then on, each build does so.
    for (const Notes of ['c', 'd']) {
      await lab.write(noted(Notes));
      await lab.run(...build, '--keep', '3');
    }
    expect(foldersOf(lab)).toHaveLength(3);
    expect(noteIn(lab)).toBe('d');
    await lab.run('verify', 'dist');
    const { stdout } = await lab.run('rollback');
    expect(stdout).toMatch(/^dist has this release again: [0-9a-f]{16}: 7 genes, 2 phages\n/);
    expect(noteIn(lab)).toBe('c');
    await lab.run('rollback');
    expect(noteIn(lab)).toBe('b');
    const none = await lab.ends(2, 'rollback');
    expect(none.stderr).toMatch(
      /There is no release before the live one beside dist\.\n[0-9a-f]{16}: /,
    );
    expect(none.stderr).toMatch('(live)');
    const other = await lab.ends(2, 'rollback', 'abcdef0');
    expect(other.stderr).toMatch('begins with abcdef0');
    // The next build publishes what the data says, and tells what changed from where the site was.
    await lab.run(...build, '--keep', 'all');
    expect(noteIn(lab)).toBe('d');
    const { steps } = lab.json('dist/changes/index.json');
    expect(steps[0].counts.genes).toEqual({ added: 0, removed: 0, changed: 4 });
    await lab.run('verify', 'dist');
    const { status, stdout: same } = await lab.run(
      'rollback',
      lab.json('dist/release.json').release,
    );
    expect([status, same]).toEqual([0, expect.stringMatching('has this release already')]);
  });

  test('is what a site needs to go back', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    for (const words of [['rollback'], ['rollback', '--out', 'nowhere']]) {
      const { stderr } = await lab.ends(2, ...words);
      expect(stderr).toMatch(/Build with --switch link/);
    }
  });

  test('gives hosts the path of the link', async (lab) => {
    await lab.write(tinyData);
    await lab.run(
      ...build,
      '--switch',
      'link',
      '--host',
      'nginx',
      '--base-url',
      'https://p.example.org',
    );
    const { stdout } = await lab.run('host', 'nginx', '--dir', 'dist');
    expect(stdout).toMatch(`root "${lab.at('dist')}";`);
    expect(stdout).not.toMatch('phagepress-release');
  });
});
