/** Annotation files are read as Biopython and bcbio-gff read them: those made here, and real ones where they are. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { AnnotatedSequence, ImportFault } from '../../src/importing/annotation.ts';
import { readAnnotations } from '../../src/importing/annotations/inputs.ts';
import { genbankText, gff3Text, phanotateText, prokkaText } from './annotatedFiles.ts';
import { pythonHas, runPython } from './python.ts';

const install = 'apt-get install python3-biopython python3-bcbio-gff';
const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-annotations-'));
afterAll(() => rmSync(folder, { recursive: true }));
const real = fileURLToPath(new URL('../../../shared/data/annotations/', import.meta.url));

function madeFile(name: string, text: string): string {
  const made = path.join(folder, name);
  writeFileSync(made, text);
  return made;
}

/** A file made here, and the real files with one of the endings. */
function filesOf(name: string, text: string, endings: readonly string[]): string[] {
  const made = madeFile(name, text);
  if (!existsSync(real)) return [made];
  const names = readdirSync(real, { recursive: true, encoding: 'utf8' }).sort();
  const found = names.filter((one) => endings.includes(path.extname(one)));
  return [made, ...found.map((one) => path.join(real, one))];
}

/** As SnapGene writes what runs through the origin. */
const throughOrigin = genbankText
  .replace('join(55..60,1..3)', '<55..3')
  .replace('complement(33..40)', 'complement(52..6)');

// Only large files need it.
const noSpill = () => '/nonexistent/spill';

async function read(file: string, kind: 'genbank' | 'gff3'): Promise<AnnotatedSequence[]> {
  const faults: ImportFault[] = [];
  const sequences: AnnotatedSequence[] = [];
  const report = (fault: ImportFault) => faults.push(fault);
  const input = { name: file, absolutePath: file, gzipped: false, isNamed: true };
  const around = { spillFile: noSpill, rest: async () => {} };
  for await (const one of readAnnotations(
    input,
    kind,
    { report, passOver() {}, doubt() {} },
    report,
    around,
  ))
    sequences.push(one);
  expect(faults).toEqual([]);
  return sequences;
}

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
    const found = (await read(file, 'genbank')).map((one) => ({
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
  const found = (await read(file, 'gff3')).map((one) => ({
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
