/** A scene on a canvas as wide as its column, sharp on any screen. */
import type { CanvasHTMLAttributes, ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawScene, fontFamily, lightTheme, type Scene, svgOf, type Theme } from '../map/scene.ts';
import { saveFile } from './files.ts';
import { useMedia } from './media.ts';

export type CanvasProps = Omit<CanvasHTMLAttributes, 'ref'> & {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scene: Scene;
};

// In pixels: what a turn of the wheel brings into view meanwhile.
const spareHeight = 150;
const restMs = 150;

export function Canvas({ canvas, scene, ...rest }: CanvasProps): JSX.Element {
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return undefined;
    const ratio = devicePixelRatio;
    element.width = Math.round(scene.width * ratio);
    element.height = Math.round(scene.height * ratio);
    element.style.width = `${scene.width}px`;
    element.style.height = `${scene.height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    // While a tall map is moved only what is in view is drawn; the rest follows when it stands still.
    const { top } = element.getBoundingClientRect();
    const inView = [-top - spareHeight, innerHeight - top + spareHeight] as const;
    drawScene(context, scene, inView);
    if (inView[0] <= 0 && inView[1] >= scene.height) return undefined;
    const timer = setTimeout(() => drawScene(context, scene), restMs);
    return () => clearTimeout(timer);
  }, [scene]);
  const isPrinted = useMedia('print');
  return (
    <>
      <canvas ref={canvas} {...rest} />
      {isPrinted && <Printed scene={scene} />}
    </>
  );
}

/** Replaces the canvas in print: vector graphics, sharp at any size. */
function Printed({ scene }: { readonly scene: Scene }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawing = new DOMParser().parseFromString(svgOf(scene, ''), 'image/svg+xml');
    box.current?.replaceChildren(drawing.documentElement);
  }, [scene]);
  return <div class="printed" ref={box} />;
}

const leastWidth = 240;

/** A map's box. What is in it is drawn once its width in pixels is known, and again when that changes. */
export function Measured({
  children,
}: {
  readonly children: (width: number) => ComponentChildren;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(Math.floor(element.clientWidth), leastWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <div class="map" ref={box}>
      {width !== null && children(width)}
    </div>
  );
}

const widths = new Map<string, number>();
let measuring: CanvasRenderingContext2D | null = null;

/** The width of a label in pixels, in the letters of maps. */
export function labelWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  measuring ??= document.createElement('canvas').getContext('2d');
  if (measuring === null) return text.length * 6;
  measuring.font = `11px ${fontFamily}`;
  const { width } = measuring.measureText(text);
  if (widths.size > 5000) widths.clear();
  widths.set(text, width);
  return width;
}

const printScale = 3;

/** Buttons that save a drawing: what is in view, as it would be on paper. */
export function SaveDrawing({
  draw,
  name,
}: {
  readonly draw: (theme: Theme) => Scene;
  readonly name: string;
}): JSX.Element {
  return (
    <>
      <button
        type="button"
        onClick={() => saveFile(`${name}.svg`, svgOf(draw(lightTheme), name), 'image/svg+xml')}
      >
        Save SVG
      </button>
      <button
        type="button"
        onClick={() => {
          const drawn = draw(lightTheme);
          const canvas = document.createElement('canvas');
          canvas.width = drawn.width * printScale;
          canvas.height = drawn.height * printScale;
          const context = canvas.getContext('2d');
          if (context === null) return;
          context.scale(printScale, printScale);
          drawScene(context, drawn);
          canvas.toBlob((blob) => {
            if (blob !== null) saveFile(`${name}.png`, blob);
          });
        }}
      >
        Save PNG
      </button>
    </>
  );
}
