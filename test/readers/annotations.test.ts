/** Annotation files are read as Biopython and bcbio-gff read them: those made here, and real ones where they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { genbankText, gff3Text, phanotateText, prokkaText } from './annotatedFiles.ts';
import { pythonHas, runPython } from './python.ts';
import { readSequences, realAnnotations } from './realAnnotations.ts';

const install = 'apt-get install python3-biopython python3-bcbio-gff';
const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-annotations-'));
afterAll(() => rmSync(folder, { recursive: true }));

function madeFile(name: string, text: string): string {
  const made = path.join(folder, name);
  writeFileSync(made, text);
  return made;
}

/** A file made here, and the real files with one of the endings. */
function filesOf(name: string, text: string, endings: readonly string[]): string[] {
  const made = madeFile(name, text);
  return [made, ...realAnnotations.filter((one) => endings.includes(path.extname(one)))];
}

/** As SnapGene writes what runs through the origin. */
const throughOrigin = genbankText
  .replace('join(55..60,1..3)', '<55..3')
  .replace('complement(33..40)', 'complement(52..6)');

describe.skipIf(!pythonHas('Bio'))(`Biopython (to run this: ${install})`, () => {
  test.each(
    [
      ...filesOf('made.gbk', genbankText, ['.gb', '.gbk']),
      madeFile('phanotate.gbk', phanotateText),
      madeFile('snapgene.gbk', throughOrigin),
    ].map((file) => [path.basename(file), file]),
  )('%s: every sequence and feature, with its parts, strands and qualifiers', async (_, file) => {
    const [wanted] = (await runPython('genbank.py', file)) as {
      name: string;
      circular: boolean;
    }[][];
    const found = (await readSequences(file)).map((one) => ({
      name: one.names[0],
      sequence: one.bases?.toString(),
      circular: one.isCircular,
      features: one.features.map(({ type, parts, qualifiers }) => ({
        type,
        parts: parts.map(({ start, end, strand }) => [start, end, strand]),
        qualifiers: Object.fromEntries(qualifiers),
      })),
    }));
    expect(found).toEqual(wanted);
  });
});

describe.skipIf(!pythonHas('BCBio.GFF'))(`bcbio-gff (to run this: ${install})`, () => {
  test.each(filesOf('made.gff', gff3Text, ['.gff']).map((file) => [path.basename(file), file]))(
    '%s: every sequence and feature, with its place and attributes',
    async (_, file) => {
      const { found, wanted } = await bothRead(file);
      expect(found).toEqual(wanted);
    },
  );

  test('Prokka: the same, where bcbio-gff has features below each of their parents', async () => {
    const { found, wanted } = await bothRead(madeFile('prokka.gff', prokkaText));
    expect(found.map(once)).toEqual(wanted.map(once));
    expect(found[0]?.features).toHaveLength(3);
  });
});

interface Plain {
  readonly name: string;
  readonly sequence: string;
  readonly features: readonly object[];
}

async function bothRead(file: string): Promise<Record<'found' | 'wanted', Plain[]>> {
  const [wanted] = (await runPython('gff3Features.py', file)) as Plain[][];
  const found = (await readSequences(file)).map((one) => ({
    name: one.names[0],
    sequence: one.bases?.toString(),
    features: one.features.map(({ type, parts, qualifiers }) => ({
      type,
      place: [parts[0]?.start, parts[0]?.end, parts[0]?.strand],
      qualifiers: Object.fromEntries(qualifiers),
    })),
  }));
  return {
    found: withoutCommas(found) as Plain[],
    wanted: withoutCommas(wanted) as Plain[],
  };
}

/** Each feature once, in an order of its own. */
function once({ features, ...about }: Plain): object {
  return {
    ...about,
    features: [...new Set(features.map((one) => JSON.stringify(one)))].toSorted(),
  };
}

/** bcbio-gff takes each comma as one between values; here those of texts are kept. */
function withoutCommas(records: unknown): unknown {
  return JSON.parse(JSON.stringify(records), (_, value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value.join(',').replaceAll(/, ?/g, ',')
      : value,
  );
}
