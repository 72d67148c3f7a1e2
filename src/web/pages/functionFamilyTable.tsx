/** The families of one function as a table, with ways to each family, its neighbourhood and a comparison. */
import type { JSX } from 'preact';
import type { FunctionFamily, FunctionOrder } from '../data/functionFamilies.ts';
import { plainText } from '../data/plainText.ts';
import type { Gene } from '../data/records.ts';
import { tally } from '../parts/bars.tsx';
import { FamilyLink } from '../parts/familyLink.tsx';
import { DrawnRows } from '../parts/drawnRows.tsx';
import { formatCount, saveFile, tsvOf } from '../parts/files.ts';
import { SortHeading } from '../parts/sortHeading.tsx';
import { linkTo } from '../route.ts';

const titles = {
  pham: 'Family',
  noted: 'Genes with such notes',
  genes: 'Genes in all',
  phages: 'Phages',
} as const;

// The most that a comparison opened from here begins with.
const mostCompared = 10;

export interface FunctionFamiliesProps {
  readonly families: readonly FunctionFamily[];
  readonly order: FunctionOrder;
  /** The genes with such notes, by family; empty until they are loaded. */
  readonly genesOf: ReadonlyMap<number | null, readonly Gene[]>;
  readonly loaded: boolean;
  /** Whether the site has the genes of phages, which neighbourhoods and comparisons need. */
  readonly hasPhages: boolean;
  /** The chosen one, whose families these are. */
  readonly cluster: string | null;
}

export function FunctionFamilies({
  families,
  order,
  genesOf,
  loaded,
  hasPhages,
  cluster,
}: FunctionFamiliesProps): JSX.Element {
  const heading = (column: keyof typeof titles) => (
    <SortHeading
      column={column}
      title={titles[column]}
      isNumber={column !== 'pham'}
      asked={order}
      usual="-noted"
    />
  );
  return (
    <section>
      <h2>
        Families <span class="muted">({formatCount(families.length)})</span>
      </h2>
      {cluster !== null && (
        <p class="note">
          Families with such genes in cluster {plainText(cluster)}; their numbers and comparisons
          are of all clusters.
        </p>
      )}
      <p class="row-tools">
        <button
          type="button"
          onClick={() =>
            saveFile(
              'families.tsv',
              tsvOf(headerOf(loaded), rowsOf(families, genesOf, loaded)),
              'text/tab-separated-values',
            )
          }
        >
          Save families as TSV
        </button>
      </p>
      <DrawnRows
        label="Table of families"
        items={families}
        columns={5 + (loaded ? 1 : 0) + (hasPhages ? 1 : 0)}
        head={
          <>
            {heading('pham')}
            <th scope="col">Notes</th>
            {heading('noted')}
            {heading('genes')}
            {heading('phages')}
            {loaded && <th scope="col">Clusters</th>}
            {hasPhages && (
              <th scope="col" class="on-screen">
                See also
              </th>
            )}
          </>
        }
        keyOf={({ pham }) => pham}
        cells={(family) => (
          <FamilyCells
            family={family}
            genes={genesOf.get(family.pham) ?? []}
            loaded={loaded}
            hasPhages={hasPhages}
          />
        )}
      />
    </section>
  );
}

function FamilyCells({
  family: { pham, notes, noted, genes: all, phages },
  genes,
  loaded,
  hasPhages,
}: {
  readonly family: FunctionFamily;
  readonly genes: readonly Gene[];
  readonly loaded: boolean;
  readonly hasPhages: boolean;
}): JSX.Element {
  const texts = notes.map(({ text }) => text).join('; ');
  const [first] = genes;
  return (
    <>
      <th scope="row">
        <FamilyLink pham={pham} color={first?.color} />
      </th>
      <td title={plainText(texts)}>{plainText(texts)}</td>
      <td class="number">{formatCount(noted)}</td>
      <td class="number">{formatCount(all)}</td>
      <td class="number">{formatCount(phages)}</td>
      {loaded && <td title={clustersOf(genes)}>{clustersOf(genes)}</td>}
      {hasPhages && <SeeAlso pham={pham} genes={genes} />}
    </>
  );
}

function SeeAlso({
  pham,
  genes,
}: {
  readonly pham: number;
  readonly genes: readonly Gene[];
}): JSX.Element {
  const some = [...new Set(genes.map(({ phage }) => phage))].slice(0, mostCompared);
  return (
    <td class="on-screen">
      <a href={`${linkTo('pham', String(pham))}#neighbourhood`}>
        Neighbourhood<span class="unseen"> of family {pham}</span>
      </a>
      {some.length > 1 && (
        <>
          {' · '}
          <a href={linkTo('compare', '', { with: some, align: String(pham) })}>
            Compare<span class="unseen"> phages with family {pham}</span>
          </a>
        </>
      )}
    </td>
  );
}

/** With how many phages of each have such a gene. */
function clustersOf(genes: readonly Gene[]): string {
  const phages = new Map(genes.map((gene) => [gene.phage, gene.cluster]));
  return tally(phages.values(), (cluster) => cluster || 'none')
    .map(([cluster, count]) => `${cluster} (${formatCount(count)})`)
    .join(', ');
}

function headerOf(loaded: boolean): readonly string[] {
  const known = ['Family', 'Notes', 'Genes with such notes', 'Genes in all', 'Phages'];
  return loaded ? [...known, 'Clusters', 'Phages with such genes'] : known;
}

function* rowsOf(
  families: readonly FunctionFamily[],
  genesOf: FunctionFamiliesProps['genesOf'],
  loaded: boolean,
): Generator<readonly (string | number)[]> {
  for (const { pham, notes, noted, genes: all, phages } of families) {
    const known = [pham, notes.map(({ text }) => text).join('; '), noted, all, phages];
    const genes = genesOf.get(pham) ?? [];
    const names = [...new Set(genes.map(({ phage }) => phage))];
    yield loaded ? [...known, clustersOf(genes), names.join('; ')] : known;
  }
}
