import { expect, test } from 'vitest';
import type { AnnotatedSequence } from '../../../../src/importing/annotation.ts';
import { proteinOf, weighed } from '../../../../src/importing/annotations/proteinOf.ts';
import { readQualifiers } from '../../../../src/importing/annotations/sourceFields.ts';
import { feature, part, sequenceOf } from './sequences.ts';

/** What the genes of a file are read as, and what is told of the reading. */
async function read(sequences: readonly AnnotatedSequence[], isGff3 = true) {
  const told: string[] = [];
  const proteins: unknown[] = [];
  async function* one() {
    yield* sequences;
  }
  const onReading = (found: string, line: number) => told.push(`${line}: ${found}`);
  for await (const { sequence, isAlone } of weighed(one(), isGff3, onReading)) {
    expect(isAlone).toBe(sequences.length === 1);
    for (const cds of sequence.features) {
      const made = proteinOf(cds, readQualifiers(cds), sequence.bases);
      proteins.push(typeof made === 'string' ? made : made.translation);
    }
  }
  return { proteins, told };
}

const gene = 'ATGGCATGGGCATAA';
const other = 'ATGAACCTTGATTAA';
const bases = `C${gene}CC${other}C`;
const file = (
  [a, b]: readonly [number, number],
  more: Partial<AnnotatedSequence> = {},
  qualifiers: readonly [Record<string, string>, Record<string, string>] = [{}, {}],
) =>
  sequenceOf({
    bases: Buffer.from(bases),
    features: [
      feature({ line: 3, parts: [part(1, 16)], phase: a, qualifiers: qualifiers[0] }),
      feature({ line: 4, parts: [part(18, 33)], phase: b, qualifiers: qualifiers[1] }),
    ],
    ...more,
  });

test('column 8 is not used if the genes of the file are whole without it', async () => {
  expect(await read([file([1, 1])])).toEqual({
    proteins: ['MAWA', 'MNLD'],
    told: ['3: from their first base: so 2 of 2 genes are whole, by column 8 (phase) 0'],
  });
  // The evidence is that of all sequences together.
  expect(await read([file([0, 0]), sequenceOf({}), file([0, 2])])).toEqual({
    proteins: ['MAWA', 'MNLD', 'MAWA', 'MNLD'],
    told: ['4: from their first base: so 4 of 4 genes are whole, by column 8 (phase) 3'],
  });
});

test('column 8 is used if it makes genes whole, or if nothing does', async () => {
  const cut = sequenceOf({
    bases: Buffer.from(`${gene}TG${gene}C`),
    features: [
      feature({ parts: [part(0, 15)], phase: 0 }),
      feature({ parts: [part(15, 32)], phase: 2, isPartial: true, isStartOpen: true }),
    ],
  });
  expect(await read([cut])).toEqual({ proteins: ['MAWA', 'MAWA'], told: [] });
  const broken = sequenceOf({
    bases: Buffer.from('CTAATAATAATAATAAC'),
    features: [feature({ parts: [part(1, 16)], phase: 1 })],
  });
  expect((await read([broken])).told).toEqual([]);
});

test('the translation of the file is evidence, and so is its codon_start', async () => {
  const said = [{ translation: 'MAWA' }, {}] as const;
  expect(await read([file([1, 1], {}, said)])).toMatchObject({ proteins: ['MAWA', 'MNLD'] });
  const starts = [{ codon_start: '1' }, { codon_start: '1' }] as const;
  expect(await read([file([1, 1], {}, starts)])).toEqual({
    proteins: ['MAWA', 'MNLD'],
    told: ['3: by codon_start: so 2 of 2 genes are whole, by column 8 (phase) 0'],
  });
});

test('the genetic code of the header is used if genes are whole only by it', async () => {
  const amber = sequenceOf({
    bases: Buffer.from('CATGTAGGCATAAC'),
    features: [feature({ line: 5, parts: [part(1, 13)], phase: 0 })],
    headerTable: '15',
  });
  expect(await read([amber])).toEqual({
    proteins: ['MQA'],
    told: [
      '5: by the genetic code 15 of the header: so 1 of 1 genes are whole, as each gene says 0',
    ],
  });
  // Both at once.
  const both = { ...amber, features: amber.features.map((one) => ({ ...one, phase: 2 })) };
  expect((await read([both])).proteins).toEqual(['MQA']);
  // By either code.
  expect((await read([file([0, 0], { headerTable: '15' })])).told).toEqual([]);
});

test('a GenBank file is read as it says, one entry after the other', async () => {
  const features = [feature({ parts: [part(1, 16)], qualifiers: { codon_start: '2' } })];
  const entry = sequenceOf({ bases: Buffer.from(bases), features });
  expect(await read([entry, entry], false)).toEqual({ proteins: ['WHGH', 'WHGH'], told: [] });
});
