/** The map of one genome as a circle: genes outside and inside of it, features, GC content and skew, and a scale. */
import { ticks } from 'd3-array';
import { percentOf } from '../../text/values.ts';
import type { Feature, Gene } from '../data/records.ts';
import { labelOf } from './labels.ts';
import { type PhageMapContent, tracksOfBases } from './phageMap.ts';
import { type DrawingSpace, line, type Scene, type Shape, textAt } from './scene.ts';
import { featureColor, lookOf, type Placed } from './track.ts';

// In pixels.
const mostWidth = 860;
const labelRoom = 170;
const leastLabelRoom = 16;
const band = 16;
const labelHeight = 13;
const labelSize = 11;
const mostLetters = 26;
const ringHeight = 26;

export interface CircleState extends DrawingSpace {
  /** The GeneID that is pointed at. */
  readonly marked: string | null;
}

export function circleMap(content: PhageMapContent, { width, theme, marked }: CircleState) {
  const { genes, features, length, sequence } = content;
  const whole = Math.min(width, mostWidth);
  // On a narrow screen the circle takes the room of the labels.
  const room = whole < 560 ? leastLabelRoom : labelRoom;
  const radius = whole / 2 - room - band - 8;
  const center = { x: whole / 2, y: radius + band + 34 };
  // In the middle there may be no room for what the rings are.
  const isSmall = radius < 170;
  const height = 2 * center.y + (isSmall ? 24 : 0);
  const angleOf = (base: number) => (2 * Math.PI * base) / Math.max(1, length) - Math.PI / 2;
  const pointAt = (base: number, distance: number): readonly [number, number] => [
    center.x + distance * Math.cos(angleOf(base)),
    center.y + distance * Math.sin(angleOf(base)),
  ];
  /** Points along a circle, near enough for the eye. */
  const arc = (from: number, to: number, distance: number): number[] => {
    const pixels = (Math.abs(to - from) / Math.max(1, length)) * 2 * Math.PI * distance;
    const steps = Math.max(1, Math.ceil(pixels / 4));
    return Array.from({ length: steps + 1 }, (_, step) =>
      pointAt(from + ((to - from) * step) / steps, distance),
    ).flat();
  };
  const circle = (distance: number, color: string, strokeWidth?: number) =>
    line(arc(0, length, distance), color, strokeWidth);
  const endOf = ({ start, stop }: Placed) => (stop < start ? stop + length : stop);

  const shapes: Shape[] = [circle(radius, theme.line)];
  for (const gene of genes) shapes.push(arrow(gene));
  for (const feature of features) shapes.push(bar(feature));
  shapes.push(...scale());
  if (sequence !== null && sequence.length > 0) shapes.push(...rings(sequence));
  if (room === labelRoom) shapes.push(...labels());
  const scene: Scene = { width: whole, height, background: theme.paper, shapes };
  return {
    scene,
    geneAt: (x: number, y: number): Gene | null => {
      const [dx, dy] = [x - center.x, y - center.y];
      const distance = Math.hypot(dx, dy);
      if (Math.abs(distance - radius) > band + 2) return null;
      const share = (Math.atan2(dy, dx) + Math.PI / 2) / (2 * Math.PI);
      const base = (share - Math.floor(share)) * length;
      const isInside = distance < radius;
      return (
        genes.findLast(
          (gene) =>
            gene.isReverse === isInside &&
            [base, base + length].some((at) => at >= gene.start && at <= endOf(gene)),
        ) ?? null
      );
    },
  };

  function arrow(gene: Gene): Shape {
    const [from, to] = [gene.start, endOf(gene)];
    const [near, far] = gene.isReverse ? [radius - band, radius - 2] : [radius + 2, radius + band];
    const headBases = Math.min((to - from) / 2, (6 / (2 * Math.PI * radius)) * length);
    const middle = (near + far) / 2;
    const points = gene.isReverse
      ? [
          ...pointAt(from, middle),
          ...arc(from + headBases, to, far),
          ...arc(to, from + headBases, near),
        ]
      : [
          ...arc(from, to - headBases, far),
          ...pointAt(to, middle),
          ...arc(to - headBases, from, near),
        ];
    const look = lookOf(content.colorOf(gene), gene.id === marked, theme, 0.5);
    return { kind: 'polygon', points, ...look };
  }

  function bar(feature: Feature): Shape {
    const [from, to] = [feature.start, Math.max(endOf(feature), feature.start + length / 720)];
    const [near, far] = [radius - band - 9, radius - band - 3];
    const points = [...arc(from, to, far), ...arc(to, from, near)];
    return { kind: 'polygon', points, fill: featureColor(feature.type) };
  }

  function scale(): Shape[] {
    const distance = radius - band - 14;
    // None so near the end that it would stand in the first.
    const marks = ticks(0, length, isSmall ? 5 : 10).filter((mark) => mark < length * 0.95);
    return [
      circle(distance, theme.line, 0.5),
      ...marks.flatMap((mark): Shape[] => {
        // Beside its mark, not on it: a text is wider than high.
        const side = Math.cos(angleOf(mark));
        const anchor = side > 0.3 ? 'end' : side < -0.3 ? 'start' : 'middle';
        const [x, y] = pointAt(mark, distance - (anchor === 'middle' ? 15 : 9));
        const text = length < 2000 ? String(mark) : `${mark / 1000} kb`;
        return [
          line([...pointAt(mark, distance), ...pointAt(mark, distance - 5)], theme.line),
          textAt(x, y + 4, text, { size: 10, fill: theme.muted, anchor }),
        ];
      }),
    ];
  }

  function rings(bases: string): Shape[] {
    const first = radius - band - (isSmall ? 58 : 68);
    const windows = 240;
    const half = Math.max(50, Math.round(bases.length / windows));
    return tracksOfBases(bases).flatMap(([title, , valueOf, middle], at): Shape[] => {
      const color = at === 0 ? theme.accent : theme.ink;
      const distance = first - at * (ringHeight + 12);
      if (distance < ringHeight) return [];
      const values = Array.from({ length: windows + 1 }, (_, step) => {
        const base = (bases.length * step) / windows;
        return [base, valueOf(bases, Math.floor(base) - half, Math.floor(base) + half)] as const;
      });
      const known = values.flatMap(([base, value]) =>
        value === null ? [] : [[base, value] as const],
      );
      const reach = Math.max(0.01, ...known.map(([, value]) => Math.abs(value - middle)));
      const points = known.flatMap(([base, value]) =>
        pointAt(
          (base / bases.length) * length,
          distance + ((value - middle) / reach) * (ringHeight / 2),
        ),
      );
      const label = `${title}: ${percentOf(middle - reach)} to ${percentOf(middle + reach)}`;
      const [left, y] = isSmall
        ? [12, height - 22 + at * 14]
        : [center.x - 82, center.y - 4 + at * 16];
      return [
        circle(distance, theme.line, 0.5),
        line(points, color, 1.25),
        line([left, y - 4, left + 12, y - 4], color, 2),
        textAt(left + 18, y, label, { size: 10, fill: theme.muted, anchor: 'start' }),
      ];
    });
  }

  /** What genes do, on both sides: those that find room, in order from top to bottom. */
  function labels(): Shape[] {
    const noted = genes.flatMap((gene) => {
      const text = labelOf(gene, mostLetters);
      const middle = (gene.start + endOf(gene)) / 2;
      const [x, y] = pointAt(middle, radius + band + 10);
      return text === '' ? [] : [{ text, middle, y, isRight: x >= center.x }];
    });
    return [true, false].flatMap((isRight) => {
      const own = noted.filter((one) => one.isRight === isRight).sort((a, b) => a.y - b.y);
      let free = labelHeight;
      return own.flatMap(({ text, middle, y }): Shape[] => {
        const at = Math.max(free, y);
        // Farther from its gene, a line to it would cross others.
        if (at - y > 60 || at > height - 4) return [];
        free = at + labelHeight;
        const x = center.x + (isRight ? 1 : -1) * edgeAt(at);
        const style = {
          size: labelSize,
          fill: theme.ink,
          anchor: isRight ? 'start' : 'end',
        } as const;
        const turn = isRight ? -4 : 4;
        return [
          line([...pointAt(middle, radius + band + 1), x + turn, at - 4], theme.line, 0.5),
          textAt(x, at, text, style),
        ];
      });
    });
  }

  /** How far from the middle labels stand at a height: beside the circle. */
  function edgeAt(y: number): number {
    const reach = radius + band + 18;
    const above = Math.min(reach, Math.abs(y - center.y));
    return Math.max(36, Math.sqrt(reach * reach - above * above));
  }
}
