import { describe, expect, test } from 'vitest';
import type { GeneRecord, PhageRecord } from '../../../src/generated/records.ts';
import { foldName } from '../../../src/contract/recordName.ts';
import { sampleRecords } from '../../../src/project/sampleRecords.ts';

const sampled = [...sampleRecords({ genes: 2000, seed: 1 })];
const genes = sampled.flatMap((one) => one.genes);
const phages = sampled.map((one) => one.phage);

test.each([1, 2, 83, 84, 85, 126, 127, 130, 168, 2000])(
  'a sample of %i genes has exactly so many',
  (count) => {
    for (const seed of [0, 1, 99]) {
      let made = 0;
      for (const { genes: ofPhage } of sampleRecords({ genes: count, seed })) {
        expect(ofPhage.length).toBeGreaterThan(0);
        made += ofPhage.length;
      }
      expect(made).toBe(count);
    }
  },
);

test('the same seed makes the same records, another seed others', () => {
  const text = (seed: number): string => JSON.stringify([...sampleRecords({ genes: 300, seed })]);
  expect(text(4)).toBe(text(4));
  expect(text(4)).not.toBe(text(5));
});

test('GeneIDs and phage names are unique, also when case is folded', () => {
  expect(new Set(genes.map((gene) => foldName(gene.GeneID))).size).toBe(genes.length);
  expect(new Set(phages.map((phage) => foldName(phage.phage_name))).size).toBe(phages.length);
});

describe('every gene', () => {
  test('has a length and a protein of the twenty amino acids that agree with its coordinates', () => {
    for (const gene of genes) {
      expect(gene.Length).toBe(gene.Stop - gene.Start);
      expect(gene.Length).toBe(3 * (gene.Translation.length + 1));
      expect(gene.Start).toBeGreaterThanOrEqual(0);
      expect(gene.Translation).toMatch(/^M[ACDEFGHIKLMNPQRSTVWY]+$/);
    }
  });

  test('comes after the one before it on the genome, which is longer than all of them', () => {
    for (const { phage, genes: ofPhage } of sampled) {
      const starts = ofPhage.map((gene) => gene.Start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(new Set(starts).size).toBe(starts.length);
      expect(phage.genome_length).toBeGreaterThan(Math.max(...ofPhage.map((gene) => gene.Stop)));
    }
  });

  test('agrees with the record of its phage', () => {
    for (const { phage, genes: ofPhage } of sampled) {
      expect(phage.num_ORFs).toBe(ofPhage.length);
      for (const [index, gene] of ofPhage.entries()) {
        expect(gene.GeneID).toBe(`${phage.phage_name}_CDS_${index + 1}`);
        expect(gene.PhageID).toEqual({
          PhageID: phage.phage_name,
          Accession: phage.archive_accession,
          Name: phage.in_archive ? phage.phage_name : `${phage.phage_name}_Draft`,
          HostGenus: phage.host_genus.genus_name,
          Cluster: phage.pcluster.cluster,
          Subcluster: phage.psubcluster?.subcluster ?? null,
        });
      }
    }
  });
});

test('a pham has one colour wherever it appears, also in a large sample', () => {
  const colors = new Map<number, string>();
  for (const { genes: ofPhage } of sampleRecords({ genes: 10_000, seed: 3 })) {
    for (const { PhamID: pham } of ofPhage) {
      expect(pham.Color).toMatch(/^#[0-9a-f]{6}$/);
      expect(colors.get(pham.PhamID) ?? pham.Color).toBe(pham.Color);
      colors.set(pham.PhamID, pham.Color);
    }
  }
});

test('phams have few members or very many: about one new pham in ten genes of a large sample', () => {
  const members = new Map<number, number>();
  const count = 60_000;
  for (const { genes: ofPhage } of sampleRecords({ genes: count, seed: 1 })) {
    for (const { PhamID: pham } of ofPhage) {
      members.set(pham.PhamID, (members.get(pham.PhamID) ?? 0) + 1);
    }
  }
  expect(count / members.size).toBeGreaterThan(9);
  expect(count / members.size).toBeLessThan(15);
  expect(Math.max(...members.values())).toBeGreaterThan(400);
});

test('a small sample shows what data can hold', () => {
  const some = (holds: (gene: GeneRecord) => boolean): number =>
    sampled.filter((one) => one.genes.some(holds)).length;
  const loose = phages.filter((phage) => phage.psubcluster === null);
  expect(new Set(loose.map((phage) => phage.pcluster.cluster))).toEqual(
    new Set(['Singleton', 'N', 'AK']),
  );
  expect(some((gene) => gene.PhageID.Name.endsWith('_Draft'))).toBeGreaterThan(2);
  expect(some((gene) => gene.LocusTag === null)).toBeGreaterThan(3);
  expect(some((gene) => gene.Start === 0)).toBeGreaterThan(2);
  expect(some((gene) => /^[0-9]+\.1$/.test(gene.Name))).toBeGreaterThan(1);
  expect(some((gene) => gene.Orientation === 'F')).toBe(sampled.length);
  expect(some((gene) => gene.Orientation === 'R')).toBe(sampled.length);
  for (const sign of ['"', ',', '≥', 'α', '\\'])
    expect(
      some((gene) => gene.Notes.includes(sign)),
      sign,
    ).toBeGreaterThan(0);
  for (const holds of [
    (phage) => phage.program === null,
    (phage) => phage.p_institution.institution_name === '',
    (phage) => phage.found_GPS_lat === '',
    (phage) => phage.old_names === '',
    (phage) => phage.verified_hosts.length === 0,
    (phage) => phage.end_type === 'CIRC',
    (phage) => phage.plaque_file === null,
  ] satisfies ((phage: PhageRecord) => boolean)[])
    expect(new Set(phages.map(holds)).size).toBe(2);
});

test('every phage record says that it is synthetic, and links only to example domains', () => {
  for (const phage of phages) {
    expect(phage.discovery_notes).toContain('Synthetic record');
    for (const [link] of JSON.stringify(phage).matchAll(/https?:\/\/[^/"]+/g)) {
      expect(link).toMatch(/^https:\/\/([a-z-]+\.)+example$/);
    }
  }
});
