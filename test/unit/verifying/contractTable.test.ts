import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, route } from '../../../src/contract/route.ts';
import { pageFile, recordFile } from '../../../src/contract/sitePaths.ts';
import { viewFile } from '../../../src/contract/routes.ts';
import {
  perList,
  perCollection,
  collectionNames,
  listNames,
} from '../../../src/contract/collectionName.ts';
import { clauseOf } from '../../../src/verifying/service/checkTableRow.ts';
import { contractTable } from '../../../src/verifying/contractTable.ts';
import { longNameRows, openRedirectRows } from '../../../src/verifying/otherRows.ts';
import {
  type KnownSite,
  leadsToForeignHost,
  foreignHost,
  type TableRow,
} from '../../../src/verifying/tableRow.ts';
import { factsWith } from './someFacts.ts';

/** The files of which the router cannot know whether they are there. */
function filesOf({ records, views, caseInsensitiveNames, lastPages }: KnownSite): Set<string> {
  const ofRecords = collectionNames.flatMap((collection) =>
    records[collection].flatMap((name) => [
      recordFile(collection, name),
      ...(caseInsensitiveNames ? [recordFile(collection, name.toLowerCase())] : []),
    ]),
  );
  const pages = listNames.flatMap((list) =>
    Array.from({ length: lastPages[list] }, (_, page) => pageFile(list, page + 1)),
  );
  const ofViews = views.flatMap(({ segments }) => [
    viewFile(segments),
    ...(caseInsensitiveNames ? [viewFile(segments.map((segment) => segment.toLowerCase()))] : []),
  ]);
  return new Set([...ofRecords, ...pages, ...ofViews]);
}

/** What the router answers to a row, as the row would say it; names in any case are the same to it. */
function answered({ method, target }: TableRow, facts: KnownSite, files: ReadonlySet<string>) {
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  const { lastPages, caseInsensitiveNames } = facts;
  const site = { lastPages, caseInsensitiveNames, prefix: '' };
  const answer: Answer = route({ method, path, query }, site);
  switch (answer.kind) {
    case 'outside':
      return 'outside';
    case 'redirect':
      return `to ${answer.location}`;
    case 'error':
      return answer.status === 405 ? '405' : answer.body;
    case 'file': {
      const isFixed =
        !/^api\/[^/]+\/[^/]/.test(answer.dependsOn) ||
        /^api\/(features|genes|phages|phams)\/index\.json$/.test(answer.dependsOn);
      if (isFixed || files.has(answer.dependsOn)) return answer.file.toLowerCase();
      return '{"detail":"Not found."}';
    }
  }
}

/** The same of what the row expects; null where the router has no say. */
function wanted({ expected }: TableRow): string | null {
  switch (expected.kind) {
    case 'content':
    case 'description':
    case 'compressed':
      return expected.file.toLowerCase();
    case 'redirect':
      return `to ${expected.to}`;
    case 'not-found':
      return expected.body;
    case 'method-not-allowed':
      return '405';
    default:
      return null;
  }
}

const name = fc.stringMatching(/^[A-Z][a-z]{1,5}[0-9 %+]?[A-Z]$/);
const pages = fc.integer({ min: 1, max: 12 });
const maybePages = fc.integer({ min: 0, max: 12 });
const someFacts = fc
  .record({
    lastPages: fc.record({ ...perList(() => maybePages), genes: pages, phages: pages }),
    records: fc.record({
      features: fc.constant([]),
      phages: fc.array(name, { maxLength: 2 }),
      genes: fc.array(name, { maxLength: 2 }),
    }),
    caseInsensitiveNames: fc.boolean(),
    otherLetters: fc.constant(null),
  })
  .map(factsWith);

test('the router answers each row as the table says, on sites of all kinds', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const files = filesOf(facts);
      for (const row of contractTable(facts)) {
        const due = wanted(row);
        if (due === null || row.before !== '') continue;
        expect([row.title, row.method, row.target, answered(row, facts, files)]).toEqual([
          row.title,
          row.method,
          row.target,
          due,
        ]);
      }
    }),
    { seed: 11, numRuns: 60 },
  );
});

test('each row belongs to a clause of the contract', () => {
  for (const row of contractTable(factsWith())) {
    expect(row.clause.split(' ')).toContain(clauseOf(row));
  }
});

test('an empty site has rows, too: none for records, families, views or bulk files that are not there', () => {
  const none = factsWith({
    lastPages: { ...perList(() => 0), genes: 1, phages: 1 },
    records: perCollection(() => []),
    otherLetters: null,
    views: [],
    bulk: [],
  });
  const targets = contractTable(none).map(({ target }) => target);
  expect(targets).toContain('/api/genes/?page=2');
  expect(targets.filter((target) => /phams|bulk|clusters|null/.test(target))).toEqual([]);
});

test.each([1, 2, 3, 1000])('no rows of a list of %i pages differ in the answer alone', (last) => {
  const lastPages = { ...perList(() => 0), genes: last, phages: 1 };
  const asked = new Map<string, unknown>();
  for (const row of contractTable(factsWith({ lastPages }))) {
    const { method, target, before, headers, ifNoneMatch, expected, specialNeed } = row;
    const question = JSON.stringify([
      method,
      before,
      target,
      headers,
      String(ifNoneMatch),
      specialNeed,
    ]);
    expect(asked.get(question) ?? expected).toEqual(expected);
    asked.set(question, expected);
  }
});

test('names of what is not there are escaped, and in other letters only where these are no name', () => {
  const unknown = { ...perCollection(() => 'x'), genes: 'no such/100%' };
  const targets = contractTable(factsWith({ unknown })).map(({ target }) => target);
  expect(targets).toContain('/api/genes/no%20such%2F100%25/');
  const inOthers = (caseInsensitiveNames: boolean, otherLetters: string | null) =>
    contractTable(factsWith({ caseInsensitiveNames, otherLetters })).filter(
      ({ title }) => title === 'in other letters',
    ).length;
  expect([inOthers(false, 'trixie'), inOthers(false, null), inOthers(true, 'trixie')]).toEqual([
    1, 0, 0,
  ]);
});

test('requests that name another host would find out a server that redirects them as they stand', () => {
  const rows = openRedirectRows();
  for (const { before, target, headers } of rows)
    expect(before + target + (headers['Host'] ?? '')).toContain(foreignHost);
  const caught = rows.filter(({ before, target }) =>
    leadsToForeignHost(`${before}${target}/`, 'https://example.org'),
  );
  expect(caught.length).toBeGreaterThanOrEqual(12);
});

test('names are too long for a file below each template that takes a name, and only there', () => {
  const targets = longNameRows(factsWith()).map(({ target }) => target);
  const names = targets.flatMap((target) => /x{300}|9{300}/.exec(target) ?? []);
  expect(names).toHaveLength(targets.length);
  expect(targets).toContain(`/api/clusters/${'x'.repeat(300)}/phagelist/`);
});
