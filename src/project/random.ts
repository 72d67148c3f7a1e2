/** Deterministic random numbers: the same seed, purpose and numbers give the same draws on every machine. */
// Each has a stream of its own, so that an added draw for one does not change the others.
const purposes =
  'name lineage status labels tags start geneCount genomeMap pham gene genome discovery sequencing host files';
type Word<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Word<Rest>
  : Text;
type Purpose = Word<typeof purposes>;
const purposeNames = purposes.split(' ');

// sfc32 from Chris Doty-Humphrey's PractRand: additions, shifts and xors of 32-bit integers, without rounding.
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  /** `seed` is a safe integer; `x` and `y` number the item that is drawn for, such as a phage and a gene. */
  constructor(seed: number, purpose: Purpose, x = 0, y = 0) {
    this.a = seed | 0;
    this.b = (Math.floor(seed / 2 ** 32) * 64 + purposeNames.indexOf(purpose) + 1) | 0;
    this.c = x | 0;
    this.counter = y | 0;
    for (let round = 0; round < 15; round++) this.next();
  }

  /** A non-negative 32-bit integer. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from 0 to `limit` - 1, for limits up to 2 ** 21. */
  below(limit: number): number {
    return Math.floor((this.next() * limit) / 2 ** 32);
  }

  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    return itemAt(items, this.below(items.length));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => itemAt(rest.splice(this.below(rest.length), 1), 0));
  }
}

/** A deck with the given number of each card. */
export function deckOf<T>(...cards: readonly (readonly [card: T, times: number])[]): T[] {
  return cards.flatMap(([card, times]) => Array<T>(times).fill(card));
}

/**
 * The card for `index` when a deck is dealt again and again, shuffled each time: even small samples hold every kind.
 */
export function fromDeck<T>(deck: readonly T[], seed: number, purpose: Purpose, index: number): T {
  const round = Math.floor(index / deck.length);
  return itemAt(new Random(seed, purpose, round).shuffled(deck), index % deck.length);
}

export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} among ${items.length}`);
  return item;
}
