/** What stands above and below every map: buttons that move it and save it, and how it is moved without them. */
import type { JSX } from 'preact';
import type { Scene, Theme } from '../map/scene.ts';
import { SaveDrawing } from './canvas.tsx';

export function MapTools({
  pan,
  scale,
  whole,
  wholeTitle,
  name,
  draw,
}: {
  /** By a share of the stretch in view; to the right if positive. */
  readonly pan: (share: number) => void;
  /** By a factor. */
  readonly scale: (times: number) => void;
  readonly whole: () => void;
  readonly wholeTitle: string;
  /** The name of saved files, without extension. */
  readonly name: string;
  readonly draw: (theme: Theme) => Scene;
}): JSX.Element {
  const buttons = [
    { sign: '◀', title: 'To the left', act: () => pan(-0.5) },
    { sign: '▶', title: 'To the right', act: () => pan(0.5) },
    { sign: '+', title: 'Zoom in', act: () => scale(2) },
    { sign: '−', title: 'Zoom out', act: () => scale(0.5) },
  ];
  return (
    <div class="row-tools" role="group" aria-label="Move in the map, and save it">
      {buttons.map(({ sign, title, act }) => (
        <button key={title} type="button" aria-label={title} title={title} onClick={act}>
          {sign}
        </button>
      ))}
      <button type="button" onClick={whole}>
        {wholeTitle}
      </button>
      <SaveDrawing name={name} draw={draw} />
    </div>
  );
}

/** For sighted readers; screen readers get the same from the label of the map. */
export function MapHint(): JSX.Element {
  return (
    <p class="hint" aria-hidden="true">
      Drag to move. Ctrl and the wheel (⌘ on a Mac), or two fingers, zoom. A click opens a gene.
    </p>
  );
}
