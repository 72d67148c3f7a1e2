/**
 * Source files of all layouts, most of them broken in some way, each read as a worker reads it: as it lies,
 * cut into pieces, and compressed. Nothing in them may get lost, and nothing may be made up.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/text/findings.ts';
import { rules } from '../../src/text/rules.ts';
import { planBundles } from '../../src/sources/planBundles.ts';
import { startCpuWatch } from '../cpuTime.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { sourceOf, type Taken, takeIn } from '../unit/sources/takeIn.ts';
import { files, seed } from './amount.ts';
import { type ExpectedFile, expectFile } from './expectFile.ts';
import { type RandomFile, randomFile, randomGzip } from './mutateFile.ts';
import { isOfSchema, isSame } from './oracle.ts';
import { createRandom } from './random.ts';
import { strictGunzip } from './strictGunzip.ts';
import { randomGene } from './validRecords.ts';
import { countLines, createViolations, faultOf, isPolluted, showBytes } from './violations.ts';

const maxNesting = 100;
const maxCpuMs = 5000;
const violations = createViolations();

type Complain = (kind: string, detail?: string) => void;

test(
  `${files} mutated files, however they are read, give each record or an error in its place`,
  { timeout: 300_000 + files * 1000 },
  async () => {
    const random = createRandom(seed + 1);
    const counts = { records: 0, readings: 0, refused: 0 };
    let slowestMs = 0;
    await inWorkFolder(async (folder) => {
      for (let at = 0; at < files; at++) {
        const made = randomFile(random);
        const file = { ...made, lines: countLines(made.bytes) };
        const limits = { maxNesting, maxRecordBytes: random.oneIn(5) ? 400 : 1 << 20 };
        const name = path.join(folder, file.layout === 'lines' ? 'a.ndjson' : 'a.json');
        const expected = expectFile(file.bytes, file.layout, file.collection, limits);
        counts.records += expected.records?.length ?? 0;
        if (expected.records === null) counts.refused++;

        const read = async (
          how: string,
          bytes: Buffer,
          target: string,
          bundleBytes: number,
        ): Promise<Taken | null> => {
          writeFileSync(target, bytes);
          counts.readings++;
          const source = sourceOf(target, { collection: file.collection });
          const pieces = planBundles([source], bundleBytes).flatMap((bundle) => bundle.pieces);
          const cpuMs = startCpuWatch();
          try {
            return await takeIn(pieces, limits.maxRecordBytes);
          } catch (error) {
            violations.add(
              `throws when read ${how}`,
              () => `${String(error)} for ${showBytes(bytes)}`,
            );
            return null;
          } finally {
            const takenMs = cpuMs();
            slowestMs = Math.max(slowestMs, takenMs);
            if (takenMs > maxCpuMs) {
              violations.add(
                `is slow when read ${how}`,
                () => `${takenMs} ms for ${showBytes(bytes)}`,
              );
            }
          }
        };
        const complainOf =
          (how: string, bytes: Buffer): Complain =>
          (kind, detail = '') =>
            violations.add(
              `read ${how}: ${kind}`,
              () =>
                `${detail} in ${file.collection} ${file.layout}, limit ${limits.maxRecordBytes}, ${showBytes(bytes)}`,
            );

        const whole = await read('as it lies', file.bytes, name, Infinity);
        if (whole === null) continue;
        compare(whole, expected, file, complainOf('as it lies', file.bytes));

        // Larger than a byte order mark, as any piece is.
        const bundleBytes = 8 + random.below(file.bytes.length + 1);
        const cut = await read('in pieces', file.bytes, name, bundleBytes);
        const isEmpty = expected.records?.length === 0;
        const complainOfPieces = complainOf(
          `in pieces of ${isEmpty ? 'nothing' : 'something'}`,
          file.bytes,
        );
        // Only who reads all of a file can know that it is empty.
        // A line that has more space in it than a record may have bytes may be refused or trimmed.
        const isSpacious = hasSpaciousLine(file.bytes, limits.maxRecordBytes);
        if (cut !== null && !isEmpty && !isSpacious) sameAs(whole, cut, complainOfPieces);
        if (cut !== null && isSpacious && !isPartOf(cut, whole)) complainOfPieces('loses a record');

        const zipped = gzipSync(file.bytes, { level: 1 });
        const unpacked = await read('compressed', zipped, `${name}.gz`, Infinity);
        if (unpacked !== null) sameAs(whole, unpacked, complainOf('compressed', file.bytes));

        const damaged = randomGzip(file.bytes, random);
        const other = await read('as damaged gzip', damaged, `${name}.gz`, Infinity);
        const complain = complainOf('as damaged gzip', damaged);
        const content = unpack(damaged);
        if (other === null) continue;
        if (content === null)
          compare(other, { records: null }, { ...file, lines: Infinity }, complain);
        else {
          const inside = expectFile(content, file.layout, file.collection, limits);
          compare(other, inside, { ...file, lines: countLines(content) }, complain);
        }
      }
    });
    if (isPolluted()) violations.add('a prototype was polluted', () => `seed ${seed}`);
    process.stdout.write(
      `${files} files (seed ${seed}) with ${counts.records} records, ${counts.refused} broken as a whole, ` +
        `read ${counts.readings} times; the slowest took ${slowestMs.toFixed(1)} ms.\n`,
    );
    expect(violations.report()).toEqual([]);
  },
);

test.each(['"next":"?","results":[]', '"results":[],"previous":"?"'])(
  'bytes that are no UTF-8 beside the records of a page envelope are found: %s',
  async (members) => {
    await inWorkFolder(async (folder) => {
      const target = path.join(folder, 'a.json');
      const text = Buffer.from(`{"count":0,\n${members}}`);
      writeFileSync(target, text.fill(0xe8, text.indexOf('?'), text.indexOf('?') + 1));
      const { findings } = await takeIn([{ source: sourceOf(target), start: 0, end: text.length }]);
      expect(findings).toMatchObject([{ line: 2, rule: 'unicode' }]);
    });
  },
);

test.each([-9, -1, 0, 1, 9])(
  'a compressed file of several members is read to its end, where one ends %i bytes from what is read at once',
  async (offset) => {
    await inWorkFolder(async (folder) => {
      const gene = JSON.stringify(randomGene(createRandom(seed)));
      const first = storedMember((1 << 20) + offset, `${gene}\n`);
      const target = path.join(folder, 'a.ndjson.gz');
      writeFileSync(target, Buffer.concat([first, gzipSync(`${gene}\n`), gzipSync(gene)]));
      const pieces = planBundles([sourceOf(target)], Infinity).flatMap((bundle) => bundle.pieces);
      const { records, findings } = await takeIn(pieces);
      expect({ findings, records: records.length }).toEqual({ findings: [], records: 3 });
    });
  },
);

/** A gzip member of that size: the text, and as many blank lines as it takes. */
function storedMember(bytes: number, text: string): Buffer {
  let blank = bytes - text.length;
  for (;;) {
    const member = gzipSync(text + '\n'.repeat(blank), { level: 0 });
    if (member.length === bytes) return member;
    blank -= member.length - bytes;
  }
}

function unpack(bytes: Buffer): Buffer | null {
  try {
    return strictGunzip(bytes);
  } catch {
    return null;
  }
}

function compare(
  taken: Taken,
  { records }: ExpectedFile,
  file: Pick<RandomFile, 'collection' | 'layout'> & { readonly lines: number },
  complain: Complain,
): void {
  const { lines } = file;
  const findings = taken.findings;
  for (const finding of findings) {
    const fault = faultOf(finding, finding.file, lines);
    if (fault !== null) complain(`has a finding of ${finding.rule} that is not sound`, fault);
  }
  const errors = findings.filter(({ rule }) => rules[rule].severity === 'error');
  for (const { json } of taken.records) {
    if (!isOfSchema(JSON.parse(json), file.collection)) complain('takes against the schema', json);
  }
  if (records === null) {
    if (errors.length === 0) complain('is silent about what is broken');
    return;
  }
  if (records.length === 0) {
    // A list that says that it is empty is no accident.
    const isAccident = file.layout === 'lines';
    if (isAccident && errors.length === 0) complain('is silent about an empty file');
    if (!isAccident && errors.length > 0) complain('refuses an empty list', rulesOf(errors));
  }

  // Of a file of another kind one thing is said, and nothing of it is taken: then its first record is none, and no
  // other that could be seen but the last of an array, behind which no comma stands.
  if (records.length > 0 && findings.some(({ line }) => line === 0)) {
    const right = records.filter(({ refusal }) => refusal === null);
    if (findings.length > 1) complain('says more of a file of another kind', rulesOf(findings));
    if (taken.records.length > 0) complain('takes records of a file of another kind');
    if (records[0]?.refusal === null || right.length > 1) complain('refuses a file that is right');
    return;
  }

  const left = [...taken.records];
  let unclaimed = findings;
  let badText = 0;
  for (const record of records) {
    const isHere = ({ line }: Finding) => line >= record.line && line <= record.lastLine;
    const own = findings.filter(isHere);
    unclaimed = unclaimed.filter((finding) => !isHere(finding));
    const at = left.findIndex(({ line }) => line === record.line);
    const found = record.refusal === null ? left.splice(at, at < 0 ? 0 : 1)[0] : undefined;
    if (record.refusal !== null) {
      // Text that is no UTF-8 is one fault of a file.
      const isToldBefore = record.refusal === 'not UTF-8' && badText++ > 0;
      if (own.length === 0 && !isToldBefore) complain('loses a record', record.refusal);
    } else if (found === undefined) {
      complain('refuses what is right', rulesOf(own));
    } else {
      if (!isSame(JSON.parse(found.json), record.value))
        complain('takes another value', found.json);
      const isAlone = records.every(
        (other) => other === record || other.line > record.lastLine || other.lastLine < record.line,
      );
      const broken = [...new Set(own.map(({ rule }) => rule))].sort().join();
      if (isAlone && broken !== [...record.breaches].sort().join()) {
        complain('breaks other rules', `${broken} and not ${record.breaches.join()}`);
      }
    }
  }
  if (left.length > 0) complain('makes up a record', left[0]?.json);
  if (records.length > 0 && unclaimed.length > 0) {
    complain('finds fault where no record is', rulesOf(unclaimed));
  }
}

/** Whether the one has no record that the other has not, and an error where it has fewer. */
function isPartOf(part: Taken, whole: Taken): boolean {
  const known = new Set(whole.records.map(({ line, json }) => `${line} ${json}`));
  const isKnown = part.records.every(({ line, json }) => known.has(`${line} ${json}`));
  const isWhole = part.records.length === whole.records.length;
  return isKnown && (isWhole || part.findings.some(({ rule }) => rule === 'record-size'));
}

/** The same records and findings, whatever the file was when it was read. */
function sameAs(whole: Taken, other: Taken, complain: Complain): void {
  const shown = (taken: Taken) => ({
    records: taken.records.map(({ key, json, line }) => `${line} ${key} ${json}`),
    findings: taken.findings.map(({ line, rule, pointer, expected, found }) =>
      [line, rule, pointer, expected, found].join(' '),
    ),
  });
  const [one, two] = [shown(whole), shown(other)];
  // In which order they are found does not matter here; they are put in order of place.
  for (const { findings } of [one, two]) findings.sort();
  if (one.records.join('\n') !== two.records.join('\n')) {
    complain('gives other records', `${two.records.length} and not ${one.records.length}`);
  }
  if (one.findings.join('\n') !== two.findings.join('\n')) {
    complain('gives other findings', `${two.findings.join()} and not ${one.findings.join()}`);
  }
}

/** Whether a line is longer than a record may be, but not without the white space around it. */
function hasSpaciousLine(bytes: Buffer, maxRecordBytes: number): boolean {
  const lines = bytes.toString('latin1').replace(/^ï»¿/, '').split('\n');
  return lines.some((line) => line.length > maxRecordBytes && line.trim().length <= maxRecordBytes);
}

function rulesOf(findings: readonly Finding[]): string {
  return findings.map(({ rule, line, found }) => `${rule} at ${line}: ${found}`).join(', ');
}
