import { describe, expect, test } from 'vitest';
import { hostFields } from '../../../src/importing/blankPhage.ts';

const idsOf = (host: string) => {
  const { host_genus, host_species, isolation_host } = hostFields(host);
  return [host_genus?.id, host_species?.id, isolation_host?.strain_species.id];
};

describe('a host', () => {
  test('has ids that depend on its names alone', () => {
    const [genus, species, ofStrain] = idsOf('Mycobacterium smegmatis mc2 155');
    expect(idsOf('Mycobacterium smegmatis')).toEqual([genus, species, ofStrain]);
    expect(ofStrain).toBe(species);
    expect(idsOf('Mycobacterium tuberculosis')[0]).toBe(genus);
    const all = ['Mycobacterium smegmatis', 'Mycobacterium avium', 'Gordonia avium'].map(idsOf);
    expect(new Set(all.map(([, id]) => id)).size).toBe(3);
    expect(new Set(all.map(([id]) => id)).size).toBe(2);
    expect(all.flat().every((id) => Number.isSafeInteger(id) && Number(id) > 0)).toBe(true);
  });

  test('that is only a genus names no species', () => {
    expect(hostFields('Gordonia').host_species).toMatchObject({ id: 0, species_name: '' });
    expect(hostFields('Gordonia').host_genus?.id).toBeGreaterThan(0);
  });

  test('whose genus is not known says nothing', () => {
    expect(hostFields('soil bacterium')).toEqual({});
  });
});
