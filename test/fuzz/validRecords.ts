/** Random records that are valid, of the values at which readers, checkers and writers could trip. */
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';
import type { Random } from './random.ts';

// Whole characters only; what is not text at all comes in by mutation.
const tellingTexts = [
  '',
  ' ',
  'a',
  'tail fibre',
  '"',
  '\\',
  '/',
  '\b\f\n\r\t',
  '\u0000',
  '\u001f',
  '\u007f\u0080\u009f',
  'é',
  'e\u0301',
  '\u2028\u2029',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '𝒬🧬',
  '\u202e',
  'null',
  '__proto__',
  'constructor',
  '\\ud800',
  '\\u2028',
  '<script>&</script>',
  "it's",
];
const tellingIntegers = [0, 1, 9, 10, 1000, 2 ** 31, 2 ** 32, 999_999_999_999_999, 2 ** 53 - 1];
const unsettled = [null, '', 'x', 0, -0, 1.5, -2.25, 1e21, 5e-324, 0.1, 1e-7, true, false];
const dates = ['2020-02-29', '2019-12-31', '0001-01-01', '9999-12-31'];
const moments = [
  '2020-03-13T09:30:00-04:00',
  '2016-12-31T23:59:59Z',
  '2020-03-13T09:30:00.125+00:00',
];
const nameLetters = ['A', 'b', '7', '-', '_', 'é', '𝒬', ' ', '.', "'", '%', '?', '#', '中'];

export function randomText(random: Random): string {
  if (random.oneIn(3)) return random.pick(tellingTexts);
  const parts = Array.from({ length: random.below(4) }, () => random.pick(tellingTexts));
  return parts.join(random.pick(['', ' ', 'x']));
}

export function randomGene(random: Random): GeneRecord {
  // Most genes of most data are of this kind, and it has a way of its own through the program.
  const isPlain = !random.oneIn(3);
  const text = () =>
    isPlain ? random.pick(['', 'tail', 'a "b" \\ c', 'é𝒬', '2']) : randomText(random);
  // Fifteen digits are the most that this way takes.
  const integers = isPlain ? tellingIntegers.slice(0, -1) : tellingIntegers;
  const phage = randomName(random, isPlain);
  const [from, length] = [random.pick(integers), random.pick([0, 1, 300, 4321])];
  const start = Math.min(from, Number.MAX_SAFE_INTEGER - length);
  return {
    ...exampleGene,
    GeneID: `${phage}_CDS_${random.pick(integers)}`,
    PhageID: {
      ...exampleGene.PhageID,
      PhageID: phage,
      Accession: text(),
      Name: `${phage}_Draft`,
      Subcluster: random.oneIn(3) ? null : text(),
    },
    PhamID: {
      PhamID: random.pick(integers),
      Color: random.pick(['#000000', '#FFFFFF', '#a0B1c2']),
    },
    Start: start,
    Stop: start + length,
    Length: length,
    Name: text() || '1',
    Translation: random.pick(['M', 'MKV*', '*', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']),
    Orientation: random.pick(['F', 'R']),
    Notes: text(),
    LocusTag: random.oneIn(3) ? null : text(),
  };
}

export function randomPhage(random: Random): PhageRecord {
  const text = () => randomText(random);
  const items = Array.from({ length: random.below(3) }, () =>
    random.oneIn(2)
      ? text()
      : { [text()]: random.pick<unknown>([text(), [1, { a: null }], {}, 1.5]) },
  );
  return {
    ...examplePhage,
    phage_name: randomName(random, false),
    old_names: text(),
    program: random.oneIn(2) ? null : examplePhage.program,
    found_GPS_lat: random.pick(['', '40.44 N', '0 S', '00.50 N']),
    found_year: random.pick(tellingIntegers),
    enriched_sample: random.pick(unsettled),
    isolation_temperature: random.pick(unsettled),
    psubcluster: random.oneIn(2) ? null : examplePhage.psubcluster,
    date_finished: random.pick(dates),
    coverage: random.pick(unsettled),
    verified_hosts: items,
    plaque_file: random.pick([null, '', 'https://files.example/p%20q.png']),
    date_added: random.pick(moments),
  };
}

/** A name that can be a file name on every machine (A3). */
function randomName(random: Random, isPlain: boolean): string {
  const letters = isPlain ? nameLetters.slice(0, 5) : nameLetters;
  const name = Array.from({ length: 1 + random.below(6) }, () => random.pick(letters)).join('');
  // Neither dots nor spaces may stand at its end, nor may it be a word that Windows keeps for itself.
  return `${name}q${random.below(1000)}`;
}
