/** Numbers and colours that are made of names alone. */
import { describe, expect, test } from 'vitest';
import {
  familyColor,
  familyId,
  familyNamed,
  hostFields,
} from '../../../src/importing/blankPhage.ts';

test('a PHROG and a table that counts give the number itself', () => {
  expect(familyId({ kind: 'phrog', number: 38 })).toBe(38);
  expect(familyId({ kind: 'table', name: '512' })).toBe(512);
});

test('families of a table are named as programs and spreadsheets write them', () => {
  const names = ['phrog_9', 'PHROG12', '123.0', '123,0', '40,012', '123.5'];
  const ids = names.map((name) => familyId(familyNamed(name)));
  expect(ids.slice(0, 5)).toEqual([9, 12, 123, 123, 40_012]);
  expect(ids[5]).toBeGreaterThan(2 ** 20);
});

test('other families have a number made of their name, beyond those of PHROGs', () => {
  const ids = ['repA', 'repB', '0512', ''].map((name) => familyId({ kind: 'table', name }));
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(Number.isSafeInteger(id) && id >= 2 ** 20).toBe(true);
  // Pinned: records that were published keep their families.
  expect(ids[0]).toBe(264844856654508);
  expect(familyId({ kind: 'translation', translation: 'MAV' })).toBe(39065773706068);
});

test('a family of one gene is white, any other has a colour of its own', () => {
  expect(familyColor(38, 1)).toBe('#FFFFFF');
  expect(familyColor(38, 2)).toBe('#3225b8');
  expect(familyColor(38, 3)).toBe(familyColor(38, 2));
  const colors = Array.from({ length: 1000 }, (_, id) => familyColor(id, 2));
  expect(new Set(colors).size).toBeGreaterThan(990);
  for (const color of colors) {
    expect(color).toMatch(/^#[\da-f]{6}$/);
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    // Neither grey nor near white or black.
    expect(Math.max(...channels) - Math.min(...channels)).toBeGreaterThan(60);
  }
});

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

  test.each(['soil bacterium', 'Bacteria', 'Candidatus Liberibacter asiaticus'])(
    'whose genus is not known says nothing: %s',
    (host) => expect(hostFields(host)).toEqual({}),
  );

  test.each(['Gordonia terrae, Mycobacterium avium', 'Gordonia terrae and Mycobacterium avium'])(
    'says nothing if it is several: %s',
    (host) => expect(hostFields(host)).toEqual({}),
  );

  test.each([
    ['Escherichia coli strain K12', 'coli', 'K12'],
    ['Escherichia coli; strain K12', 'coli', 'K12'],
    ['Escherichia coli (str. K12)', 'coli', 'K12'],
    ['Escherichia coli, K12', 'coli', 'K12'],
    ['Escherichia coli, Strain b12', 'coli', 'b12'],
    ['Mycobacterium sp. JLS', '', 'JLS'],
    ['Escherichia K12', '', 'K12'],
    ['Gordonia terrae ', 'terrae', ''],
  ])('%j is of the species %j and the strain %j', (host, species, strain_name) => {
    expect(hostFields(host).isolation_host).toMatchObject({ species, strain_name });
  });
});
