import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type BuildOptions,
  type PlannedOptions,
  withFittingSizes,
} from '../../../src/pipeline/planSite.ts';
import type { DataIntake } from '../../../src/pipeline/readSources.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { limitHost } from '../hosts/limitHost.ts';
import { build } from '../publishing/build.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { siteOptionsWith } from './someOptions.ts';

beforeEach(() => limitHost('nginx', { fileBytes: 300_000 }));

/** Of 20 kB each. */
const genes = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ ...exampleGene, GeneID: `Quillon_CDS_${index}`, Notes: 'x'.repeat(20_000) }),
  ).join('\n');

const sizes = { genes: [20, 'all'], phages: ['all'] } as const;
const yielding: Partial<BuildOptions & PlannedOptions> = {
  hosts: ['nginx'],
  furtherSizes: sizes,
  yieldingSizes: ['genes', 'phages'],
};

function withBytes(bytes: number, count: number) {
  const of = { count, runs: [{ blocks: [{ bytes, count }] }] };
  return { collections: { genes: of, phages: { count: 0, runs: [] } } } as unknown as DataIntake;
}

test('a size of a profile gives way where its pages may be larger than the files of a host', () => {
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const options = siteOptionsWith(yielding);
  expect(withFittingSizes(withBytes(500_000, 100), options, note).furtherSizes).toEqual({
    genes: [20],
    phages: ['all'],
  });
  expect(notes).toEqual([
    'nginx takes files of at most 300 kB: page_size all of genes, which the profile would offer, is left out (up to 554 kB).',
  ]);
  expect(withFittingSizes(withBytes(50_000_000, 100), options, note).furtherSizes).toEqual({
    phages: ['all'],
  });
  expect(notes[1]).toContain('page_size 20 and all of genes');
});

test('sizes that fit, that somebody asked for, and those for hosts without limits stay', () => {
  const note = vi.fn<(text: string) => void>();
  for (const [bytes, changes] of [
    [100_000, {}],
    [500_000, { yieldingSizes: ['phages'] }],
    [500_000, { hosts: ['caddy'] }],
    [500_000, { hosts: [] }],
  ] as const) {
    const options = siteOptionsWith({ ...yielding, ...changes });
    const { furtherSizes } = withFittingSizes(withBytes(bytes, 100), options, note);
    expect(furtherSizes).toEqual(sizes);
  }
  expect(note).not.toHaveBeenCalled();
});

test('a rebuild gives what a build afresh gives, whenever a size gives way or comes back', async () => {
  const [few, many] = [5, 30];
  const folder = tempFolder({
    'data/genes/a.ndjson': genes(few),
    'data/phages/a.ndjson': JSON.stringify(examplePhage),
  });
  const source = path.join(folder, 'data/genes/a.ndjson');
  const steps = [
    [few, true],
    [many, true],
    // The host alone decides.
    [many, false],
    [many, true],
    [many + 1, true],
    [few, true],
  ] as const;
  for (const [count, isHosted] of steps) {
    writeFileSync(source, genes(count));
    const hosts = isHosted ? (['nginx'] as const) : [];
    const options = { ...yielding, hosts, geneFiles: false, views: [], bulk: [], maxDrop: 100 };
    await build(folder, options);
    const rebuilt = filesIn(path.join(folder, 'site'));
    const hasAll = Object.keys(rebuilt).includes('api/genes/page-size/all/page/1.json');
    expect(hasAll).toBe(count === few || !isHosted);
    await build(folder, { ...options, out: path.join(folder, 'afresh'), cache: false });
    expect(rebuilt).toEqual(filesIn(path.join(folder, 'afresh')));
  }
});
