/** Makes up phage names: a different one for every number, even with case folded. */
import { itemAt, Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

const syllables = [...'bdfjlmnrstvw'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

// Three syllables of two letters precede the ending, so no two different names read the same.
const endings = vocabulary.nameEndings;

/** The number of possible names. */
export const nameCapacity = syllables.length ** 3 * endings.length;
const primesOfCapacity = [2, 3, 5];

/** Names phages 0 to `nameCapacity` - 1; consecutive names of a seed are in no particular order. */
export function phageNamer(seed: number): (index: number) => string {
  const random = new Random(seed, 'name');
  let step = random.below(2 ** 20) + nameCapacity / 4;
  // A step that is coprime to the capacity visits every name once.
  while (primesOfCapacity.some((prime) => step % prime === 0)) step++;
  const offset = random.below(2 ** 20);
  return (index) => {
    const position = (index * step + offset) % nameCapacity;
    const stem = Math.floor(position / endings.length);
    const name = [1, syllables.length, syllables.length ** 2]
      .map((unit) => itemAt(syllables, Math.floor(stem / unit) % syllables.length))
      .join('');
    return (
      name.charAt(0).toUpperCase() + name.slice(1) + itemAt(endings, position % endings.length)
    );
  };
}
