import { expect, test } from 'vitest';
import { startCpuWatch } from '../../../cpuTime.ts';
import { createNoteSearch } from '../../../../src/web/data/noteSearch.ts';

const notes = ['minor tail protein', 'tapemeasure', 'tape measure protein', 'head-to-tail adaptor'];
const search = createNoteSearch(
  notes.map((text, at) => ({ text, genes: at, families: [], more: 0 })),
);
const found = (text: string) => search(text).map((note) => note.text);

test('notes are found by words, begun or nearly so, with what most genes have first', () => {
  expect(found('protein tail')).toEqual(['minor tail protein']);
  expect(found('tai')).toEqual(['head-to-tail adaptor', 'minor tail protein']);
  expect(found('proteim')).toEqual(['tape measure protein', 'minor tail protein']);
  expect(found('lysin')).toEqual([]);
});

test('notes are found however their words are joined', () => {
  expect(found('tape measure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('Tape-Measure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('tapemeasure')).toEqual(['tape measure protein', 'tapemeasure']);
  expect(found('head to tail')).toEqual(['head-to-tail adaptor']);
  expect(found('al')).toEqual([]);
});

test('a text as long as what may be pasted is looked for as fast as any', () => {
  const some = Array.from({ length: 3000 }, (_, at) => `tail protein ${at}`);
  const large = createNoteSearch(some.map((text) => ({ text, genes: 0, families: [], more: 0 })));
  const cpuMs = startCpuWatch();
  expect(large('t '.repeat(5000)).length).toBe(3000);
  expect(large('t'.repeat(200_000))).toEqual([]);
  // Once a word, and with letters amiss, it took seconds, and memory that no machine has.
  expect(cpuMs()).toBeLessThan(3000);
});
