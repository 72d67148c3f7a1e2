/** A drawing as a figure: below it, what its colours mean, and a caption. */
import { corners, lightTheme, type Scene, type Shape, textAt } from './scene.ts';

export type LegendEntry = Readonly<{ color: string; label: string }>;

export interface FigureText {
  readonly caption: string;
  readonly legend?: readonly LegendEntry[];
}

const size = 12;
const lineHeight = 17;
const margin = 12;
const swatch = 10;

// About the mean of a sans-serif font; the text need not fill its lines.
const letterWidth = 0.55 * size;

/** On paper, whatever the colours of the page are. */
export function captioned(scene: Scene, { caption, legend = [] }: FigureText): Scene {
  const { width } = scene;
  const room = Math.max(120, width - 2 * margin);
  const shapes: Shape[] = [];
  const style = { size, fill: lightTheme.ink, anchor: 'start' } as const;
  let [x, y] = [margin, scene.height + lineHeight];
  for (const { color, label } of legend) {
    const needed = swatch + 6 + label.length * letterWidth + 14;
    if (x > margin && x + needed > margin + room) [x, y] = [margin, y + lineHeight];
    const points = corners(x, y - swatch, x + swatch, y);
    shapes.push({ kind: 'polygon', points, fill: color, stroke: lightTheme.line });
    shapes.push(textAt(x + swatch + 6, y, label, style));
    x += needed;
  }
  if (legend.length > 0) y += lineHeight;
  for (const text of linesOf(caption, Math.floor(room / letterWidth))) {
    shapes.push(textAt(margin, y, text, style));
    y += lineHeight;
  }
  return { ...scene, height: y - lineHeight + margin, shapes: [...scene.shapes, ...shapes] };
}

/** Lines of at most so many characters, but for longer words. */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
