import { describe, expect, test } from 'vitest';
import { perCollection } from '../../../src/contract/collectionName.ts';
import { foldedRows, recordRows, unknownRows } from '../../../src/verifying/contractTable.ts';
import { expects } from '../../../src/verifying/tableRow.ts';
import { factsWith } from './someFacts.ts';

const { content, redirect } = expects;

describe('single records', () => {
  test('are a phage, a gene with all that can be asked of it, and another gene', () => {
    const rows = recordRows(factsWith());
    const titles = new Set(rows.map(({ title }) => title));
    expect(titles).toContain('a phage');
    expect(titles).toContain('a gene');
    expect(rows.filter(({ title }) => title === 'another gene')).toMatchObject([
      {
        target: '/api/genes/Trixie_CDS_2/',
        expected: content('api/genes/Trixie_CDS_2/index.json'),
      },
    ]);
  });

  test('of which there is one gene have no other', () => {
    const rows = recordRows(factsWith({ records: { ...perCollection(() => []), genes: ['x'] } }));
    expect(rows.some(({ target }) => target === '/api/genes/x/')).toBe(true);
    expect(rows.some(({ title }) => title === 'another gene')).toBe(false);
  });

  test('without files of genes are phages only', () => {
    const targets = recordRows(
      factsWith({ records: { ...perCollection(() => []), phages: ['Trixie'] } }),
    ).map(({ target }) => target);
    expect(targets.every((target) => target.startsWith('/api/phages/Trixie'))).toBe(true);
    expect(recordRows(factsWith({ records: perCollection(() => []) }))).toEqual([]);
  });

  test('are files by their very name and addresses in its escaped form', () => {
    const [row] = recordRows(
      factsWith({ records: { ...perCollection(() => []), phages: ['Mr 100%'] } }),
    );
    expect(row).toMatchObject({
      target: '/api/phages/Mr%20100%25/',
      expected: content('api/phages/Mr 100%/index.json'),
    });
  });
});

describe('names in other letters', () => {
  test('answer with the record where names fold, and are unknown where they do not', () => {
    const folded = foldedRows(
      factsWith({
        caseInsensitiveNames: true,
        records: { ...perCollection(() => []), phages: ['McX7'] },
      }),
    );
    const record = content('api/phages/McX7/index.json');
    expect(folded.map(({ target, expected }) => [target, expected])).toEqual([
      ['/api/phages/mcx7/', record],
      ['/api/phages/mCx7/', record],
      ['/api/phages/mCx7/index.json', record],
      ['/api/phages/mCx7', redirect('/api/phages/mCx7/')],
    ]);
    expect(foldedRows(factsWith())).toEqual([]);
    const unknown = (caseInsensitiveNames: boolean, otherLetters: string | null) =>
      unknownRows(factsWith({ caseInsensitiveNames, otherLetters })).filter(
        ({ title }) => title === 'in other letters',
      );
    expect(unknown(false, 'trixie')).toHaveLength(1);
    expect(unknown(false, null)).toEqual([]);
    expect(unknown(true, 'trixie')).toEqual([]);
  });
});

test('a phage is no gene, and its name with more in it is no phage', () => {
  const targets = unknownRows(
    factsWith({ records: { ...perCollection(() => []), phages: ['Mr X'] } }),
  ).map(({ target }) => target);
  expect(targets).toEqual(
    expect.arrayContaining([
      '/api/genes/Mr%20X/',
      '/api/phages/Mr%20X%00/',
      '/api/phages%2FMr%20X/',
      '/api/phages/Nobody/',
    ]),
  );
});
