/** CONTRIBUTING.md names the packages that run with the program, and ARCHITECTURE.md each part of the source. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headingsOf, readPage, root, sectionOf } from './pages.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};

test('CONTRIBUTING.md says what each package is for, and names no other', () => {
  const [, table = ''] =
    /^(\| package +\|.*\n(?:\|.*\n)*)/m.exec(readPage('CONTRIBUTING.md')) ?? [];
  const told = [...table.matchAll(/^\| ([a-z@/, -]+?) +\| [^|]+\|$/gm)]
    .flatMap((match) => (match[1] ?? '').split(', '))
    .filter((name) => name !== 'package' && !name.startsWith('-'));
  expect(told.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});

test('the map in ARCHITECTURE.md shows every part of src/', () => {
  const section = sectionOf('ARCHITECTURE.md', '## Map of the source');
  const folders = readdirSync(`${root}src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  for (const folder of folders) expect(section).toContain(`\`src/${folder}/\``);
  for (const [, path] of section.matchAll(/`src\/(\w+)\/`/g)) expect(folders).toContain(path);
});

test('the map is the last section of ARCHITECTURE.md', () => {
  const sections = headingsOf(readPage('ARCHITECTURE.md')).filter(({ level }) => level === 2);
  expect(sections.at(-1)?.text).toBe('Map of the source');
});
