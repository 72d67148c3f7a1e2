/** Into whatever ranges a file is cut, its records, their lines and what is wrong with them are the same (S1, S5). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phagePartOfGeneId } from '../../src/records/geneRules.ts';
import { compareFindings, type Finding } from '../../src/text/findings.ts';
import type { GeneRecord } from '../../src/generated/records.ts';
import { planBundles } from '../../src/sources/planBundles.ts';
import { emptySource, tooLong } from '../../src/sources/decodeSource.ts';
import { tinyGene } from '../integration/tinyData.ts';
import { sourceOf, type Taken, takeIn, type TakenRecord, whole } from '../unit/sources/takeIn.ts';
import { tempFolder } from '../unit/sources/tempFolder.ts';
import { validate } from '../unit/records/validate.ts';

const maxRecordBytes = 1200;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const gene = (phage: string, number: number, fields: Partial<GeneRecord> = {}) =>
  JSON.stringify(tinyGene(phage, number, fields));

const shortLines = ['', ' ', '\t \t', '\r', '\r\r', '{}', 'null', '[]', '"\u2028"', '\ufeff'];

const anyGene = fc
  .tuple(fc.constantFrom('Quillon', 'quillon', 'Vexmoor', 'é🧬'), fc.nat({ max: 20 }))
  .chain(([phage, number]) =>
    fc.constantFrom(
      gene(phage, number),
      gene(phage, number, { Notes: 'é🧬\u2028"\\' }),
      gene(phage, number, { Length: 13 }),
      gene(phage, number, { Translation: 'M'.repeat(maxRecordBytes) }),
      gene(phage, number, { PhamID: { PhamID: number % 3, Color: '#0000ff' } }),
      gene(phage, number, { PhamID: { PhamID: number % 3, Color: '#0000fe' } }),
      ` ${gene(phage, number)}\t`,
      gene(phage, number).replace('"Start":0', '"Start": 0'),
      gene(phage, number).slice(0, -1),
      `${gene(phage, number)},`,
    ),
  );

const anyLine = fc
  .oneof(
    { weight: 6, arbitrary: anyGene },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...shortLines,
        'x'.repeat(maxRecordBytes),
        'x'.repeat(maxRecordBytes + 1),
        'é'.repeat(maxRecordBytes),
        'x'.repeat(5 * maxRecordBytes),
        `${' '.repeat(300)}{}${' '.repeat(300)}`,
      ),
    },
  )
  .map((text) => Buffer.from(text));
const brokenText = fc.constantFrom(
  Buffer.from([0xff, 0x7b]),
  Buffer.from(gene('Vexmoor', 1)).fill(0xc3, 300, 301),
  Buffer.concat([Buffer.from(gene('Vexmoor', 2)), Buffer.from([0x80])]),
);

/** A file as bytes: lines of all kinds, with line breaks of both kinds. */
const anyFile = fc
  .record({
    lines: fc.array(
      fc.oneof({ weight: 9, arbitrary: anyLine }, { weight: 1, arbitrary: brokenText }),
      { maxLength: 9 },
    ),
    ends: fc.infiniteStream(fc.constantFrom('\n', '\n', '\r\n')),
    hasMark: fc.boolean(),
    endsInBreak: fc.boolean(),
  })
  .map(({ lines, ends, hasMark, endsInBreak }) => {
    const parts = lines.flatMap((line, index) => {
      const isLast = index === lines.length - 1;
      return isLast && !endsInBreak ? [line] : [line, Buffer.from(ends.next().value)];
    });
    return Buffer.concat([...(hasMark ? [byteOrderMark] : []), ...parts]);
  });

/** The records of a file as simply as can be. */
function readNaively(file: string, bytes: Buffer): Omit<Taken, 'hashes'> {
  const text = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
  const records: TakenRecord[] = [];
  const findings: Finding[] = [];
  const facts: Record<string, number> = {};
  const lines = text.toString('latin1').split('\n');
  let isEmpty = true;
  lines.forEach((raw, index) => {
    const line = index + 1;
    const record = Buffer.from(raw.replaceAll(/^[ \t\r]+|[ \t\r]+$/g, ''), 'latin1');
    if (record.length > 0) isEmpty = false;
    if (record.length > maxRecordBytes) findings.push(tooLong({ file, maxRecordBytes }, line));
    else if (record.length > 0) {
      const { record: valid, findings: found } = validate('genes', record, line);
      findings.push(...found.map((finding) => ({ ...finding, file })));
      if (valid === null) return;
      records.push({ key: valid.key, json: valid.json, line });
      const { GeneID, PhageID, PhamID } = JSON.parse(valid.json) as GeneRecord;
      const color = Number.parseInt(PhamID.Color.slice(1), 16);
      facts[`part ${phagePartOfGeneId(GeneID)}`] ??= line;
      facts[`${PhageID.PhageID}: ${JSON.stringify(PhageID)}`] ??= line;
      facts[`${PhamID.PhamID} #${color}`] ??= line;
    }
  });
  if (isEmpty) findings.push(emptySource(file));
  return { records, findings, facts };
}

function write(folder: string, bytes: Uint8Array): string {
  const file = path.join(folder, 'a.ndjson');
  writeFileSync(file, bytes);
  return file;
}

/** With its findings by line, and of those of text that is no UTF-8 the first: what to do is seen from all of them. */
function toldOnce<T extends { readonly findings: readonly Finding[] }>(taken: T): T {
  const findings = taken.findings.toSorted(compareFindings);
  const isText = ({ expected }: Finding) => expected === 'UTF-8 text';
  const first = findings.find(isText);
  const kept = findings.filter((finding) => !isText(finding) || finding === first);
  return { ...taken, findings: kept.map((one) => (isText(one) ? { ...one, hint: '' } : one)) };
}

describe('a file of lines', () => {
  test('gives the same whole and cut into ranges of any size', async () => {
    const folder = tempFolder();
    // A range holds the byte order mark at least: real ones hold megabytes.
    const anySize = fc.oneof(fc.integer({ min: 8, max: 60 }), fc.integer({ min: 60, max: 3000 }));
    await fc.assert(
      fc.asyncProperty(anyFile, anySize, async (bytes, bundleBytes) => {
        const file = write(folder, bytes);
        const source = sourceOf(file);
        const wanted = readNaively(source.file, bytes);
        const { hashes: _, ...atOnce } = await takeIn([whole(source)], maxRecordBytes);
        const isOther = atOnce.findings.some(({ line, rule }) => line === 0 && rule !== 'source');
        // Of a file of another kind one thing is said, however it is cut.
        if (isOther) expect([atOnce.records, atOnce.findings.length]).toEqual([[], 1]);
        else expect(toldOnce(atOnce)).toEqual(toldOnce(wanted));

        const pieces = planBundles([source], bundleBytes).flatMap((bundle) => bundle.pieces);
        const { hashes: __, ...cut } = await takeIn(pieces, maxRecordBytes);
        // A file of blank lines is only called empty where it is read as a whole.
        const isBlank = wanted.records.length === 0 && wanted.findings[0]?.rule === 'source';
        const ofPieces = isBlank && pieces.length > 1 ? { ...wanted, findings: [] } : wanted;
        expect(toldOnce(cut)).toEqual(toldOnce(isOther ? atOnce : ofPieces));
      }),
      { seed: 31, numRuns: 250 },
    );
  });

  test.each<[what: string, text: string]>([
    ['line feeds', '\n'],
    ['carriage returns before them', '\r\n'],
    ['blank lines between', '\n\n \n'],
  ])('gives the same wherever it is cut in two, with %s', async (_what, end) => {
    const lines = [
      gene('Quillon', 1),
      gene('Quillon', 2, { Notes: 'é🧬' }),
      ` ${gene('é', 3)}`,
      gene('Quillon', 4, { Length: 1 }),
    ];
    const bytes = Buffer.concat([byteOrderMark, Buffer.from(lines.join(end))]);
    const source = sourceOf(write(tempFolder(), bytes));
    const wanted = readNaively(source.file, bytes);
    expect(wanted.records).toHaveLength(4);
    expect(wanted.findings).toHaveLength(1);
    for (let at = 4; at < bytes.length; at++) {
      const { hashes: _, ...cut } = await takeIn([
        { source, start: 0, end: at },
        { source, start: at, end: bytes.length },
      ]);
      expect(cut, `cut at ${at}`).toEqual(wanted);
    }
  });

  test('of lines that are longer than a read ahead gives the same cut into ranges', async () => {
    const long = gene('Quillon', 2, { Translation: 'M'.repeat(300_000) });
    const short = gene('Quillon', 1);
    const bytes = Buffer.from([short, long, short, long, long, short].join('\n'));
    const source = sourceOf(write(tempFolder(), bytes));
    const { hashes: _, ...atOnce } = await takeIn([whole(source)]);
    expect(atOnce.records.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const bundleBytes of [1000, 65_536, 100_000, 299_999, 500_000]) {
      const pieces = planBundles([source], bundleBytes).flatMap((bundle) => bundle.pieces);
      const { hashes: __, ...cut } = await takeIn(pieces);
      expect(cut, `ranges of ${bundleBytes}`).toEqual(atOnce);
    }
  });
});
