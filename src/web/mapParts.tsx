/** What stands around a map: buttons that move and save it, the tip of a gene, and what its colours mean. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Canvas, Measured, useTheme } from './canvas.tsx';
import { isMissing } from './data/fetching.ts';
import { fetchFamilies, type PhagesOf } from './data/indexes.ts';
import type { Feature, Gene } from './data/records.ts';
import type { Site } from './data/site.ts';
import { plainText } from '../text/values.ts';
import { countOf, formatCount, saveFile } from './files.ts';
import { captioned, type FigureText, type LegendEntry } from './map/captioned.ts';
import { type Coloring, coloringTitles, colorOf, familyLegend, legendOf } from './map/colors.ts';
import {
  type DrawingSpace,
  drawScene,
  lightTheme,
  type Pointed,
  type Scene,
  type Spot,
  svgOf,
  type Theme,
} from './map/scene.ts';
import { Trouble, useLoaded } from './page.tsx';
import { choiceIn, goTo } from './route.ts';
import { Button, KeptChoice, Swatch, useFamilyLabel } from './widgets.tsx';

interface MapToolsProps {
  /** By a share of the stretch in view; to the right if positive. */
  readonly pan: (share: number) => void;
  readonly scale: (times: number) => void;
  readonly whole: () => void;
  readonly wholeTitle: string;
  /** The name of saved files, without extension. */
  readonly name: string;
  readonly figure: FigureText;
  readonly draw: (theme: Theme) => Scene;
}

export function MapTools({ pan, scale, whole, wholeTitle, ...saved }: MapToolsProps) {
  const buttons = [
    { sign: '◀', title: 'To the left', act: () => pan(-0.5) },
    { sign: '▶', title: 'To the right', act: () => pan(0.5) },
    { sign: '+', title: 'Zoom in', act: () => scale(2) },
    { sign: '−', title: 'Zoom out', act: () => scale(0.5) },
  ];
  return (
    <div class="row-tools" role="group" aria-label="Move in the map, and save it">
      {buttons.map(({ sign, title, act }) => (
        <Button key={title} aria-label={title} title={title} act={act}>
          {sign}
        </Button>
      ))}
      <Button act={whole}>{wholeTitle}</Button>
      <SaveDrawing {...saved} />
    </div>
  );
}

const printScale = 3;

/** Buttons that save a drawing: what is in view, as it would be on paper, with what its colours mean and a caption. */
export function SaveDrawing({
  draw,
  name,
  figure,
}: Pick<MapToolsProps, 'draw' | 'figure' | 'name'>) {
  const drawnWhole = () => captioned(draw(lightTheme), figure);
  return (
    <>
      <Button act={() => saveFile(`${name}.svg`, svgOf(drawnWhole(), name), 'image/svg+xml')}>
        Save SVG
      </Button>
      <Button
        act={() => {
          const drawn = drawnWhole();
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
      </Button>
    </>
  );
}

interface FigureProps<Item> {
  /** The name of saved files, without extension. */
  readonly name: string;
  readonly label: string;
  /** What its buttons are, for those who cannot see it. */
  readonly toolsLabel: string;
  readonly figure: FigureText;
  /** The same function as long as it draws the same. */
  readonly draw: (space: DrawingSpace) => Pointed<Item>;
  /** The page of what is pointed at, and what is said of it. */
  readonly linkOf?: (item: Item) => string;
  readonly tip?: (item: Item, place: TipPlace) => ComponentChildren;
}

/** A drawing as wide as the page, to point at, and buttons that save it. */
export function Figure<Item>(props: FigureProps<Item>) {
  return <Measured>{(width) => <FigureOf<Item> {...props} width={width} />}</Measured>;
}

function FigureOf<Item>(props: FigureProps<Item> & { width: number }) {
  const { draw, width, linkOf, tip } = props;
  const theme = useTheme();
  const drawn = useMemo(() => draw({ width, theme }), [draw, width, theme]);
  const [spot, setSpot] = useState<Spot<Item> | null>(null);
  // Where it was, something else may be by now.
  useEffect(() => setSpot(null), [drawn]);
  const scene = useMemo(() => (spot && drawn.marking?.(spot.item)) ?? drawn.scene, [drawn, spot]);
  return (
    <>
      <div class="row-tools" role="group" aria-label={props.toolsLabel}>
        <SaveDrawing
          name={props.name}
          figure={props.figure}
          draw={(paper) => draw({ width, theme: paper }).scene}
        />
      </div>
      <div class="map-canvas">
        <Canvas
          scene={scene}
          role="img"
          aria-label={props.label}
          onMouseMove={(event) => {
            const { left, top } = event.currentTarget.getBoundingClientRect();
            const found = drawn.spotAt?.(event.clientX - left, event.clientY - top) ?? null;
            if (found?.item !== spot?.item) setSpot(found);
            event.currentTarget.classList.toggle('on-gene', found !== null);
          }}
          onMouseLeave={() => setSpot(null)}
          onClick={() => spot && linkOf && goTo(linkOf(spot.item))}
        />
        {spot &&
          tip?.(spot.item, {
            left: Math.min(spot.left, Math.max(0, width - 300)),
            top: spot.top,
          })}
      </div>
    </>
  );
}

/** For sighted readers; screen readers get the same from the label of the map. */
export function MapHint() {
  return (
    <p class="hint" aria-hidden="true">
      Drag to move. Ctrl and the wheel (⌘ on a Mac), or two fingers, zoom. A click opens a gene.
    </p>
  );
}

export interface TipPlace {
  /** In pixels, in the map's box. */
  readonly left: number;
  readonly top: number;
}

export function Tip({ left, top, children }: TipPlace & { children: ComponentChildren }) {
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${top}px` }} aria-hidden="true">
      {children}
    </div>
  );
}

export function GeneTip({
  gene,
  phagesOf,
  ...place
}: TipPlace & { gene: Gene; phagesOf: PhagesOf }) {
  const { id, name, notes, pham, translation } = gene;
  const label = useFamilyLabel(pham);
  const phages = pham === null || phagesOf === null ? 0 : phagesOf(pham);
  return (
    <Tip {...place}>
      <strong>{name === '' ? id : `Gene ${name}`}</strong> <span class="muted">{id}</span>
      <br />
      {plainText(notes) || 'no notes'}
      <br />
      <span class="muted">
        {placeOf(gene)}, {formatCount(translation.length)} aa
        {pham === null ? '' : `, family ${pham}${label}`}
        {phages === 0 ? '' : ` in ${countOf(phages, 'phage')}`}
      </span>
    </Tip>
  );
}

export function FeatureTip({ feature, ...place }: TipPlace & { feature: Feature }) {
  const { name, type, notes } = feature;
  return (
    <Tip {...place}>
      <strong>{plainText(name || type)}</strong>{' '}
      {name !== '' && <span class="muted">{plainText(type)}</span>}
      {notes !== '' && <br />}
      {plainText(notes)}
      <br />
      <span class="muted">{placeOf(feature)}</span>
    </Tip>
  );
}

function placeOf({ start, stop, isReverse }: Pick<Gene, 'isReverse' | 'start' | 'stop'>): string {
  return `${formatCount(start + 1)} to ${formatCount(stop)}, ${isReverse ? 'reverse' : 'forward'}`;
}

export function spokenGene({ id, notes }: Gene): string {
  return plainText(`${id}, ${notes || 'no notes'}`);
}

/** The same for a feature, which has no name that identifies it. */
export function spokenFeature(feature: Feature): string {
  const { name, type, notes } = feature;
  return plainText([type, name, notes, placeOf(feature)].filter(Boolean).join(', '));
}

export function ColoringChoice({ coloring }: { coloring: Coloring }) {
  return <KeptChoice label="Colour by" name="color" value={coloring} offered={coloringTitles} />;
}

/** How the genes of a map are coloured, as the address says; what is known of their families comes later. */
export function useColoring({ views }: Site, query: string) {
  const coloring = choiceIn(query, 'color', coloringTitles);
  const hasFamilies = views.includes('phams');
  const families = useLoaded(`families ${hasFamilies}`, async () =>
    hasFamilies ? fetchFamilies() : null,
  );
  const phagesOf: PhagesOf = families.state === 'done' ? (families.value?.phagesOf ?? null) : null;
  // Other colourings do not depend on the families.
  const sharedBy = coloring === 'sharing' ? phagesOf : null;
  const colors = useMemo(() => colorOf(coloring, sharedBy), [coloring, sharedBy]);
  return { coloring, families, phagesOf, colors };
}

export type Colored = ReturnType<typeof useColoring>;

/** Why a map does not say how many phages share a family; nothing where it does, or where nobody asked it to. */
export function ColoringTrouble({ coloring, families }: Pick<Colored, 'coloring' | 'families'>) {
  return (
    <>
      <Trouble of={families} />
      {coloring === 'sharing' && families.state === 'waiting' && (
        <p class="note">Loading how many phages share each family …</p>
      )}
      {coloring === 'sharing' && isUnknown(families) && (
        <p class="note">This site does not say how many phages share a family.</p>
      )}
    </>
  );
}

function isUnknown(families: Colored['families']): boolean {
  if (families.state === 'failed') return isMissing(families.error);
  return families.state === 'done' && families.value === null;
}

interface LegendProps {
  readonly coloring: Coloring;
  readonly genes: readonly Gene[];
  /** What else has a colour. */
  readonly more?: readonly LegendEntry[];
}

export function Legend({ coloring, genes, more = [] }: LegendProps) {
  const entries = [...legendOf(coloring, genes), ...more];
  return (
    <div class="legend">
      {coloring === 'family' && genes.length > 0 && <p>{familyLegend(genes)}</p>}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ color, label }) => (
            <li key={label}>
              <Swatch color={color} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
