/** A drawing as a list of shapes in pixels, so that a map is the same on screen, in SVG and in PNG. */
import { plainText } from '../../text/values.ts';

export type Shape =
  | {
      readonly kind: 'polygon';
      /** x and y by turns. */
      readonly points: readonly number[];
      readonly fill: string;
      readonly stroke?: string;
      readonly strokeWidth?: number;
      readonly opacity?: number;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly number[];
      readonly stroke: string;
      readonly strokeWidth: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly text: string;
      /** In pixels. */
      readonly size: number;
      readonly fill: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly isBold?: boolean;
      /** Written from the bottom to the top. */
      readonly isUpright?: boolean;
    }
  | {
      readonly kind: 'cells';
      readonly x: number;
      readonly y: number;
      /** The side of a cell in pixels. */
      readonly size: number;
      readonly columns: number;
      /** An index into `fills` for each cell, row by row; those of index 0 are left out. */
      readonly levels: Uint8Array;
      /** As `#rrggbb`. */
      readonly fills: readonly string[];
    };

type Cells = Extract<Shape, { kind: 'cells' }>;

export function line(points: readonly number[], stroke: string, strokeWidth = 1): Shape {
  return { kind: 'line', points, stroke, strokeWidth };
}

/** The points of a rectangle. */
export function corners(left: number, top: number, right: number, bottom: number) {
  return [left, top, right, top, right, bottom, left, bottom];
}

type Text = Extract<Shape, { kind: 'text' }>;

/** A text on a baseline, around its `x` if nothing else is said. */
export function textAt(
  x: number,
  y: number,
  text: string,
  style: Pick<Text, 'fill' | 'size'> & Partial<Text>,
): Text {
  return { kind: 'text', x, y, text, anchor: 'middle', ...style };
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly shapes: readonly Shape[];
}

/** Something in a drawing, and where its tip stands, in pixels. */
export interface Spot<Item> {
  readonly item: Item;
  readonly left: number;
  readonly top: number;
}

/** A drawing to point at. */
export interface Pointed<Item> {
  readonly scene: Scene;
  /** What is at a place, in pixels; null if nothing is near. */
  readonly spotAt?: (x: number, y: number) => Spot<Item> | null;
  /** The drawing in which this stands out, where it does. */
  readonly marking?: (item: Item) => Scene;
}

/** What a drawing fits into: a width in pixels, and the colours of the page. */
export interface DrawingSpace {
  readonly width: number;
  readonly theme: Theme;
}

/** The colours of a map, which follow the page's. */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
}

export const lightTheme: Theme = {
  paper: '#ffffff',
  ink: '#14232a',
  muted: '#4b5d66',
  line: '#85949b',
  accent: '#00667a',
};

export const darkTheme: Theme = {
  paper: '#0f181c',
  ink: '#e6eef0',
  muted: '#a6b6bd',
  line: '#65777f',
  accent: '#62cbdf',
};

export const fontFamily = 'system-ui, sans-serif';

/**
 * Draws a scene, or of its shapes those with a part between two heights; the context's units must be the scene's pixels.
 */
export function drawScene(
  context: CanvasRenderingContext2D,
  scene: Scene,
  [top, bottom]: readonly [number, number] = [0, scene.height],
): void {
  context.fillStyle = scene.background;
  context.fillRect(0, 0, scene.width, scene.height);
  for (const shape of scene.shapes) if (reaches(shape, top, bottom)) drawShape(context, shape);
}

function reaches(shape: Shape, top: number, bottom: number): boolean {
  if (shape.kind === 'text') {
    // No letter is wider than it is high.
    const height = shape.size * (shape.isUpright === true ? shape.text.length : 1);
    return shape.y >= top - height && shape.y - height <= bottom;
  }
  if (shape.kind === 'cells') return true;
  let [highest, lowest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 1; at < shape.points.length; at += 2) {
    const y = shape.points[at] ?? 0;
    highest = Math.min(highest, y);
    lowest = Math.max(lowest, y);
  }
  return lowest >= top && highest <= bottom;
}

function drawShape(context: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'text') {
    context.font = `${shape.isBold === true ? 'bold ' : ''}${shape.size}px ${fontFamily}`;
    context.textAlign =
      shape.anchor === 'middle' ? 'center' : shape.anchor === 'end' ? 'right' : 'left';
    context.fillStyle = shape.fill;
    const text = plainText(shape.text);
    if (shape.isUpright === true) {
      context.save();
      context.translate(shape.x, shape.y);
      context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0);
      context.restore();
    } else context.fillText(text, shape.x, shape.y);
    return;
  }
  if (shape.kind === 'cells') {
    drawCells(context, shape);
    return;
  }
  const { points } = shape;
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let at = 2; at < points.length; at += 2) {
    context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  }
  if (shape.kind === 'polygon') {
    context.closePath();
    context.globalAlpha = shape.opacity ?? 1;
    context.fillStyle = shape.fill;
    context.fill();
    context.globalAlpha = 1;
  }
  if (shape.stroke === undefined) return;
  context.strokeStyle = shape.stroke;
  context.lineWidth = shape.strokeWidth ?? 1;
  context.stroke();
}

/** As an image with a pixel for each cell, so that a million are drawn at once. */
function drawCells(context: CanvasRenderingContext2D, cells: Cells): void {
  const { x, y, size, columns, levels, fills } = cells;
  const rows = levels.length / columns;
  const image = new ImageData(columns, rows);
  const colors = fills.map((fill) => Number.parseInt(fill.slice(1), 16));
  for (const [at, level] of levels.entries()) {
    if (level === 0) continue;
    const color = colors[level] ?? 0;
    image.data.set([color >> 16, (color >> 8) & 255, color & 255, 255], at * 4);
  }
  const drawn = document.createElement('canvas');
  [drawn.width, drawn.height] = [columns, rows];
  drawn.getContext('2d')?.putImageData(image, 0, 0);
  // Cells that are smaller than a pixel are mixed, others are sharp.
  context.imageSmoothingEnabled = size < 1;
  context.drawImage(drawn, x, y, columns * size, rows * size);
}

/** A path for each level, with a rectangle for each run of cells. */
function svgOfCells({ x, y, size, columns, levels, fills }: Cells): string {
  const paths = fills.map((): string[] => []);
  for (let at = 0; at < levels.length;) {
    const level = levels[at] ?? 0;
    const rowEnd = at - (at % columns) + columns;
    let end = at + 1;
    while (end < rowEnd && levels[end] === level) end++;
    const width = short((end - at) * size);
    const corner = `${short(x + (at % columns) * size)},${short(y + Math.floor(at / columns) * size)}`;
    if (level > 0) paths[level]?.push(`M${corner}h${width}v${short(size)}h-${width}z`);
    at = end;
  }
  return paths
    .map((path, level) =>
      path.length === 0
        ? ''
        : `<path fill="${escapeXml(fills[level] ?? '')}" d="${path.join('')}"/>`,
    )
    .join('');
}

/** The scene as an SVG file. */
export function svgOf({ width, height, background, shapes }: Scene, title: string): string {
  const drawn = shapes.map((shape) => {
    if (shape.kind === 'text') {
      const weight = shape.isBold === true ? ' font-weight="bold"' : '';
      const [x, y] = [short(shape.x), short(shape.y)];
      const turn = shape.isUpright === true ? ` transform="rotate(-90 ${x} ${y})"` : '';
      return `<text x="${x}" y="${y}"${turn} font-size="${shape.size}" fill="${escapeXml(shape.fill)}" text-anchor="${shape.anchor}"${weight}>${escapeXml(plainText(shape.text))}</text>`;
    }
    if (shape.kind === 'cells') return svgOfCells(shape);
    const points = pairsOf(shape.points);
    const stroke =
      shape.stroke === undefined
        ? ''
        : ` stroke="${escapeXml(shape.stroke)}" stroke-width="${shape.strokeWidth ?? 1}"`;
    if (shape.kind === 'line') return `<polyline points="${points}" fill="none"${stroke}/>`;
    const opacity = shape.opacity === undefined ? '' : ` fill-opacity="${shape.opacity}"`;
    return `<polygon points="${points}" fill="${escapeXml(shape.fill)}"${opacity}${stroke}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fontFamily}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${escapeXml(background)}"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function pairsOf(points: readonly number[]): string {
  const pairs: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    pairs.push(`${short(points[at] ?? 0)},${short(points[at + 1] ?? 0)}`);
  }
  return pairs.join(' ');
}

function short(pixels: number): string {
  return String(Math.round(pixels * 100) / 100);
}

/** For text and attributes of XML; characters that XML cannot hold at all are left out. */
export function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what is taken out
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
