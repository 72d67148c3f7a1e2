import { describe, expect, test } from 'vitest';
import { cellOf, columnsOf } from '../../../src/sinks/maker.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

const schemas = loadSchemas();
const genes = columnsOf('genes', schemas);
const phages = columnsOf('phages', schemas);

describe('the columns of genes', () => {
  test('are the fields that hold no fields, in the order of the record', () => {
    expect(genes.map(({ name }) => name)).toEqual([
      'GeneID',
      'PhageID_PhageID',
      'PhageID_Accession',
      'PhageID_Name',
      'PhageID_HostGenus',
      'PhageID_Cluster',
      'PhageID_Subcluster',
      'PhamID_PhamID',
      'PhamID_Color',
      'Start',
      'Stop',
      'Length',
      'Name',
      'Translation',
      'Orientation',
      'Notes',
      'LocusTag',
    ]);
    expect(genes.filter(({ type }) => type === 'integer').map(({ name }) => name)).toEqual([
      'PhamID_PhamID',
      'Start',
      'Stop',
      'Length',
    ]);
    expect(genes.every(({ description }) => description.length > 10)).toBe(true);
  });

  test('give what the record holds', () => {
    const cells = genes.map((column) => cellOf(exampleGene, column));
    expect(cells.slice(0, 2)).toEqual([exampleGene.GeneID, exampleGene.PhageID.PhageID]);
    expect(cells.slice(9, 12)).toEqual([exampleGene.Start, exampleGene.Stop, exampleGene.Length]);
  });

  test('are empty where the record has null', () => {
    const cells = genes.map((column) => cellOf({ ...exampleGene, PhageID: null }, column));
    expect(cells.slice(1, 7)).toEqual(Array.from({ length: 6 }, () => null));
  });
});

describe('the columns of phages', () => {
  test('hold every leaf of a record, each once', () => {
    const names = phages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const leaves = (value: unknown, path: string[]): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
        : [path.join('_')];
    const unknown = leaves(examplePhage, []).filter((leaf) => {
      // An object that is null has columns of its own.
      return !names.some((name) => name === leaf || name.startsWith(`${leaf}_`));
    });
    expect(unknown).toEqual([]);
  });

  test('know integers and truths, and give what is neither as text', () => {
    const typeOf = (wanted: string) => phages.find(({ name }) => name === wanted)?.type;
    expect(typeOf('genome_length')).toBe('integer');
    expect(typeOf('pcluster_temperate')).toBe('boolean');
    expect(typeOf('coverage')).toBe('string');
    const cell = (field: string, value: unknown) => {
      const column = phages.find(({ name }) => name === field);
      return column === undefined ? undefined : cellOf({ [field]: value }, column);
    };
    expect(cell('coverage', 12.5)).toBe('12.5');
    expect(cell('verified_hosts', ['a', { b: 1 }])).toBe('["a",{"b":1}]');
    expect(cell('verified_hosts', [])).toBe('[]');
    expect(cell('seq_finished', false)).toBe(false);
  });
});
