/** Where drawings are shown: a canvas as wide as the page, in the colours of the screen, and as vectors in print. */
import type { CanvasHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { darkTheme, drawScene, lightTheme, type Scene, svgOf, type Theme } from './map/scene.ts';
import { useMedia } from './page.tsx';

type CanvasProps = Omit<CanvasHTMLAttributes, 'ref'> & {
  /** For those that look at it themselves. */
  readonly canvas?: RefObject<HTMLCanvasElement | null>;
  readonly scene: Scene;
};

// In pixels: what a turn of the wheel brings into view meanwhile.
const spareHeight = 150;
const redrawMs = 150;

export function Canvas({ canvas: asked, scene, ...rest }: CanvasProps) {
  const own = useRef<HTMLCanvasElement>(null);
  const canvas = asked ?? own;
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
    const timer = setTimeout(() => drawScene(context, scene), redrawMs);
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
function Printed({ scene }: { scene: Scene }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawing = new DOMParser().parseFromString(svgOf(scene, ''), 'image/svg+xml');
    box.current?.replaceChildren(drawing.documentElement);
  }, [scene]);
  return <div class="printed" ref={box} />;
}

const leastWidth = 240;

/** A map's box. What is in it is drawn once its width in pixels is known, and again when that changes. */
export function Measured({ children }: { children: (width: number) => ComponentChildren }) {
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

/** A listener that does what a key is for, unless it is pressed with others. */
export function keyPresses(acts: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}

/** Paper is light. */
export function useTheme(): Theme {
  return useMedia('screen and (prefers-color-scheme: dark)') ? darkTheme : lightTheme;
}
