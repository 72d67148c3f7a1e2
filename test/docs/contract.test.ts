/** docs/contract.md has every clause that anything here cites, in the words and with the values of the program. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../../src/contract/route.ts';
import { bulkFiles, bulkTypes } from '../../src/contract/bulkFiles.ts';
import {
  bulkHeaders,
  bulkPreflightHeaders,
  contentHeaders,
  errorHeaders,
  optionsHeaders,
} from '../../src/contract/headers.ts';
import { maxNameBytes } from '../../src/contract/recordName.ts';
import { viewTemplates } from '../../src/contract/routes.ts';
import { exitCodes } from '../../src/base/failure.ts';
import { ruleNames } from '../../src/text/rules.ts';
import { capabilityTitles } from '../../src/contract/capabilities.ts';
import { clauses, clauseTitles, isClause } from '../../src/verifying/clauses.ts';
import { runWellInProcess } from '../program/runProgram.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = 'docs/contract.md';
const page = existsSync(root + file) ? readFileSync(root + file, 'utf8') : '';
const text = page.replace(/\s+/g, ' ');

interface Section {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly body: string;
}

const sections = page
  .split(/^(?=#{2,4} )/m)
  .map((part) => /^#{3,4} <a id="([^"]+)"><\/a>(\S+): (.+)\n([^]*)$/.exec(part))
  .filter((match) => match !== null)
  .map(([, id = '', name = '', title = '', body = '']): Section => ({ id, name, title, body }));

const told = sections.map(({ name }) => name);

/** Every clause by the letters and number that comments, titles and pages name. */
function citedIn(pattern: string, which: (text: string) => string = (whole) => whole): Set<string> {
  const files = glob.sync(pattern, { cwd: root }).filter((name) => !isLeftOut(name));
  const texts = files.map((name) => which(readFileSync(root + name, 'utf8')));
  return new Set(texts.flatMap((one) => one.match(/\b[ABDFLMSVW][1-9][0-9]?\b/g) ?? []));
}

/** Made-up clusters and amino acids have such names, too. */
function isLeftOut(name: string): boolean {
  return name.startsWith('src/project/') || name === file;
}

/** Where one clause or several stand in parentheses, and nothing else does. */
function inParentheses(whole: string): string {
  return (whole.match(/\([A-Z]\d\d?(?:(?:, | to | and )[A-Z]\d\d?)*\)/g) ?? []).join();
}

const cited: ReadonlySet<string> = new Set([
  ...citedIn('src/**/*.ts'),
  ...citedIn('test/**/*.{ts,mjs}', inParentheses),
  ...citedIn('{*.md,docs/**/*.md}', inParentheses),
]);

test('the anchor of a clause is its name, and no two are the same', () => {
  for (const { id, name } of sections) expect(id).toBe(name);
  expect(told).toEqual([...new Set(told)]);
});

test('every clause that is cited has its anchor, and every clause is cited', () => {
  expect([...cited].filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !cited.has(name) && !isClause(name))).toEqual([]);
  expect(cited.size).toBeGreaterThan(20);
});

test('what verify reports stands there under the same names, in the same order', () => {
  const [, table = ''] = /^## What verify reports$([^]*?)(?:^#|(?![^]))/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| \[`?([^\]`]+)`?\]\(#([^)]+)\) +\| ([^|]+?) +\|/gm)];
  expect(rows.map(([, name, , title]) => [name, title])).toEqual(Object.entries(clauseTitles));
  for (const [, name, anchor] of rows) expect(anchor).toBe(name);
  expect(clauses.filter((name) => !told.includes(name))).toEqual([]);
});

test.each(Object.entries(capabilityTitles))('what a host may lack is said: %s', (_, title) => {
  for (const name of inParentheses(title).match(/[A-Z]\d/g) ?? []) {
    expect(bodyOf(name), name).toContain('**A host may lack');
  }
});

describe('the page names', () => {
  test.each([
    ['the headers of a 200', ['M1', 'M2', 'M5'], contentHeaders(300)],
    ['those of an error', ['M1', 'M2', 'M5'], errorHeaders],
    ['those of OPTIONS', ['M1', 'M2', 'M3', 'M5'], optionsHeaders(300)],
    ['those of a bulk file', ['B1'], bulkHeaders(300)],
    ['those of its preflight', ['B1'], bulkPreflightHeaders],
  ])('%s', (_, where, headers) => {
    const about = where.map(bodyOf).join('\n');
    for (const [name, value] of Object.entries(headers))
      expect(about).toContain(`${name}: ${value}`);
  });

  test('the bodies of errors', () => {
    expect(bodyOf('L4')).toContain(invalidPageBody);
    expect(bodyOf('D2')).toContain(notFoundBody);
    for (const body of [methodNotAllowedBody(), methodNotAllowedBody('POST')])
      expect(bodyOf('M4')).toContain(body);
  });

  test('every view, bulk file and type', () => {
    for (const template of viewTemplates) {
      const path = template.replace('*', '<');
      expect(bodyOf('V1')).toContain(`\`/api/${path.split('<')[0]}`);
    }
    for (const { path } of bulkFiles) expect(bodyOf('B1')).toContain(`\`/${path}\``);
    for (const type of Object.values(bulkTypes)) expect(bodyOf('B1')).toContain(`\`${type}\``);
  });

  test('every rule and exit code', () => {
    for (const rule of ruleNames) expect(text).toContain(`\`${rule}\``);
    for (const code of Object.values(exitCodes))
      expect(page).toMatch(new RegExp(`^\\| ${code} `, 'm'));
  });

  test('how long a name may be', () => {
    expect(bodyOf('A3')).toContain(`${maxNameBytes} bytes`);
  });
});

test('the help of verify names the page, which comes with the program', async () => {
  const { stdout } = await runWellInProcess(['verify', '--help'], { cwd: root });
  expect(stdout).toContain(file);
  expect(packageJson.files).toContain(file);
});

function bodyOf(name: string): string {
  return sections.find((section) => section.name === name)?.body ?? '';
}
