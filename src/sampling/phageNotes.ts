/** The free text of a phage record: mostly none, sometimes with quotes, line ends and letters of other scripts. */
import type { Random } from './random.ts';

/** Says in every record what it is. */
export const discoveryNotes = 'Synthetic record made by phagepress sample.';

export const naming = [
  '',
  '',
  '',
  'Named after nobody: the name is made of syllables.',
  'The finders wanted "something short";\nthe committee did not.',
  'From λ and a slip of the pen (see C:\\notes\\names.txt).',
];

export const growth = ['', '', '', 'Grows best at 30 °C; ≥ 48 h until plaques show.'];

export const plaque = [
  '',
  '',
  'Clear, 2–3 mm after 24 h.',
  'Turbid, pin-prick (< 0.5 mm), with a halo.',
];

export const lysogeny = ['', '', '', 'Lysogens are stable\tover five passages.'];

export const sequencing = ['', '', '', 'Shotgun reads to about 200×.'];

/** Earlier names, for one phage in six. */
export function drawOldNames(random: Random, name: string): string {
  return random.chance(16) ? `${name}Alpha, ${name}Beta` : '';
}
