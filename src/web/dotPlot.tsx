/** Two genomes of a comparison as a dot plot, where the site has both. */
import { useMemo } from 'preact/hooks';
import { matchesOf } from './data/dotPlot.ts';
import { genomeOf, hasGenome } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { plainText } from '../text/values.ts';
import { countOf } from './files.ts';
import { Figure } from './mapParts.tsx';
import { type DotPlot, dotPlotMap, reversedColor } from './map/dotPlotMap.ts';
import type { DrawingSpace } from './map/scene.ts';
import { Trouble, useLoaded } from './page.tsx';
import { Swatch } from './widgets.tsx';

type PairProps = Readonly<{ site: Site; names: readonly [first: string, second: string] }>;

export function DotPlotOf({ site, names }: PairProps) {
  const loaded = useLoaded(names.join('\n'), async (): Promise<DotPlot | null> => {
    const have = await Promise.all(names.map((name) => hasGenome(site, name)));
    const [first, second] = have.every(Boolean) ? await Promise.all(names.map(genomeOf)) : [];
    if (!first || !second) return null;
    const lengths = [first.length, second.length] as const;
    return { names, lengths, matches: matchesOf(first, second) };
  });
  const plot = loaded.state === 'done' ? loaded.value : null;
  const draw = useMemo(
    () => plot && ((space: DrawingSpace) => ({ scene: dotPlotMap(plot, space) })),
    [plot],
  );
  if (plot === null || draw === null) return <Trouble of={loaded} />;
  const label = `Dot plot of ${names.map(plainText).join(' and ')}: ${countOf(plot.matches.length, 'line')}.`;
  return (
    <section>
      <h2>Dot plot</h2>
      <Figure
        name={`${names.join('_')}_dotplot`}
        label={label}
        toolsLabel="Save the dot plot"
        figure={{
          caption: `${label} A line wherever both have the same 14 bases or more.`,
          legend: [{ color: reversedColor, label: 'on the other strand' }],
        }}
        draw={draw}
      />
      <p class="legend">
        A line wherever both have the same 14 bases or more; <Swatch color={reversedColor} /> on the
        other strand.
      </p>
    </section>
  );
}
