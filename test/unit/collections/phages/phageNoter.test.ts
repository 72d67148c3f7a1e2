import { describe, expect, test } from 'vitest';
import { forEachRow, genomeLength, phageKey, textAt } from '../../../../src/pages/pageNotes.ts';
import { tinyPhage } from '../../../integration/tinyData.ts';
import { examplePhage } from '../../generated/exampleRecords.ts';
import { noted } from '../noted.ts';

describe('the notes of phages', () => {
  const rowOf = (fields: object) => {
    const notes = noted('phages', [[{ ...tinyPhage('A'), ...fields }, 3, 9000]]);
    const rows: unknown[][] = [];
    forEachRow(notes, (row) =>
      rows.push([row[0], row[2], row[3], ...[4, 5, 6, 7].map((at) => textAt(notes, row[at]))]),
    );
    return rows[0];
  };

  test('are what views choose by, hosts as they stand in the record', () => {
    const { host_genus, host_species } = examplePhage;
    const genus = { ...host_genus, genus_name: 'line\u2028' };
    expect(
      rowOf({
        seq_finished: true,
        pcluster: { cluster: 'A', temperate: false },
        psubcluster: { subcluster: 'A1' },
        host_genus: genus,
      }),
    ).toEqual([
      3,
      9000,
      1 + 4,
      'A',
      'A1',
      JSON.stringify(genus).replace('\u2028', '\\u2028'),
      JSON.stringify(host_species),
    ]);
  });

  test('know the name of a phage and the length of its genome, however long', () => {
    const told = [Number.MAX_SAFE_INTEGER, null].map((genome_length) => {
      const notes = noted('phages', [[{ ...tinyPhage('A'), genome_length }, 1, 9000]]);
      return [phageKey, genomeLength].map((column) => textAt(notes, notes.rows[column]));
    });
    expect(told).toEqual([
      ['A', String(Number.MAX_SAFE_INTEGER)],
      ['A', ''],
    ]);
  });

  test('have nothing where the record has null', () => {
    const nulls = { pcluster: null, psubcluster: null, host_genus: null, host_species: null };
    expect(rowOf({ seq_finished: null, ...nulls })).toEqual([3, 9000, 0, '', '', '', '']);
    const inner = {
      pcluster: { cluster: null, temperate: null },
      psubcluster: { subcluster: null },
    };
    expect(rowOf({ seq_finished: false, ...inner })?.slice(2, 5)).toEqual([0, '', '']);
  });
});
