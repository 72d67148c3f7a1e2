/** Each link between pages leads to a file and a heading that are there, and so does what code says of pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { anchorsOf, headingsOf, pageNames, readPage, root, withoutFences } from './pages.ts';

/** Those of Markdown, by reference or in place, and those of HTML. */
const link =
  /\]\((?<place>[^()\s]+)\)|^\[[^\]]+\]: (?<reference>\S+)|(?:href|src)="(?<html>[^"]+)"/gm;

/** The targets of the links of a page that lead to the repository, as they are written. */
function relativeLinks(page: string): readonly string[] {
  const text = withoutFences(page).replaceAll(/`[^`\n]+`/g, '');
  return [...text.matchAll(link)]
    .map(({ groups = {} }) => groups['place'] ?? groups['reference'] ?? groups['html'] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** What is wrong with a target that stands in the page `from`, or null. */
function brokenBy(target: string, from: string): string | null {
  const [file = '', anchor] = target.split('#');
  const name = file === '' ? from : path.join(path.dirname(from), file);
  if (name.startsWith('..') || !existsSync(`${root}${name}`)) return `${target}: no such file`;
  if (anchor === undefined) return null;
  return anchorsOf(readPage(name)).includes(anchor) ? null : `${target}: no such heading`;
}

describe.each(pageNames)('%s', (name) => {
  const page = readPage(name);

  test('links to files and headings that are there', () => {
    const broken = relativeLinks(page).map((target) => brokenBy(target, name));
    expect(broken.filter((one) => one !== null)).toEqual([]);
  });

  test('names files of src/ and test/ that are there', () => {
    const named = [...page.matchAll(/`((?:src|test|schemas|docs)\/[\w./*-]+)`/g)].map(
      ([, file]) => file!,
    );
    const missing = named.filter(
      (file) =>
        glob.globSync(file.replace(/\/$/, ''), { cwd: root, onlyFiles: false }).length === 0,
    );
    expect(missing).toEqual([]);
  });

  test('names only pages that are there', () => {
    expect(missingPages(page, path.dirname(name))).toEqual([]);
  });
});

/** The pages that a text names, linked or not, and that are neither beside it nor in the top folder. */
function missingPages(text: string, folder: string): readonly string[] {
  const named = [...text.matchAll(/(?<![\w/.-])[\w./-]*\w\.md\b/g)].map(([file]) => file);
  const isThere = (file: string) =>
    [folder, '.'].some((from) => existsSync(path.join(root, from, file)));
  return named.filter((file) => !isThere(file));
}

test('a page that is named but missing is found, and so is one in the messages of schemas', () => {
  const text =
    'as [rules](data.md#rules), `docs/hosts.md`, README.md and NONE.md say (see ./gone.md)';
  expect(missingPages(text, 'docs')).toEqual(['NONE.md', './gone.md']);
  const schemas = filesBelow('schemas').map((file) => readFileSync(`${root}${file}`, 'utf8'));
  expect(schemas.flatMap((schema) => missingPages(schema, '.'))).toEqual([]);
});

test('a link without its file or heading is found', () => {
  const text = '# One two\n\n[a](docs/hosts.md#nginx) [b](docs/none.md) [c](docs/hosts.md#none)\n';
  const broken = relativeLinks(text).map((target) => brokenBy(target, 'README.md'));
  expect(broken).toEqual([
    null,
    'docs/none.md: no such file',
    'docs/hosts.md#none: no such heading',
  ]);
  expect(
    headingsOf('# <a id="A"></a>`a b` & c?\n\n```sh\n# no\n```\n\n## X\n\n## X\n').map(
      (h) => h.anchor,
    ),
  ).toEqual(['a-b--c', 'x', 'x-1']);
});

test('README.md leads to every other page', () => {
  const targets = new Set(relativeLinks(readPage('README.md')).map((one) => one.split('#')[0]));
  expect([...targets]).toEqual(expect.arrayContaining(pageNames.slice(1)));
});

test('the pages that code, tests and messages name are there', () => {
  const files = [...filesBelow('src'), ...filesBelow('test'), ...filesBelow('.ci'), 'package.json'];
  const broken = files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/(?<![\w/.])docs\/[\w-]+\.md(?:#[\w-]+)?/g)]
      .filter(() => file !== 'test/docs/links.test.ts')
      .map(([target]) => brokenBy(target, 'README.md'))
      .filter((one) => one !== null)
      .map((one) => `${file}: ${one}`),
  );
  expect(broken).toEqual([]);
});

function filesBelow(folder: string): readonly string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
