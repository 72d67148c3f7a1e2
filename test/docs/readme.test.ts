/** README.md stays short, and shows at its top how to start. */
import { expect, test } from 'vitest';
import { readPage } from './pages.ts';

const readme = readPage('README.md');

test('README.md has at most 200 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('the two commands stand at the top of README.md', () => {
  const [top = ''] = readme.split('\n## Five minutes\n');
  expect(top).toContain('npm ci && npm start');
  expect(top).toContain('npm cit');
});
