/**
 * Records of all kinds, most of them broken in some way, one by one. `node test/fuzz/fuzz.mjs --cases
 * 1000000 --seed 7` tries more than a test run has time for.
 */
import { expect, test } from 'vitest';
import type { Finding } from '../../src/text/findings.ts';
import { createRecordSchemas } from '../../src/records/schemas.ts';
import { createRecordValidator, type ValidRecord } from '../../src/records/validateRecord.ts';
import { startCpuWatch } from '../cpuTime.ts';
import { plainBreaches, plainEnd } from '../unit/records/plain.ts';
import { cases, seed } from './amount.ts';
import { mutateRecord } from './mutateRecord.ts';
import { type Collection, isOfSchema, isSame, judge, keyOrder, type Verdict } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { randomGene, randomPhage } from './validRecords.ts';
import { countLines, createViolations, faultOf, isPolluted, showBytes } from './violations.ts';

const limits = { maxRecordBytes: 1 << 20, maxNesting: 100 };
const maxCpuMs = 2000;
const schemaOf = createRecordSchemas();
const validators = {
  genes: createRecordValidator(schemaOf('genes'), limits),
  phages: createRecordValidator(schemaOf('phages'), limits),
};
const violations = createViolations();

test(
  `${cases} mutated records are each taken as they are or refused for a reason, as an independent judge says`,
  { timeout: 300_000 + cases * 10 },
  () => {
    const random = createRandom(seed);
    const counts = { taken: 0, refused: 0, plain: 0 };
    let slowestMs = 0;
    for (let at = 0; at < cases; at++) {
      const { collection, bytes } = randomCase(random);
      const verdict = judge(bytes, collection, limits);
      const startedAt = performance.now();
      const { valid, findings } = validate(collection, bytes);
      const takenMs = performance.now() - startedAt;
      slowestMs = Math.max(slowestMs, takenMs);
      const complain = (kind: string, detail = '') =>
        violations.add(kind, () => `${detail} in ${collection} record ${showBytes(bytes)}`);
      // The clock runs on while other programs have the machine, and asking for the processor time takes long itself.
      if (takenMs > maxCpuMs && cpuMsOf(collection, bytes) > maxCpuMs)
        complain('is slow', `${takenMs} ms`);
      compare(verdict, valid, findings, complain);
      checkFindings(findings, bytes, complain);
      if (valid !== null) checkTaken(collection, valid, verdict, complain);
      if (checkPlain(collection, bytes, verdict, valid, findings, complain)) counts.plain++;
      if (verdict.refusal === null) counts.taken++;
      else counts.refused++;
    }
    if (isPolluted()) violations.add('a prototype was polluted', () => `seed ${seed}`);
    process.stdout.write(
      `${cases} records (seed ${seed}): ${counts.taken} fit to be taken, ${counts.plain} of them plain, ` +
        `${counts.refused} to be refused; the slowest took ${slowestMs.toFixed(1)} ms.\n`,
    );
    expect(violations.report()).toEqual([]);
  },
);

function randomCase(random: Random): { collection: Collection; bytes: Buffer } {
  // Genes are what most data is made of, and the smaller records make for more cases.
  const collection = random.oneIn(4) ? 'phages' : 'genes';
  const record = collection === 'genes' ? randomGene(random) : randomPhage(random);
  const bytes = mutateRecord(record, random);
  // A record has no white space around it; whoever cuts a file into records sees to that.
  return { collection, bytes: trimmed(bytes) };
}

function trimmed(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  return Buffer.from(text, 'latin1');
}

function validate(collection: Collection, bytes: Buffer) {
  const findings: Finding[] = [];
  let valid: ValidRecord | null = null;
  try {
    valid = validators[collection].validate({ bytes, file: 'a.json', line: 1 }, (finding) =>
      findings.push(finding),
    );
  } catch (error) {
    violations.add('throws', () => `${String(error)} for ${showBytes(bytes)}`);
  }
  return { valid, findings };
}

function cpuMsOf(collection: Collection, bytes: Buffer): number {
  const cpuMs = startCpuWatch();
  validate(collection, bytes);
  return cpuMs();
}

type Complain = (kind: string, detail?: string) => void;

function compare(
  { refusal, breaches }: Verdict,
  valid: ValidRecord | null,
  findings: readonly Finding[],
  complain: Complain,
): void {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  if (refusal !== null) {
    if (valid !== null) complain('takes what must be refused', refusal);
    if (findings.length === 0) complain('is silent about what must be refused', refusal);
    return;
  }
  if (valid === null) {
    complain('refuses what is right', rules.join(', '));
  } else if (rules.join() !== [...breaches].sort().join()) {
    complain('breaks other rules', `${rules.join(', ')} and not ${breaches.join(', ')}`);
  }
}

function checkFindings(findings: readonly Finding[], bytes: Buffer, complain: Complain): void {
  const lines = countLines(bytes);
  for (const finding of findings) {
    const fault = faultOf(finding, 'a.json', lines);
    if (fault !== null) complain(`has a finding of ${finding.rule} that is not sound`, fault);
  }
}

function checkTaken(
  collection: Collection,
  { key, json, value }: ValidRecord,
  verdict: Verdict,
  complain: Complain,
): void {
  let published: unknown;
  try {
    published = JSON.parse(json);
  } catch (error) {
    complain('publishes what is no JSON', String(error));
    return;
  }
  if (!isSame(published, verdict.value)) complain('publishes another value', json);
  if (!isSame(value, verdict.value)) complain('hands on another value', json);
  if (!isOfSchema(published, collection)) complain('publishes against the schema', json);
  if (Object.keys(published as object).join() !== keyOrder[collection].join()) {
    complain('publishes in another order', json);
  }
  const keyField = collection === 'genes' ? 'GeneID' : 'phage_name';
  if ((published as Record<string, unknown>)[keyField] !== key) complain('has another key', key);
  if (/[\u2028\u2029\n\r]/.test(json) || !json.isWellFormed())
    complain('is not safe as text', json);
  // What is published can be a source again, and gives the same.
  const again = validate(collection, Buffer.from(json)).valid;
  if (again?.json !== json) complain('is not canonical', `${json} becomes ${again?.json}`);
}

/** Holds the short way against the long one; gives whether the record went the short way. */
function checkPlain(
  collection: Collection,
  bytes: Buffer,
  { refusal, breaches }: Verdict,
  valid: ValidRecord | null,
  findings: readonly Finding[],
  complain: Complain,
): boolean {
  // The matcher is only shown what is UTF-8.
  if (refusal === 'not UTF-8') return false;
  const line = Buffer.concat([bytes, Buffer.from('\n')]);
  const end = plainEnd(collection, line);
  if (end < 0) return false;
  if (refusal !== null && end === bytes.length) complain('is plain and must be refused', refusal);
  if (end !== bytes.length) return false;
  const told = plainBreaches(collection, line).map((breach) => ({
    ...breach,
    file: 'a.json',
    line: 1,
  }));
  if (!isSame(told, findings))
    complain('is plain, and the short way finds otherwise', JSON.stringify(told));
  if (told.length !== breaches.length) complain('is plain and breaks rules', breaches.join(' '));
  if (valid?.json !== bytes.toString()) complain('is plain and not canonical', valid?.json);
  return true;
}
