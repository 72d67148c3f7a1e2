import { expect, test } from 'vitest';
import type { GeneRecord, PhageRecord } from '../../../src/generated/records.ts';
import { sampleRecords } from '../../../src/project/sampleRecords.ts';

const sampled = [...sampleRecords({ genes: 2000, seed: 1 })];
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

test('each gene comes after the one before it on the genome, which is longer than all of them', () => {
  for (const { phage, genes: ofPhage } of sampled) {
    const starts = ofPhage.map((gene) => gene.Start);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(new Set(starts).size).toBe(starts.length);
    expect(phage.genome_length).toBeGreaterThan(Math.max(...ofPhage.map((gene) => gene.Stop)));
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
