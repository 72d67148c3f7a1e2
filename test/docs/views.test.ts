/** docs/published.md names the address of every view, and no other. */
import { expect, test } from 'vitest';
import { descriptions } from '../../src/contract/descriptions.ts';
import { type ViewTemplate, viewTemplates } from '../../src/contract/routes.ts';
import { readPage } from './pages.ts';

test('the table of views in docs/published.md has a row for each template, in their order', () => {
  const page = readPage('docs/published.md');
  const [, rows = ''] = /^\| view below the base URL .*\n((?:\|.*\n)*)/m.exec(page) ?? [];
  const told = [...rows.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
  expect(told).toEqual(viewTemplates.map(addressOf));
});

function addressOf(template: ViewTemplate): string {
  return descriptions[template].path.replace('{', '<').replace('}', '>');
}
