/** A few invented records, for tests to which any will do. */
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { exampleFeature, exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';

/** A valid gene of the phage, in order of `number` as long as that has one digit. */
export function tinyGene(
  phage: string,
  number: number,
  fields: Partial<GeneRecord> = {},
): GeneRecord {
  return {
    ...exampleGene,
    GeneID: `${phage}_CDS_${number}`,
    PhageID: { ...exampleGene.PhageID, PhageID: phage, Name: `${phage}_Draft` },
    Name: String(number),
    ...fields,
  };
}

export function tinyPhage(name: string, fields: Partial<PhageRecord> = {}): PhageRecord {
  return { ...examplePhage, phage_name: name, ...fields };
}

export function tinyFeature(phage: string, fields: Partial<FeatureRecord> = {}): FeatureRecord {
  return { ...exampleFeature, PhageID: phage, ...fields };
}

/** A record a line. */
export function asLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The files of a data folder with two phages and seven genes. */
export const tinyData: Readonly<Record<string, string>> = {
  'data/genes/Quillon.ndjson': asLines([1, 2, 3, 4].map((n) => tinyGene('Quillon', n))),
  'data/genes/Vexmoor.ndjson': asLines([1, 2, 3].map((n) => tinyGene('Vexmoor', n))),
  'data/phages/Quillon.json': JSON.stringify(tinyPhage('Quillon'), null, 2),
  'data/phages/Vexmoor.json': JSON.stringify(tinyPhage('Vexmoor'), null, 2),
};
