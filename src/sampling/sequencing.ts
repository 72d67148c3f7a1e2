/** How and when a phage of the sample was sequenced and recorded. */
import type { SequencingFacility, SequencingMethod } from '../generated/records.ts';
import type { Random } from './random.ts';

export interface Sequencing {
  readonly facility: SequencingFacility;
  readonly method: SequencingMethod;
  /** A date, and two date-times after it. */
  readonly finished: string;
  readonly added: string;
  readonly modified: string;
}

const facilities: readonly SequencingFacility[] = [
  {
    short_name: 'SSC',
    facility_name: 'Sampleton Sequencing Core',
    contact_person: 'Łucja Testmann',
    shipping_address: '1 Example Way\nSampleton, New Example 00001',
    facility_website: 'https://ssc.usam.example/',
  },
  {
    short_name: 'Prueba-Seq',
    facility_name: 'Laboratorio de Secuenciación Prueba',
    contact_person: '',
    shipping_address: '',
    facility_website: '',
  },
  {
    short_name: '',
    facility_name: '',
    contact_person: '',
    shipping_address: '',
    facility_website: '',
  },
];

const methods: readonly SequencingMethod[] = [
  { short_name: 'Short', method_name: 'Sequencing of short reads' },
  { short_name: 'Short', method_name: 'Sequencing of short reads' },
  { short_name: 'Long', method_name: 'Sequencing of long reads, 2nd edition' },
];

const offsets = ['-05:00', '-04:00', '+00:00', '+02:00', '+05:30', '-03:30'];

/** Draws the sequencing of a phage found in a year. */
export function drawSequencing(random: Random, foundYear: number): Sequencing {
  return {
    facility: random.pick(facilities),
    method: random.pick(methods),
    finished: drawDate(random, foundYear + 1),
    added: drawDateTime(random, foundYear + 2),
    modified: drawDateTime(random, foundYear + random.between(3, 5)),
  };
}

// Every month has 28 days.
function drawDate(random: Random, year: number): string {
  return `${year}-${digits(random.between(1, 12))}-${digits(random.between(1, 28))}`;
}

function drawDateTime(random: Random, year: number): string {
  const date = drawDate(random, year);
  const time = [random.below(24), random.below(60), random.below(60)].map((part) => digits(part));
  const fraction = random.chance(40) ? `.${digits(random.below(1_000_000), 6)}` : '';
  return `${date}T${time.join(':')}${fraction}${random.pick(offsets)}`;
}

function digits(number: number, count = 2): string {
  return String(number).padStart(count, '0');
}
