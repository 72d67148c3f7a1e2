/** docs/published.md names the address of every view, and no other. */
import { expect, test } from 'vitest';
import {
  anyName,
  templateVariables,
  viewNames,
  viewTemplates,
} from '../../src/contract/viewAddresses.ts';
import { readPage } from './pages.ts';

test('the table of views in docs/published.md has a row for each template, in their order', () => {
  const page = readPage('docs/published.md');
  const [, rows = ''] = /^\| view below the base URL .*\n((?:\|.*\n)*)/m.exec(page) ?? [];
  const told = [...rows.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
  expect(told).toEqual(viewTemplates.map(addressOf));
});

function addressOf(template: string): string {
  const view = viewNames.find((name) => name === template.split('/')[0]);
  const variable = view === undefined ? '' : templateVariables[view];
  return `/api/${template.replace(anyName, `<${variable}>`)}/`;
}
