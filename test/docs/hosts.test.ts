/** docs/hosts.md says of hosts what their adapters say; UPDATE_GENERATED=1 writes it there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { hostMatrix } from '../../src/hosts/listHosts.ts';

const file = new URL('../../docs/hosts.md', import.meta.url);

test('the matrix of hosts in docs/hosts.md is that of the program', async () => {
  const page = readFileSync(file, 'utf8');
  const block = /<!-- hosts -->\n[^]*<!-- \/hosts -->\n/;
  const generated = `<!-- hosts -->\n\n${hostMatrix()}\n\n<!-- /hosts -->\n`;
  const formatted = await format(generated, { parser: 'markdown', printWidth: 100 });
  if (process.env['UPDATE_GENERATED'] === '1') {
    writeFileSync(
      file,
      page.replace(block, () => formatted),
    );
  }
  expect(block.exec(readFileSync(file, 'utf8'))?.[0]).toBe(formatted);
});

test('every recipe builds for its host, so that the build checks what the host can hold', () => {
  const page = readFileSync(file, 'utf8');
  const recipes = [...page.matchAll(/^phagepress build (.*)\n(?:phagepress host (\S+))/gm)];
  expect(recipes.length).toBeGreaterThanOrEqual(6);
  for (const [, options, host] of recipes) expect(options).toContain(` --host ${host}`);
});
