/** Large families come in part, and as a whole when a reader asks for it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { allOfFamily, type FamilyGenes } from '../data/familyGenes.ts';
import type { Gene } from '../data/records.ts';
import type { Site } from '../data/site.ts';
import { formatCount } from '../parts/files.ts';

export interface WholeFamily extends FamilyGenes {
  readonly isWhole: boolean;
  /** The number that is loaded, while the others are loading. */
  readonly read: number | null;
  /** Why loading failed, in words for readers. */
  readonly failure: string | null;
  /** Calls its argument with all genes once they are loaded. */
  readonly loadAll: (use?: (genes: readonly Gene[]) => void) => Promise<void>;
}

export function useFamily(site: Site, id: string, first: FamilyGenes): WholeFamily {
  const [all, setAll] = useState(first);
  const [read, setRead] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isWhole = all.genes.length === all.total;
  return {
    ...all,
    isWhole,
    read,
    failure,
    async loadAll(use = () => {}) {
      if (isWhole) {
        use(all.genes);
        return;
      }
      setFailure(null);
      setRead(0);
      try {
        const whole = await allOfFamily(site, id, setRead);
        setAll(whole);
        use(whole.genes);
      } catch (error) {
        setFailure(error instanceof Error ? error.message : String(error));
      } finally {
        setRead(null);
      }
    },
  };
}

/** Says that some genes are not loaded, and loads them; nothing if all are. */
export function LoadAll({ family }: { readonly family: WholeFamily }): JSX.Element | null {
  const { genes, total, isWhole, read, failure, loadAll } = family;
  if (isWhole) return null;
  return (
    <div class="note">
      <p>
        This is a large family: the first {formatCount(genes.length)} of its {formatCount(total)}{' '}
        genes are here. Clusters and lengths are counted when all are.
      </p>
      {failure !== null && (
        <p role="alert">
          <strong>The others could not be loaded.</strong> {failure}
        </p>
      )}
      {read === null ? (
        <button type="button" onClick={() => void loadAll()}>
          Load all {formatCount(total)} genes
        </button>
      ) : (
        <label>
          Loading all genes: {formatCount(read)} of {formatCount(total)}{' '}
          <progress max={total} value={read} />
        </label>
      )}
    </div>
  );
}
