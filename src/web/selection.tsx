/** Phages that a reader chose in a table: the address keeps them, and they are compared or saved together. */
import type { Zippable } from 'fflate';
import { addresses, fetchText, unlessMissing } from './data/fetching.ts';
import type { PhageRow } from './data/indexes.ts';
import { genesOfPhage } from './data/records.ts';
import { proteinsOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { countOf, fileName, formatCount, saveFile } from './files.ts';
import { useGradual } from './page.tsx';
import { isSeen, linkTo, replaceQuery } from './route.ts';
import { Button, Failure } from './widgets.tsx';
import type { Column } from './table.tsx';

export function chosenIn(query: string): ReadonlySet<string> {
  return new Set(new URLSearchParams(query).getAll('pick').filter(isSeen));
}

function choose(query: string, names: Iterable<string>): void {
  const asked = new URLSearchParams(query);
  asked.delete('pick');
  for (const name of names) asked.append('pick', name);
  replaceQuery(asked);
}

export function choiceColumn<Key extends string>(
  query: string,
  chosen: ReadonlySet<string>,
): Column<PhageRow, Key> {
  return {
    title: 'Chosen',
    class: 'choice',
    cell: ({ name }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        checked={chosen.has(name)}
        onChange={({ currentTarget: { checked } }) =>
          choose(query, checked ? [...chosen, name] : [...chosen].filter((one) => one !== name))
        }
      />
    ),
  };
}

const mostCompared = 30;
// Of more, the file of everything is smaller.
const mostSaved = 100;

interface ChosenPhagesProps {
  readonly site: Site;
  readonly query: string;
  /** Those that the address names and the site has. */
  readonly rows: readonly PhageRow[];
}

export function ChosenPhages({ site, query, rows }: ChosenPhagesProps) {
  const { read, failure, start } = useGradual();
  if (rows.length === 0) return null;
  const names = rows.map(({ name }) => name);
  const save = () =>
    start(0, async (tell) => {
      const files: Zippable = {};
      for (const [at, row] of rows.entries()) {
        for (const [name, text] of await filesOf(site, row))
          files[fileName(name)] = new TextEncoder().encode(text);
        tell(at + 1);
      }
      // Loaded when it is asked for.
      const { zipSync } = await import('fflate');
      const zipped = new Uint8Array(zipSync(files));
      saveFile('phages.zip', new Blob([zipped], { type: 'application/zip' }));
    });
  return (
    <div class="note chosen-phages" role="group" aria-label="Chosen phages">
      <p class="row-tools">
        <strong role="status">{countOf(names.length, 'phage')} chosen</strong>
        {site.views.includes('genesbyphage') && (
          <a class="button" href={linkTo('compare', '', { with: names.slice(0, mostCompared) })}>
            Compare {names.length > mostCompared ? `the first ${mostCompared}` : 'them'}
          </a>
        )}
        {site.views.includes('phams') && names.length > 1 && (
          <a class="button" href={linkTo('matrix', '', { with: names })}>
            How alike they are
          </a>
        )}
        {names.length <= mostSaved && (
          <Button act={save} disabled={read !== null}>
            {read === null ? 'Save their files (zip)' : `Reading ${formatCount(read)} …`}
          </Button>
        )}
        <Button act={() => choose(query, [])}>Choose none</Button>
      </p>
      <Failure message="These could not be saved." why={failure} />
    </div>
  );
}

/** What the site has of a phage: its proteins and, with a genome, FASTA, GenBank and GFF3. */
async function filesOf(
  site: Site,
  { name, hasGenome, genes }: PhageRow,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const text = async (address: string) => unlessMissing(fetchText(address), null);
  const proteins =
    genes > 0 && site.views.includes('genesbyphage')
      ? proteinsOf(await unlessMissing(genesOfPhage(site, name), []))
      : null;
  const found = [
    [`${name}.faa`, proteins],
    ...(hasGenome
      ? ([
          [`${name}.fasta`, await text(addresses.genome(name))],
          [`${name}.gbk`, await text(addresses.genbank(name))],
          [`${name}.gff3`, await text(addresses.gff3(name))],
        ] as const)
      : []),
  ] as const;
  return found.flatMap(([file, content]) => (content === null ? [] : [[file, content] as const]));
}
