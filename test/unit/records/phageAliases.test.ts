import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPhageAliases } from '../../../src/records/phageAliases.ts';
import type { PhageRecord } from '../../../src/generated/records.ts';
import { tinyFeature, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { factsFrom, placeOf } from './someFacts.ts';

const served = () => null;

const phage = (name: string, old_names = '', archive_accession = '', reference_accession = '') =>
  tinyPhage(name, { old_names, archive_accession, reference_accession });

function aliasesOf(phages: readonly PhageRecord[], unfit = served, caseInsensitive = false) {
  const aliases = createPhageAliases(factsFrom({ phages }), unfit, caseInsensitive);
  const findings = Array.from(
    aliases.findings(placeOf),
    ({ file, line, pointer, found }) => `${file}:${line}${pointer}: ${found}`,
  );
  return { ...aliases, findings, known: Object.fromEntries(aliases.phages) };
}

describe('a phage answers', () => {
  test('by its name in any case, as a draft, by its old names and by its accessions', () => {
    const { known, namesOf, findings } = aliasesOf([
      phage('Trixie', ' Trixi; Old Trixie,, /Sub-Trixie\n', 'JN408461', 'NC_016166.2'),
    ]);
    const folded = ['jn408461', 'nc_016166', 'nc_016166.2', 'old trixie', 'sub-trixie', 'trixi'];
    const own = ['trixie', 'trixie_draft'];
    expect(Object.keys(known).sort()).toEqual([...folded, ...own]);
    expect(new Set(Object.values(known))).toEqual(new Set(['Trixie']));
    const written = ['JN408461', 'NC_016166', 'NC_016166.2', 'Old Trixie', 'Sub-Trixie', 'Trixi'];
    expect([...namesOf('Trixie')].sort()).toEqual([...written, 'Trixie_Draft', ...folded, ...own]);
    expect(findings).toEqual([]);
  });

  test('by names that are folded as others are: composed, and in lower case', () => {
    const { known } = aliasesOf([phage('E\u0301clair', 'J\u030cI')]);
    expect(known).toMatchObject({ éclair: 'E\u0301clair', ǰi: 'E\u0301clair' });
  });

  test('by its own name, where that is not composed, also on a host that only changes its case', () => {
    const name = 'E\u0301clair';
    const { namesOf } = aliasesOf([phage(name)]);
    expect([...namesOf(name)].sort()).toEqual([
      'E\u0301clair_Draft',
      'e\u0301clair',
      'e\u0301clair_draft',
      '\u00e9clair',
      '\u00e9clair_draft',
    ]);
    expect([...aliasesOf([phage(name)], served, true).namesOf(name)]).not.toContain(
      name.toLowerCase(),
    );
  });

  test('by no name where its record says none', () => {
    const { known } = aliasesOf([phage('trixie', ' , ;/ ', ' ')]);
    expect(Object.keys(known)).toEqual(['trixie', 'trixie_draft']);
  });

  test('by a name once, whoever else of its record says it', () => {
    const { namesOf, findings } = aliasesOf([phage('L5', 'l5, L5_DRAFT, Z18946', 'Z18946.1')]);
    expect([...namesOf('L5')]).toContain('L5_DRAFT');
    expect([...namesOf('L5')]).not.toContain('L5');
    expect(findings).toEqual([]);
  });

  test('where its names in lower case have files already, by the others', () => {
    expect([...aliasesOf([phage('L5')], served, true).namesOf('L5')]).toEqual([
      'L5_Draft',
      'l5_draft',
    ]);
  });

  test('also where only genes or features name it', () => {
    const facts = factsFrom({ genes: [tinyGene('Lone', 1)], features: [tinyFeature('Other')] });
    const { phages, hasFile } = createPhageAliases(facts, served, false);
    expect([...phages.keys()]).toEqual(['lone', 'other', 'lone_draft', 'other_draft']);
    const tops = ['phages', 'genesbyphage', 'featuresbyphage'];
    expect(tops.map((top) => hasFile(top, 'Lone'))).toEqual([false, true, false]);
    expect(tops.map((top) => hasFile(top, 'Other'))).toEqual([false, false, true]);
    expect(hasFile('genesbyphage', 'lone')).toBe(false);
  });

  test('by a file in lower case of its own, whatever it is composed of', () => {
    const facts = factsFrom({ phages: [phage('E\u0301x')] });
    const { hasFile } = createPhageAliases(facts, served, true);
    expect(['E\u0301x', 'e\u0301x', '\u00e9x'].map((name) => hasFile('phages', name))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('no phage answers', () => {
  test('by the name of another, in any case, which that phage keeps', () => {
    const { known, findings } = aliasesOf([phage('Trixie', 'l5'), phage('L5'), phage('L5_Draft')]);
    expect(known).toMatchObject({ l5: 'L5', l5_draft: 'L5_Draft' });
    expect(findings).toEqual([
      'phages:1/old_names: "l5", the name of "L5" at phages:2',
      'phages:2/phage_name: "L5_Draft", the name of "L5_Draft" at phages:3',
    ]);
  });

  test('by the name of one that only genes name', () => {
    const facts = factsFrom({ genes: [tinyGene('Lone', 1)], phages: [phage('L5', 'Lone')] });
    expect(createPhageAliases(facts, served, false).phages.get('lone')).toBe('Lone');
  });

  test('by what two have, and the places of both are told', () => {
    const { known, namesOf, findings } = aliasesOf([
      phage('Trixie', 'Myrna'),
      phage('L5', '', 'MYRNA'),
      phage('D29', '', 'JN1.1'),
      phage('Aubergine', 'JN1'),
    ]);
    expect(known).not.toHaveProperty('myrna');
    expect(known).not.toHaveProperty('jn1');
    expect(known).toHaveProperty(['jn1.1'], 'D29');
    expect([...namesOf('Trixie')]).not.toContain('Myrna');
    expect(findings).toEqual([
      'phages:2/archive_accession: "MYRNA", another name of "Trixie" at phages:1',
      'phages:4/old_names: "JN1", another name of "D29" at phages:3',
    ]);
  });

  test('by names that are no paths, or that a host hides', () => {
    const hides = (name: string) => (name.startsWith('.') ? 'a host hides' : null);
    const { known, findings } = aliasesOf([phage('L5', 'NUL, a\\b, .git, x.')], hides as never);
    expect(Object.keys(known)).toEqual(['l5', 'l5_draft']);
    expect(findings).toEqual([
      'phages:1/old_names: "NUL", which is a device name on Windows',
      'phages:1/old_names: "a\\\\b", which contains a slash or backslash',
      'phages:1/old_names: ".git", which a host hides',
      'phages:1/old_names: "x.", which ends in a dot or a space',
    ]);
  });

  test('by any other name where its own is no path', () => {
    expect(aliasesOf([phage('a/b', 'Fine')]).known).toEqual({});
  });

  test('in other letters where two names differ by case alone', () => {
    const { known, namesOf } = aliasesOf([phage('Foo', 'Fu'), phage('FOO')]);
    expect(known).toEqual({ fu: 'Foo' });
    expect([...namesOf('Foo')]).toEqual(['Fu', 'fu']);
  });
});

test('which phage a name leads to is what the plainest program says', () => {
  const anyName = fc.constantFrom('A', 'a', 'B', 'A_Draft', 'X1', 'x1.2', 'é', 'É');
  const anyPhages = fc.uniqueArray(
    fc.record({ name: anyName, old: fc.array(anyName), acc: anyName }),
    { maxLength: 4, selector: ({ name }) => name },
  );
  fc.assert(
    fc.property(anyPhages, (some) => {
      const { known } = aliasesOf(
        some.map(({ name, old, acc }) => phage(name, old.join(', '), acc)),
      );
      const all = some.flatMap(({ name, old, acc }) =>
        [name, `${name}_Draft`, ...old, acc, acc.replace(/\.\d+$/, '')].map((other) => ({
          name,
          other: other.toLowerCase(),
        })),
      );
      const expected: Record<string, string> = {};
      for (const { other } of all) {
        const names = some.filter(({ name }) => name.toLowerCase() === other);
        const owners = names.length > 0 ? names : all.filter((one) => one.other === other);
        const distinct = new Set(owners.map(({ name }) => name));
        if (distinct.size === 1) expected[other] = [...distinct][0]!;
      }
      expect(known).toEqual(expected);
    }),
  );
});
