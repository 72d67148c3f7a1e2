/** The genes of a phage as a table, to look through and to find one in. */
import type { JSX } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Gene } from '../data/records.ts';
import { setChoices } from '../navigation.ts';
import { FamilyLabels, FamilyLink } from '../parts/familyLink.tsx';
import { countOf, formatCount } from '../parts/files.ts';
import { Said } from '../parts/said.tsx';
import { linkTo } from '../route.ts';

export function GeneTable({
  genes,
  phagesOf,
  query,
}: {
  readonly genes: readonly Gene[];
  readonly phagesOf: ((pham: number) => number) | null;
  readonly query: string;
}): JSX.Element {
  const text = new URLSearchParams(query).get('find') ?? '';
  const labels = useContext(FamilyLabels);
  const shown = useMemo(() => genesWith(genes, text, labels), [genes, text, labels]);
  const hasTags = useMemo(() => genes.some(({ locusTag }) => locusTag !== ''), [genes]);
  return (
    <section>
      <h2>
        Genes <span class="muted">({formatCount(genes.length)})</span>
      </h2>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Find a gene
          <input
            type="search"
            value={text}
            placeholder="Locus tag, GeneID, notes …"
            onInput={({ currentTarget: { value } }) => setChoices({ find: value })}
          />
        </label>
        <p role="status">
          {text.trim() === ''
            ? ''
            : shown.length === 0
              ? 'No gene fits.'
              : `${formatCount(shown.length)} of ${countOf(genes.length, 'gene')}`}
        </p>
      </form>
      <div class="scroll rows" tabIndex={0} role="region" aria-label="Table of genes">
        <table aria-label="Table of genes">
          <thead>
            <tr>
              <th scope="col">Gene</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                To
              </th>
              <th scope="col">Strand</th>
              <th scope="col" class="number">
                Length (aa)
              </th>
              <th scope="col">Family</th>
              <th scope="col" class="number">
                Phages with it
              </th>
              <th scope="col">Notes</th>
              {hasTags && <th scope="col">Locus tag</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((gene) => (
              <tr key={gene.id}>
                <th scope="row">
                  <a href={linkTo('gene', gene.id)} title={gene.id}>
                    {gene.name !== '' && <span class="unseen">Gene </span>}
                    {gene.name || gene.id}
                  </a>
                </th>
                <td class="number">{formatCount(gene.start + 1)}</td>
                <td class="number">{formatCount(gene.stop)}</td>
                <td>{gene.isReverse ? 'reverse' : 'forward'}</td>
                <td class="number">{formatCount(gene.translation.length)}</td>
                <td>{gene.pham !== null && <FamilyLink pham={gene.pham} color={gene.color} />}</td>
                <td class="number">
                  {gene.pham === null || phagesOf === null ? '' : formatCount(phagesOf(gene.pham))}
                </td>
                <td>
                  <Said text={gene.notes} />
                </td>
                {hasTags && <td>{gene.locusTag}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Those that have every word of the text somewhere, in any case. */
function genesWith(
  genes: readonly Gene[],
  text: string,
  labels: ReadonlyMap<number, string>,
): readonly Gene[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return genes.filter(({ id, name, locusTag, pham, notes }) => {
    const label = labels.get(pham ?? -1) ?? '';
    const all = [id, name, locusTag, pham ?? '', label, notes].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
