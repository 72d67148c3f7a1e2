/** A fact that is a text, such as a name: each spelling once, with its first place. */
import { foldName } from '../contract/recordName.ts';
import type { Collector, Fact, Joined } from './fact.ts';
import type { NamedPlace } from './rule.ts';
import { createVariantLedger, type VariantLedger } from './variantLedger.ts';

/** A text and the line where it first occurred, counted from the start of the piece. */
export interface PlacedText {
  readonly text: string;
  readonly line: number;
}

interface TextCollector<Item> extends Collector<Item, readonly PlacedText[]> {
  readonly noteText: (text: string, line: number) => void;
}

export interface JoinedTexts extends Joined<readonly PlacedText[]> {
  /** The spellings of each text, by its folded form. */
  readonly spellings: VariantLedger<string, string>;
}

export type TextFact<Item> = Fact<Item, readonly PlacedText[], TextCollector<Item>, JoinedTexts>;

/** `textOf` gives a record's text, or null; spellings of one text have the same folded form. */
export function textFact<Item>(
  name: string,
  textOf: (record: Item) => string | null,
  fold: (text: string) => string = foldName,
): TextFact<Item> {
  return {
    name,
    collect() {
      const texts = new Map<string, PlacedText>();
      const noteText = (text: string, line: number) => {
        if (!texts.has(text)) texts.set(text, { text, line });
      };
      return {
        noteText,
        note(record, line) {
          const text = textOf(record);
          if (text !== null) noteText(text, line);
        },
        finish: () => [...texts.values()],
      };
    },
    join() {
      const spellings = createVariantLedger<string, string>();
      return {
        spellings,
        take(texts, rank) {
          for (const { text, line } of texts) spellings.note(fold(text), text, { rank, line });
        },
      };
    },
  };
}

/** Each spelling as a name with an address. */
export function* namesIn({ spellings }: JoinedTexts, pointer: string): Generator<NamedPlace> {
  for (const [, variants] of spellings.groups()) {
    for (const { value, place } of variants) yield { name: value, pointer, place };
  }
}
