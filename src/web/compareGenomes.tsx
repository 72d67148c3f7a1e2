/** A button that loads genomes when a reader asks for it, and passes on their sketches. */
import { fetchSketches } from './data/sketch.ts';
import { formatCount } from './files.ts';
import { useGradual } from './page.tsx';
import { Button } from './widgets.tsx';

interface CompareGenomesProps {
  /** Of phages that have a genome. */
  readonly names: readonly string[];
  readonly title: string;
  /** Called with their sketches, in order. */
  readonly use: (sketches: readonly Uint32Array[]) => void;
}

export function CompareGenomes({ names, title, use }: CompareGenomesProps) {
  const { read, failure, start } = useGradual();
  const compare = () => start(0, async (tell) => use(await fetchSketches(names, tell)));
  return (
    <p class="row-tools">
      <Button disabled={read !== null} act={compare}>
        {read === null
          ? title
          : `Loading genomes: ${formatCount(read)} of ${formatCount(names.length)} …`}
      </Button>
      {failure !== null && <span role="alert">{failure}</span>}
    </p>
  );
}
