import { expect, test } from 'vitest';
import { phagesdbNames } from '../../../src/contract/siteOptions.ts';
import { nameFaults } from '../../../src/records/renameFields.ts';

const faultsOf = (said: Record<string, string>, profile: Record<string, string> = {}) =>
  nameFaults(said, { ...profile, ...said });

test.each([
  {},
  { archive_accession: 'genbank_accession', GeneID: 'gene', PhageID: 'phage', PhamID: 'pham' },
  { Start: 'Stop', Stop: 'Start' },
  // Never in one object.
  { genus_encyclopedia: 'wiki', species_encyclopedia: 'wiki' },
  { gene_count: 'genes', subclusters_set: 'subclusters', Type: 'type', Color: 'pham-colour.x' },
  { in_archive: 'in_archive' },
  phagesdbNames,
])('nothing is wrong with %j', (names) => {
  expect(faultsOf(names)).toEqual([]);
});

test.each([
  ['a field that no record has', { archive_acession: 'x' }, 'Did you mean "archive_accession"?'],
  ['a field of the envelope', { results: 'data' }, 'the name of a field of records'],
  ['nothing like a field', { zzzzzzzzzzzz: 'x' }, 'found "zzzzzzzzzzzz"'],
  ['an empty name', { Notes: '' }, 'a name of at most 100 letters'],
  ['a control character', { Notes: 'no\u0001tes' }, 'a name of at most 100 letters'],
  ['white space', { Notes: 'the notes' }, 'a name of at most 100 letters'],
  ['braces', { Notes: '{notes}' }, 'a name of at most 100 letters'],
  ['a name too long', { Notes: 'n'.repeat(101) }, 'a name of at most 100 letters'],
  ['what every object has', { Notes: '__proto__' }, 'no object of JavaScript has'],
  ['another such', { Notes: 'constructor' }, 'no object of JavaScript has'],
  ['the name of another field', { in_archive: 'in_paper' }, '"in_paper" is published as'],
  ['the name of a field deeper inside', { Color: 'PhamID' }, '"PhamID" is published as'],
  ['a field of a view', { gene_count: 'Color' }, '"Color" is published as'],
  ['the column of another field', { LocusTag: 'PhageID_Name' }, 'makes "PhageID_Name" twice'],
])('%s is refused', (_, names, said) => {
  const faults = faultsOf(names);
  expect(faults).toHaveLength(1);
  const [{ expected, found, hint }] = faults as [(typeof faults)[0]];
  expect(`expected ${expected}, found ${found} ${hint}`).toContain(said);
});

test('two fields of one object with one name are both told', () => {
  expect(faultsOf({ Start: 'at', Stop: 'at' }).map(({ field }) => field)).toEqual([
    'Start',
    'Stop',
  ]);
});

test('the names of a profile count, unless they are undone', () => {
  expect(faultsOf({ coverage: 'genbank_accession' })).toEqual([]);
  expect(faultsOf({ coverage: 'genbank_accession' }, phagesdbNames)).toMatchObject([
    { field: 'coverage', hint: expect.stringContaining('"archive_accession" is published as') },
  ]);
  const undone = { coverage: 'genbank_accession', archive_accession: 'archive_accession' };
  expect(faultsOf(undone, phagesdbNames)).toEqual([]);
});
