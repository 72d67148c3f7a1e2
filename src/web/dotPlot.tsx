/** Two genomes of a comparison as a dot plot, where the site has both. */
import { useMemo, useRef } from 'preact/hooks';
import { matchesOf } from './data/dotPlot.ts';
import { genomeOf, hasGenome } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { plainText } from './data/values.ts';
import { countOf } from './files.ts';
import { Canvas, Measured, useTheme } from './canvas.tsx';
import { SaveDrawing } from './mapParts.tsx';
import { type DotPlot, dotPlotMap, reversedColor } from './map/dotPlotMap.ts';
import { Trouble, useLoaded } from './page.tsx';

type PairProps = Readonly<{ site: Site; names: readonly [first: string, second: string] }>;

export function DotPlotOf({ site, names }: PairProps) {
  const genomes = useLoaded(names.join('\n'), async () => {
    const have = await Promise.all(names.map((name) => hasGenome(site, name)));
    return have.every(Boolean) ? Promise.all(names.map(genomeOf)) : [];
  });
  const plot = useMemo((): DotPlot | null => {
    const [first = '', second = ''] = genomes.state === 'done' ? genomes.value : [];
    if (first === '' || second === '') return null;
    const lengths = [first.length, second.length] as const;
    return { names, lengths, matches: matchesOf(first, second) };
  }, [genomes]);
  if (plot === null) return <Trouble of={genomes} />;
  return (
    <section>
      <h2>Dot plot</h2>
      <Measured>{(width) => <Drawn plot={plot} width={width} />}</Measured>
      <p class="legend">
        A line wherever both have the same 14 bases or more;{' '}
        <span class="swatch" style={{ backgroundColor: reversedColor }} /> on the other strand.
      </p>
    </section>
  );
}

function Drawn({ plot, width }: { plot: DotPlot; width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const scene = useMemo(() => dotPlotMap(plot, { width, theme }), [plot, width, theme]);
  const [first, second] = plot.names.map(plainText);
  return (
    <>
      <div class="row-tools" role="group" aria-label="Save the dot plot">
        <SaveDrawing
          name={`${plot.names.join('_')}_dotplot`}
          draw={(paper) => dotPlotMap(plot, { width, theme: paper })}
        />
      </div>
      <Canvas
        canvas={canvas}
        scene={scene}
        role="img"
        aria-label={`Dot plot of ${first} and ${second}: ${countOf(plot.matches.length, 'line')}.`}
      />
    </>
  );
}
