import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import { Failure } from '../../../src/base/failure.ts';
import { printable } from '../../../src/text/json.ts';
import { assertNoDrop } from '../../../src/publishing/dropGuard.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { releaseText } from './siteFolder.ts';

const pageSize = 3;

/** A site with phages of these names; gives its release. */
function site(folder: string, names: readonly string[]): Release {
  const pages = Math.max(1, Math.ceil(names.length / pageSize));
  for (let page = 1; page <= pages; page++) {
    const results = names
      .slice((page - 1) * pageSize, page * pageSize)
      .map((phage_name) => ({ phage_name }));
    addFile(folder, `api/phages/page/${page}.json`, JSON.stringify({ results }));
  }
  const phages = { count: names.length, page_size: pageSize, pages };
  const genes = { count: 0, page_size: pageSize, pages: 1 };
  return JSON.parse(releaseText({ collections: { genes, phages } })) as Release;
}

/** The failure of publishing `after` over `before`; null when it may be. */
function guard(
  before: readonly string[],
  after: readonly string[],
  maxDrop: number,
): Failure | null {
  const folder = tempFolder();
  const [out, staged] = [path.join(folder, 'site'), path.join(folder, 'staging')];
  const [live, next] = [site(out, before), site(staged, after)];
  try {
    assertNoDrop(live, next, { maxDrop, out }, staged);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
}

const ten = Array.from({ length: 10 }, (_, index) => `Phage${index}`);

/** A site with a feature of each of these phages. */
function featuresOf(folder: string, names: readonly string[]): Release {
  const results = names.map((PhageID) => ({ PhageID }));
  addFile(folder, 'api/features/page/1.json', JSON.stringify({ results }));
  const list = (count: number) => ({ count, page_size: 100, pages: 1 });
  const collections = { features: list(names.length), genes: list(0), phages: list(0) };
  return JSON.parse(releaseText({ collections })) as Release;
}

test('of features the phages are named that have none left, each once; also where the list is gone', () => {
  const folder = tempFolder();
  const [out, staged] = [path.join(folder, 'site'), path.join(folder, 'staging')];
  const live = featuresOf(out, ['Fabian', 'Fabian', 'Trixie', 'Trixie', 'Vexmoor']);
  const guardWith = (next: Release) => () => assertNoDrop(live, next, { maxDrop: 10, out }, staged);
  expect(guardWith(featuresOf(staged, ['Trixie']))).toThrow(
    'The features would shrink from 5 to 1, by 80 %, more than --max-drop 10% allows. None are left of Fabian, Vexmoor.',
  );
  expect(guardWith(site(path.join(folder, 'other'), []))).toThrow('from 5 to 0, by 100 %');
});

describe('a collection', () => {
  test.each([
    [ten.slice(1), 10],
    [ten, 0],
    [[...ten, 'x'], 0],
    [[], 100],
    [ten.slice(5), 50],
  ])('may go from ten records to %j with %i %%', (after, maxDrop) => {
    expect(guard(ten, after, maxDrop)).toBeNull();
  });

  test('may not lose more than that, and the failure names what is missing', () => {
    const failure = guard(ten, ['A', ...ten.slice(2, 5), ...ten.slice(6)], 10);
    expect(failure?.kind).toBe('data');
    expect(failure?.message).toBe(
      'The phages would shrink from 10 to 8, by 20 %, more than --max-drop 10% allows. Missing: Phage0, Phage1, Phage5.',
    );
    expect(failure?.hint).toMatch(
      /^.*site was not touched\. If this is meant, build once with --max-drop 20%\.$/,
    );
  });

  test('that is gone is counted, and only the first of its records are named', () => {
    expect(guard(ten, [], 99)?.message).toContain(
      'would shrink from 10 to 0, by 100 %, more than --max-drop 99% allows. Missing: Phage0, Phage1, Phage2, Phage3, Phage4 and 5 more.',
    );
  });

  test('may be published with the share that the hint names', () => {
    const after = ten.slice(3);
    const share = Number(/--max-drop (\d+)%/.exec(guard(ten, after, 0)?.hint ?? '')?.[1]);
    expect(guard(ten, after, share)).toBeNull();
    expect(guard(ten, after, share - 1)).not.toBeNull();
  });

  test.each([
    [7, 7, true],
    [7.5, 7, true],
    [6.9, 7, false],
    [0, 1, false],
    [0.4, 1, false],
    [1, 1, true],
    [33, 33, true],
    [99.9, 100, false],
  ])('of a hundred records may with %d %% lose %i: %s', (maxDrop, lost, may) => {
    const hundred = Array.from({ length: 100 }, (_, index) => `P${String(index).padStart(2, '0')}`);
    expect(guard(hundred, hundred.slice(lost), maxDrop) === null).toBe(may);
  });

  test('that lost records which others of their name outlive is refused without a loose end', () => {
    const message = guard(['a', 'a', 'a'], ['a'], 0)?.message ?? '';
    expect(message).toContain('would shrink from 3 to 1, by 67 %');
    expect(message).not.toMatch(/Missing: \./);
  });

  test('of which a page cannot be read can still be refused', () => {
    const folder = tempFolder();
    const live = site(path.join(folder, 'site'), ten);
    addFile(path.join(folder, 'site'), 'api/phages/page/1.json', 'broken');
    const staged = site(path.join(folder, 'staging'), []);
    const options = { maxDrop: 10, out: path.join(folder, 'site') };
    expect(() => assertNoDrop(live, staged, options, path.join(folder, 'staging'))).toThrow(
      /Missing: Phage3, /,
    );
  });

  test('whose names would move the cursor or hide is named in print', () => {
    const message = guard(['a\u001b[2J', 'b\u202e', 'c\n'], [], 0)?.message ?? '';
    expect(printable(message)).toBe(message);
  });
});
