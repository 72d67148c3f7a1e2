import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCpuWatch } from '../../cpuTime.ts';
import { parseApiPath } from '../../../src/contract/route.ts';
import { leastPages, perList } from '../../../src/contract/collectionName.ts';
import { pageParameter } from '../../../src/contract/pageSizes.ts';
import { viewTemplates } from '../../../src/contract/routes.ts';
import { routesOf } from '../../../src/hosts/host.ts';
import {
  atLeastPattern,
  escapePattern,
  lastWordPattern,
  longNamePattern,
  oddPathPattern,
  pageNumberGroups,
  pageNumberPattern,
  pageValuePattern,
  rawLongNamePattern,
  routePattern,
  unfitNamePattern,
  unslashedPattern,
} from '../../../src/hosts/rulePatterns.ts';

/** What a server makes of the patterns: the number of a file that is there, or none. */
function pageByPatterns(query: string, lastPage: number): number | 'invalid' {
  const value = new RegExp(pageValuePattern).exec(query)?.[1] ?? '';
  if (value === '') return 1;
  if (new RegExp(lastWordPattern).test(value)) return lastPage;
  const match = new RegExp(pageNumberPattern).exec(value);
  const name = pageNumberGroups.map((group) => match?.[group] ?? '').join('');
  const isFile = /^[1-9][0-9]*$/.test(name) && Number(name) <= lastPage;
  return isFile ? Number(name) : 'invalid';
}

/** Any letter of a text may be escaped, in either case. */
const escaped = (text: string) =>
  fc
    .array(fc.constantFrom('plain', 'lower', 'upper'), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((ways) =>
      Array.from(text, (letter, index) => {
        const hex = letter.charCodeAt(0).toString(16).padStart(2, '0');
        if (ways[index] === 'plain') return letter;
        return `%${ways[index] === 'upper' ? hex.toUpperCase() : hex}`;
      }).join(''),
    );

const numbers = fc.oneof(fc.nat(30), fc.nat(12_000), fc.maxSafeNat()).map(String);
const zeros = fc.nat(3).map((count) => '0'.repeat(count));
const values = fc.oneof(
  fc.tuple(zeros, numbers).chain(([before, number]) => escaped(before + number)),
  escaped('last'),
  fc.constantFrom(
    '',
    'x',
    '0',
    'LAST',
    '2x',
    '%3',
    '%33',
    '%332',
    '%3%32',
    '+2',
    '%',
    '2%00',
    '-1',
  ),
);
const names = fc.oneof(
  escaped('page'),
  fc.constantFrom('page', 'format', 'PAGE', 'pages', '', 'apage'),
);
const pairs = fc
  .tuple(names, fc.constantFrom('=', '', '=='), values)
  .map((parts) => parts.join(''));
const queries = fc.oneof(
  fc.array(pairs, { maxLength: 4 }).map((all) => all.join('&')),
  fc.string({ unit: fc.constantFrom(...'page=&%37012last') }),
);
// Just before, at and after the numbers that need another digit.
const lastPages = fc.oneof(
  fc.integer({ min: 1, max: 12_000 }),
  fc.constantFrom(1, 9, 10, 11, 99, 100, 101, 999_999_999),
);

test('the patterns find the page that the contract says, whatever the query and the last page (L4)', () => {
  fc.assert(
    fc.property(queries, lastPages, (query, lastPage) => {
      expect(pageByPatterns(query, lastPage)).toBe(pageParameter(query, lastPage));
    }),
    { numRuns: 5000 },
  );
});

test('the numbers on both sides of the last page are told apart', () => {
  fc.assert(
    fc.property(lastPages, (lastPage) => {
      expect(pageByPatterns(`page=${lastPage}`, lastPage)).toBe(lastPage);
      expect(pageByPatterns(`page=00${lastPage}`, lastPage)).toBe(lastPage);
      expect(pageByPatterns(`page=${lastPage + 1}`, lastPage)).toBe('invalid');
    }),
  );
});

test('a long query does not take long', () => {
  const cpuMs = startCpuWatch();
  for (const query of [
    'page=3&'.repeat(1200),
    `page=${'%30'.repeat(2700)}x`,
    '&'.repeat(8000),
    'page='.repeat(1600),
  ]) {
    pageByPatterns(query, 3);
  }
  expect(cpuMs()).toBeLessThan(1000);
});

test.each([
  '//',
  '//api/genes/',
  '/api//genes/',
  '/api/genes//?x',
  '/.',
  '/api/./genes/',
  '/api/..',
  '/api/..?page=2',
  '/api/%2e%2E/release.json',
  '/api/.%2e/x',
  '/api%2fgenes',
  '/api/..%5Crelease.json',
  '/api/genes/%0a',
  '/%00',
  '/%7f',
  '/api/genes/#x',
])('%s is an odd path', (path) => {
  expect(path).toMatch(new RegExp(oddPathPattern));
});

test.each([
  '/',
  '/api/',
  '/api/genes/?x=//',
  '/api/genes/?x=/../%2f%00',
  '/api/phages/.hidden/',
  '/api/phages/..x/',
  '/api/phages/a%2e/',
  '/api/phages/100%252F/',
  '/api/phages/%20%C3%89/',
])('%s is none', (path) => {
  expect(path).not.toMatch(new RegExp(oddPathPattern));
});

const segments = fc.constantFrom(
  ...new Set(viewTemplates.flatMap((template) => template.split('/'))),
  'genes',
  'phages',
  'features',
  'page',
  'Clusters',
  'A',
  '7',
  'Mr Spaced',
  'phagelists',
);
const paths = fc.array(segments, { maxLength: 4 });
// With features and without.
const anyPages = fc.constantFrom(
  perList(() => 1),
  perList((list) => leastPages(list)),
);

test('the patterns of templates and the contract find the same views', () => {
  fc.assert(
    fc.property(paths, anyPages, (below, pages) => {
      const found = routesOf({ lastPages: pages }).filter(
        (route) =>
          route.kind === 'view' && new RegExp(`^${routePattern(route)}$`).test(below.join('/')),
      );
      const path = parseApiPath(`/api/${below.map(encodeURIComponent).join('/')}/`, pages);
      expect(found.map(({ name }) => name)).toEqual(path.kind === 'view' ? [path.name] : []);
    }),
    { numRuns: 5000 },
  );
});

test('the pattern and the contract find the same paths to lack a slash (A2)', () => {
  fc.assert(
    fc.property(paths, anyPages, (below, pages) => {
      const decoded = ['/api', ...below].join('/');
      const { kind } = parseApiPath(encodeURI(decoded), pages);
      const pattern = new RegExp(`^/api${unslashedPattern({ lastPages: pages })}$`);
      expect(pattern.test(decoded)).toBe(kind === 'unslashed');
    }),
    { numRuns: 5000 },
  );
});

const doubtfulNames = fc.oneof(
  fc.constantFrom(
    'con',
    'Nul.txt',
    'com1',
    'LPT³.x',
    'comx',
    'conin$',
    'aux.',
    'auxiliary',
    'a con',
  ),
  fc.constantFrom('x ', 'x.', '.x', 'index.json', 'Index.JSON.gz', 'index.json.brx', 'index'),
  fc.integer({ min: 195, max: 260 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 95, max: 110 }).map((length) => 'é'.repeat(length)),
);

test('the patterns and the contract find the same names to be fit (A3)', () => {
  fc.assert(
    fc.property(doubtfulNames, (name) => {
      const path = `/api/clusters/${encodeURIComponent(name)}/phagelist`;
      const decoded = decodeURIComponent(path);
      // As servers see it: byte by byte.
      const bytes = Buffer.from(decoded).toString('latin1');
      const isUnfit = new RegExp(unfitNamePattern).test(decoded);
      const isFit =
        parseApiPath(
          path,
          perList(() => 1),
        ).kind === 'unslashed';
      expect(!isUnfit && !new RegExp(longNamePattern).test(bytes)).toBe(isFit);
      expect(!isUnfit && !new RegExp(rawLongNamePattern).test(path)).toBe(isFit);
    }),
    { numRuns: 1000 },
  );
});

test('an escaped text matches itself alone', () => {
  const text = `/a.b*c+(d|e)[f]{2}^$\\?`;
  expect(text).toMatch(new RegExp(`^${escapePattern(text)}$`));
  expect(text.replace('.', 'x')).not.toMatch(new RegExp(`^${escapePattern(text)}$`));
});

test('a number is at least so much, with leading noughts, escapes and any count of digits', () => {
  const inEscapes = (digits: string, at: number) =>
    digits.slice(0, at) + digits.slice(at).replace(/^./, (digit) => `%3${digit}`);
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_000_000 })),
      fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 30_000_000 })),
      fc.nat({ max: 3 }),
      fc.nat({ max: 5 }),
      (least, number, noughts, at) => {
        const text = '0'.repeat(noughts) + number;
        const pattern = new RegExp(atLeastPattern(least));
        expect(pattern.test(text), `${text} >= ${least}`).toBe(number >= least);
        if (at < text.length) expect(pattern.test(inEscapes(text, at))).toBe(number >= least);
      },
    ),
  );
  for (const text of ['', '-5', '5x', '+5', '5.0', 'all', ' 5'])
    expect(new RegExp(atLeastPattern(1)).test(text), text).toBe(false);
});
