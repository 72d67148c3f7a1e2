/** The pages of documentation as their tests read them: text, headings with their anchors, and sections. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { expect } from 'vitest';

/** The top folder of the repository, with its final slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Paths below `root`. */
export const pageNames: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(name: string): string {
  return readFileSync(`${root}${name}`, 'utf8');
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** As GitHub makes it: lower case, no punctuation, hyphens for spaces, numbered from the second alike on. */
  readonly anchor: string;
  /** The index of its line. */
  readonly at: number;
}

/** The headings of a page; a comment in a fenced block is none. */
export function headingsOf(page: string): readonly Heading[] {
  const seen = new Map<string, number>();
  const headings: Heading[] = [];
  for (const [at, line] of withoutFences(page).split('\n').entries()) {
    const [, marks, text] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
    if (marks === undefined || text === undefined) continue;
    const plain = text
      .replaceAll(/<[^>]*>/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(plain) ?? 0;
    seen.set(plain, before + 1);
    const anchor = before === 0 ? plain : `${plain}-${before}`;
    headings.push({ level: marks.length, text, anchor, at });
  }
  return headings;
}

/** What a link to a part of a page may name: its headings, and anchors of its own (`<a id="L1">`). */
export function anchorsOf(page: string): readonly string[] {
  const own = [...withoutFences(page).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return [...headingsOf(page).map(({ anchor }) => anchor), ...own];
}

/** What stands under a heading (`## Python`), up to the next of its level or above. */
export function sectionOf(name: string, heading: string): string {
  const page = readPage(name);
  const headings = headingsOf(page);
  const found = headings.find(({ level, text }) => `${'#'.repeat(level)} ${text}` === heading);
  if (found === undefined) throw new Error(`${name} has no heading ${heading}`);
  const next = headings.find(({ level, at }) => at > found.at && level <= found.level);
  return page
    .split('\n')
    .slice(found.at + 1, next?.at)
    .join('\n');
}

/** The page with as many lines, those of fenced blocks empty. */
export function withoutFences(page: string): string {
  return page.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/.+/g, ''));
}

/** What a page has between `<!-- name -->` and its end is what is generated; UPDATE_GENERATED=1 writes it there. */
export async function expectGenerated(page: string, name: string, text: string): Promise<void> {
  const block = new RegExp(`<!-- ${name} -->\n[^]*<!-- /${name} -->\n`);
  const generated = `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->\n`;
  const formatted = await format(generated, { parser: 'markdown', printWidth: 100 });
  if (process.env['UPDATE_GENERATED'] === '1') {
    const written = readPage(page).replace(block, () => formatted);
    writeFileSync(root + page, written);
  }
  expect(block.exec(readPage(page))?.[0]).toBe(formatted);
}

/** The row of a table that begins with a cell. */
export function rowOf(section: string, firstCell: string): string {
  const row = section.split('\n').find((line) => cellsOf(line)[0] === firstCell);
  if (row === undefined) throw new Error(`no row for ${firstCell}`);
  return row;
}

export function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
