import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type NameOptions, planAliases } from '../../../src/pipeline/planSite.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { intakeOf } from './someIntake.ts';

const data = {
  'genes/a.ndjson': asLines([tinyGene('Lone', 1)]),
  'phages/a.ndjson': asLines([
    tinyPhage('Quillon', { old_names: 'Quill, .hidden, Lone' }),
    tinyPhage('Vexmoor', { old_names: 'CVS' }),
  ]),
  'phages/b.json': JSON.stringify(tinyPhage('Other', { old_names: 'Twice' })),
  'phages/c.json': JSON.stringify(tinyPhage('Yet', { old_names: 'twice' })),
};

/** What is planned, and what is found of other names by place. */
async function plan(options: NameOptions) {
  const { intake, folder } = await intakeOf(data);
  const aliases = planAliases(intake, options);
  const told = intake.findings.report().kept.flatMap(({ rule, file, line, pointer, found }) => {
    const place = `${path.relative(folder, file)}:${line}${pointer}`;
    return rule === 'phage-alias' ? [`${place}: ${found.replaceAll(`${folder}/`, '')}`] : [];
  });
  return { aliases, told, hasErrors: intake.findings.hasErrors() };
}

const always = [
  'data/phages/a.ndjson:1/old_names: "Lone", the name of "Lone" at data/genes/a.ndjson:1',
  'data/phages/c.json:1/old_names: "twice", another name of "Other" at data/phages/b.json:1',
];
const phageAliases = true;

test('a site that publishes no other names plans none, and none is found wrong', async () => {
  for (const options of [{}, { phageAliases: false, hosts: ['vercel'] }] satisfies NameOptions[]) {
    expect(await plan(options)).toEqual({ aliases: null, told: [], hasErrors: false });
  }
});

test('names that no phage answers by are told where they stand, and stop nothing', async () => {
  const { aliases, told, hasErrors } = await plan({ phageAliases });
  expect(told).toEqual(always);
  expect(hasErrors).toBe(false);
  const asked = ['quill', '.hidden', 'cvs', 'lone', 'twice'];
  expect(asked.map((name) => aliases?.phages.get(name))).toEqual([
    'Quillon',
    'Quillon',
    'Vexmoor',
    'Lone',
    undefined,
  ]);
});

describe('what a host of the site cannot serve', () => {
  const hiddenBy = (what: string, place: string) =>
    expect.stringContaining(`data/phages/a.ndjson:${place}/old_names: "${what}", which `);

  test('is no other name, whichever of the hosts it is', async () => {
    const { aliases, told } = await plan({ phageAliases, hosts: ['netlify', 'vercel'] });
    expect(aliases?.phages.get('quill')).toBe('Quillon');
    expect([aliases?.phages.has('.hidden'), aliases?.phages.has('cvs')]).toEqual([false, false]);
    expect(told.toSorted()).toEqual(
      expect.arrayContaining([hiddenBy('.hidden', '1'), hiddenBy('CVS', '2'), ...always]),
    );
    expect(told).toHaveLength(4);
  });

  test('is one of a site for another host', async () => {
    const { aliases, told } = await plan({ phageAliases, hosts: ['netlify'] });
    expect(aliases?.phages.get('cvs')).toBe('Vexmoor');
    expect(told.filter((one) => one.includes('CVS'))).toEqual([]);
  });
});

test('names in lower case are published as such, where that was asked', async () => {
  const filesOf = async (options: NameOptions) => {
    const { aliases } = await plan({ phageAliases, ...options });
    return {
      linked: aliases?.namesOf('Quillon').has('quillon'),
      own: aliases?.hasFile('phages', 'quillon'),
    };
  };
  expect(await filesOf({})).toEqual({ linked: true, own: false });
  expect(await filesOf({ caseInsensitiveNames: true })).toEqual({ linked: false, own: true });
});
