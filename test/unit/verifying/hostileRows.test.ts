import { expect, test } from 'vitest';
import { longNameRows, strangerRows } from '../../../src/verifying/otherRows.ts';
import { leadsAstray, strangeHost } from '../../../src/verifying/tableRow.ts';
import { factsWith } from './someFacts.ts';

test('every odd request names the other host, in its path, before it, or as its Host', () => {
  for (const { before, target, headers } of strangerRows()) {
    expect(before + target + (headers['Host'] ?? '')).toContain(strangeHost);
  }
});

test('a server that redirects such a path as it stands would be found out', () => {
  const caught = strangerRows().filter(({ before, target }) =>
    leadsAstray(`${before}${target}/`, 'https://example.org'),
  );
  expect(caught.length).toBeGreaterThanOrEqual(12);
});

test('names are too long for a file below each template that takes a name, and only there', () => {
  const targets = longNameRows(factsWith()).map(({ target }) => target);
  const names = targets.flatMap((target) => /x{300}|9{300}/.exec(target) ?? []);
  expect(names).toHaveLength(targets.length);
  expect(targets).toContain(`/api/clusters/${'x'.repeat(300)}/phagelist/`);
  expect(targets).toContain(`/api/genesbyphage/${'x'.repeat(300)}/`);
});
