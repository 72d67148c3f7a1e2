/** What sets a collection apart is said in `src/records/`, or in a table with a row for each: nowhere by its name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listNames } from '../../../src/contract/collectionName.ts';

const source = path.join(import.meta.dirname, '../../../src');

/** Folders that are about particular collections: their definitions, the pages that show them, and sample data. */
const apart = /^(?:records|web|project|generated)\//;

/** Other things that have the name of a list: formats of bulk files, and what these are made from. */
const others = new Set(['src/sinks/formats.ts', 'src/verifying/manifest.ts']);

const comparison = new RegExp(`[=!]== '(?:${listNames.join('|')})'`);

test('no code compares a name with that of a list', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !apart.test(file))
    .map((file) => ({ file: `src/${file}`, text: readFileSync(path.join(source, file), 'utf8') }));
  const comparing = files.filter(({ text }) => comparison.test(text)).map(({ file }) => file);
  expect(new Set(comparing)).toEqual(others);
});
