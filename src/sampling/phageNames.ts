/** Made-up phage names: a different one for every number, also when case is folded. */
import { itemAt, Random } from './random.ts';

const consonants = ['b', 'd', 'f', 'j', 'l', 'm', 'n', 'r', 's', 't', 'v', 'w'];
const vowels = ['a', 'e', 'i', 'o', 'u'];
const syllables = consonants.flatMap((consonant) => vowels.map((vowel) => consonant + vowel));

// Three syllables of two letters stand before the ending, so no two different names read the same.
const endings = (
  ',2,7,42,bex,blorp,brix,crumb,dax,drizzle,flux,gleep,glyph,lyx,mux,nox,phax,plim,pox,' +
  'quill,quin,skree,snorf,sprocket,thwip,trell,vank,vex,wyn,yurt,zed,zorp'
).split(',');

/** How many names there are. */
export const nameCapacity = syllables.length ** 3 * endings.length;

/** Names phages 0 to `nameCapacity` - 1; the names of one seed do not follow one another in any order. */
export function phageNamer(seed: number): (index: number) => string {
  const random = new Random(seed, 'name');
  const step = coprimeStep(random.below(2 ** 20) + nameCapacity / 4);
  const offset = random.below(2 ** 20);
  // A step that is coprime to the capacity visits every name once.
  return (index) => nameAt((index * step + offset) % nameCapacity);
}

function nameAt(position: number): string {
  let rest = position;
  const digit = (base: number): number => {
    const value = rest % base;
    rest = Math.floor(rest / base);
    return value;
  };
  const ending = itemAt(endings, digit(endings.length));
  const [first, second, third] = [1, 2, 3].map(() => itemAt(syllables, digit(syllables.length)));
  const name = `${first}${second}${third}${ending}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function coprimeStep(start: number): number {
  let step = start;
  while (greatestCommonDivisor(step, nameCapacity) !== 1) step++;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
