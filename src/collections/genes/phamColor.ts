/** Rule `pham-color-consistent`: genes of one family have one colour. */
import { showPlace } from '../../findings/recordPlace.ts';
import type { Collector, Fact, Joined } from '../fact.ts';
import type { Rule } from '../rule.ts';
import { createVariantLedger, type VariantLedger } from '../variantLedger.ts';
import type { Gene } from './geneRecord.ts';

const fieldsPerColor = 3;

// Stands for a null colour, as `--allow null-value` permits.
const noColor = -1;

interface ColorCollector extends Collector<Gene, Float64Array> {
  /** Notes a colour #RRGGBB, as a number. */
  readonly noteColor: (phamId: number, color: number, line: number) => void;
}

interface JoinedColors extends Joined<Float64Array> {
  readonly phams: ReadonlySet<number>;
  /** By PhamID. */
  readonly colors: VariantLedger<number, number>;
}

/** For each pham and colour of a piece, three numbers: PhamID, colour and line. */
export const phamColors: Fact<Gene, Float64Array, ColorCollector, JoinedColors> = {
  name: 'colors',
  collect() {
    const colorOfPham = new Map<number, number>();
    const otherColors = new Set<string>();
    const colors: number[] = [];
    const noteColor = (phamId: number, color: number, line: number) => {
      const known = colorOfPham.get(phamId);
      if (known === color) return;
      if (known === undefined) {
        colorOfPham.set(phamId, color);
      } else {
        const other = `${phamId} ${color}`;
        if (otherColors.has(other)) return;
        otherColors.add(other);
      }
      colors.push(phamId, color, line);
    };
    return {
      noteColor,
      note({ PhamID }, line) {
        if (PhamID === null || PhamID.PhamID === null) return;
        const { PhamID: id, Color: color } = PhamID;
        noteColor(id, color === null ? noColor : Number.parseInt(color.slice(1), 16), line);
      },
      finish: () => Float64Array.from(colors),
    };
  },
  join(maxFindings) {
    const colors = createVariantLedger<number, number>(maxFindings);
    const phams = new Set<number>();
    return {
      colors,
      phams,
      take(piece, rank) {
        forEachColor(piece, (pham, color, line) => {
          phams.add(pham);
          if (color !== noColor) colors.note(pham, color, { rank, line });
        });
      },
    };
  },
};

export const phamColorConsistent: Rule<Gene> = {
  facts: [phamColors],
  *findings(all, locate) {
    for (const [phamId, [first, ...others]] of all(phamColors).colors.contested()) {
      if (first === undefined) continue;
      const expected = `${showColor(first.value)}, as for pham ${phamId} at ${showPlace(locate(first.place))}`;
      for (const { value, place } of others) {
        yield {
          rule: 'pham-color-consistent',
          ...locate(place),
          pointer: '/PhamID/Color',
          expected,
          found: showColor(value),
        };
      }
    }
  },
  unreported: (all) => [
    'pham-color-consistent',
    all(phamColors).colors.unreported(),
    'one colour in all genes of a family',
  ],
};

/** Calls a function with each colour of a piece. */
export function forEachColor(
  colors: Float64Array,
  visit: (phamId: number, color: number, line: number) => void,
): void {
  for (let at = 0; at < colors.length; at += fieldsPerColor) {
    visit(colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0);
  }
}

function showColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
