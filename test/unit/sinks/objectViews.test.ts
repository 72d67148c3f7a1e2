import { describe, expect, test } from 'vitest';
import { planObjects } from '../../../src/sinks/phageViews.ts';
import { phagesOn } from './someNotes.ts';

const genus = (id: number, genus_name: string) => ({ id, genus_name });
const species = (id: number, name: string, species_name: string) => ({
  id,
  genus: name,
  species_name,
});
const institution = (institution_code: string, institution_name: string) => ({
  institution_code,
  institution_name,
});

/** What is listed, and the addresses with the number of their phages; one phage for each of the objects. */
function planned(
  view: Parameters<typeof planObjects>[1],
  field: 'genus' | 'species' | 'institution',
  ...objects: object[]
) {
  const notes = phagesOn(...objects.map((object, at) => ({ page: 1, at, [field]: object })));
  const files = planObjects(notes, view, {});
  const list = files.find(({ path }) => path === `api/${view}/index.json`);
  const counts = files.flatMap((file) =>
    file.kind === 'list' ? [`${file.path.split('/').at(-3)} ${file.count}`] : [],
  );
  return { listed: list?.kind === 'text' ? (JSON.parse(list.text) as unknown) : null, counts };
}

describe('objects that phages name', () => {
  test('are one where id and name agree', () => {
    const gordonia = genus(5, 'Gordonia');
    expect(planned('host_genera', 'genus', gordonia, genus(7, 'Arthrobacter'), gordonia)).toEqual({
      listed: [genus(7, 'Arthrobacter'), gordonia],
      counts: ['7 1', '5 2'],
    });
  });

  test.each([
    ['host_genera', 'genus', genus(5, 'Nocardia'), genus(5, 'Gordonia')],
    ['host_species', 'species', species(5, 'Nocardia', 'nova'), species(5, 'Gordonia', 'nova')],
    ['institutions', 'institution', institution('5', 'Older'), institution('5', 'Newer')],
  ] as const)('of %s are not merged because an id agrees', (view, field, first, other) => {
    expect(planned(view, field, first, other, other, first, first)).toEqual({
      // By name; of two with one id, the phages of the first have the address.
      listed: [other, first],
      counts: ['5 3'],
    });
  });

  test('are none without id and name', () => {
    expect(planned('host_genera', 'genus', genus(0, ''), genus(0, 'Gordonia'))).toEqual({
      listed: [genus(0, 'Gordonia')],
      counts: ['0 1'],
    });
    const unnamed = species(3, 'Gordonia', '');
    expect(planned('host_species', 'species', species(0, 'Gordonia', ''), unnamed)).toEqual({
      listed: [unnamed],
      counts: ['3 1'],
    });
  });
});
