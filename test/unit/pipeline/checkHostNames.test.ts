import path from 'node:path';
import { expect, test } from 'vitest';
import { checkHostNames } from '../../../src/pipeline/planSite.ts';
import type { HostName } from '../../../src/hosts/host.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { intakeOf } from './someIntake.ts';

async function check(...hosts: HostName[]) {
  const { intake, folder } = await intakeOf({
    'genes/a.ndjson': asLines([tinyGene('Quillon', 1), tinyGene('CVS', 1)]),
    'phages/a.ndjson': asLines(['Quillon', 'CVS', '#1'].map((name) => tinyPhage(name))),
  });
  const before = intake.findings.report().kept;
  expect(before).toEqual([]);
  checkHostNames(intake, { hosts });
  return intake.findings.report().kept.map(({ rule, file, line, found }) => {
    return `${path.relative(folder, file)}:${line} ${rule} ${found}`;
  });
}

test('names that a host of the site cannot serve are told where they stand', async () => {
  const told = await check('vercel');
  expect(told).toEqual([
    expect.stringMatching(/^data\/phages\/a\.ndjson:2 host-name "CVS", which /),
  ]);
});

test('each host of the site is asked, and no other', async () => {
  expect(await check()).toEqual([]);
  expect(await check('nginx')).toEqual([]);
  const told = await check('vercel', 'netlify');
  expect(told.some((one) => one.includes(':2 host-name "CVS"'))).toBe(true);
  expect(told.some((one) => one.includes(':3 host-name "#1"'))).toBe(true);
});

test('files of genomes are asked for, too, where they are published', async () => {
  const { intake } = await intakeOf(
    {
      'genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
      'phages/a.ndjson': asLines(
        ['Quillon', '.well-known', '#1'].map((name) =>
          tinyPhage(name, { genome_length: 4, gcpercent: '50.0' }),
        ),
      ),
      'genomes/a.fasta': ['Quillon', '.well-known', '#1']
        .map((name) => `>${name}\nACGT\n`)
        .join(''),
    },
    ['gene-within-genome'],
  );
  const told = () =>
    intake.findings
      .report()
      .kept.flatMap(({ rule, file, line, found }) =>
        rule === 'host-name' ? [`${path.basename(path.dirname(file))}:${line} ${found}`] : [],
      );
  checkHostNames(intake, { hosts: ['netlify'], bulk: ['fasta'] });
  const ofPhages = [expect.stringMatching(/^phages:3 "#1", which /)];
  expect(told()).toEqual(ofPhages);
  checkHostNames(intake, { hosts: ['netlify'], bulk: ['genomes'] });
  expect(told()).toEqual([
    expect.stringMatching(/^genomes:3 ".well-known.fasta", which Netlify leaves out/),
    ...ofPhages,
    ...ofPhages,
  ]);
});
