/** The page of a gene: what it is, its sequences, what stands beside it and who else has it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { plainText } from '../text/values.ts';
import { genesOfFamily } from './data/families.ts';
import { addresses } from './data/fetching.ts';
import { genesNamed } from './data/geneLookup.ts';
import { allPhages } from './data/indexes.ts';
import type { Gene } from './data/records.ts';
import { basesOf, fastaOf, massOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { fastaType, formatCount, saveFile } from './files.ts';
import { geneData } from './linkedData.ts';
import { categoryOf } from './map/colors.ts';
import { stretchAround, stretchChoices } from './map/stretch.ts';
import { Neighbours } from './neighbours.tsx';
import { NoPage, PageHead, type PageProps, Several, Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Button, Facts, FamilyLink, noteLink, Said } from './widgets.tsx';

export function GenePage({ site, name: asked }: PageProps) {
  const called = useLoaded(asked, () => genesNamed(site, asked, allPhages));
  return (
    <Show of={called}>
      {(genes) => {
        const [gene, another] = genes;
        if (gene === undefined) return <UnknownGene site={site} id={asked} />;
        if (another === undefined) return <Found site={site} gene={gene} asked={asked} />;
        const links = genes.map(({ id, phage }) => (
          <>
            <a href={linkTo('gene', id)}>{id}</a> <span class="muted">of {plainText(phage)}</span>
          </>
        ));
        return <Several site={site} asked={asked} what="genes" links={links} />;
      }}
    </Show>
  );
}

function UnknownGene({ site, id }: { site: Site; id: string }) {
  return (
    <NoPage site={site} title={id} description="No such gene.">
      This site has no gene of this GeneID or locus tag.{' '}
      <a href={linkTo('search', id)}>Search for it</a>.
    </NoPage>
  );
}

/** Without files of single genes, the record is in those of its phage, or in the list. */
function filesOf({ hasGeneFiles, views }: Site, { id, phage, pham }: Gene): readonly string[] {
  const ofPhage = views.includes('genesbyphage') ? [addresses.genesOf(phage)] : [];
  const list = ofPhage.length === 0 ? ['api/genes/index.json'] : [];
  return [
    ...(hasGeneFiles ? [addresses.gene(id)] : list),
    ...ofPhage,
    ...(views.includes('phams') && pham !== null ? [addresses.neighbours(String(pham))] : []),
  ];
}

/** `asked` is what the gene was asked for by. */
function Found({ site, gene, asked }: { site: Site; gene: Gene; asked: string }) {
  const { id, phage, pham, notes, start, stop, translation } = gene;
  const mass = massOf(translation);
  const category = categoryOf(notes).name;
  // Imports write it behind the notes.
  const isSaid = notes === '' || notes.toLowerCase().endsWith(`[${category.toLowerCase()}]`);
  const ofFunction = noteLink(notes);
  return (
    <>
      <PageHead
        site={site}
        title={id}
        description={plainText(
          `Gene ${gene.name} of the bacteriophage ${phage}: ${notes || 'function unknown'}.`,
        )}
        files={filesOf(site, gene)}
        linkedData={geneData(site, gene)}
      >
        <p class="lead">
          <Said text={notes || 'No notes: its function is not known.'} />{' '}
          {!isSaid && <span class="muted">({category})</span>}
          {ofFunction !== null && site.views.includes('phams') && (
            <>
              {' '}
              <span class="muted">·</span> <a href={ofFunction}>all genes with this function</a>
            </>
          )}
        </p>
        {asked !== id && (
          <p class="note">
            The GeneID of <bdi>{plainText(asked)}</bdi> is {plainText(id)}.
          </p>
        )}
      </PageHead>
      <Facts
        of={[
          [
            'Phage',
            <>
              <a href={linkTo('phage', phage)}>{phage}</a>
              {gene.cluster !== '' && `, ${plainText(gene.subcluster || gene.cluster)}`}
              {gene.hostGenus !== '' && `, found on ${plainText(gene.hostGenus)}`}
            </>,
          ],
          ['Gene', <Said text={gene.name || '–'} />],
          ['Locus tag', <Said text={gene.locusTag || '–'} />],
          ['Family', pham === null ? '–' : <FamilyLink pham={pham} color={gene.color} />],
          [
            'Place',
            <>
              <a href={linkTo('phage', phage, stretchChoices(stretchAround(gene)))}>
                {formatCount(start + 1)} to {formatCount(stop)}
              </a>
              , {gene.isReverse ? 'reverse' : 'forward'} strand
              {sizeOf(gene)}
            </>,
          ],
          [
            'Protein',
            `${formatCount(translation.length)} amino acids${mass === null ? '' : `, ${mass.toFixed(1)} kDa`}`,
          ],
        ]}
      />
      {site.views.includes('genesbyphage') ? (
        <GeneNeighbours site={site} gene={gene} />
      ) : (
        <p class="note">
          This site was built without the genes of single phages, so the neighbourhood is not shown.
        </p>
      )}
      {translation !== '' && (
        <Sequence
          title="Protein"
          header={`${id} ${notes} [${phage}]`}
          sequence={translation}
          fileName={`${id}.faa`}
          more={
            <a class="button" href={linkTo('sequence', '', { of: id })}>
              Find proteins like it
            </a>
          }
        />
      )}
      <Nucleotides site={site} gene={gene} />
    </>
  );
}

/** How many bases are read, and of how many where these are others. */
function sizeOf({ start, stop, length }: Gene): string {
  const ofOrigin = start <= stop ? '' : ', through the origin';
  if (length === null) return start <= stop ? `, ${formatCount(stop - start)} bp` : ofOrigin;
  const isOther = start <= stop && length !== stop - start;
  const span = isOther ? ` read, over ${formatCount(stop - start)} bp of the genome` : '';
  return `, ${formatCount(length)} bp${span}${ofOrigin}`;
}

function GeneNeighbours({ site, gene }: { site: Site; gene: Gene }) {
  const { pham } = gene;
  const hasFamilies = site.views.includes('phams') && pham !== null;
  const family = useLoaded(`family ${gene.id}`, async () => {
    if (!hasFamilies) return { members: [gene], total: 1 };
    const { genes, total } = await genesOfFamily(site, pham);
    return { members: nearestFirst(gene, genes), total };
  });
  return <Show of={family}>{(found) => <Neighbours site={site} {...found} />}</Show>;
}

/** The gene itself first, then those of its subcluster and cluster, then all others. */
function nearestFirst(gene: Gene, genes: readonly Gene[]): readonly Gene[] {
  const nearness = ({ phage, cluster, subcluster }: Gene) => {
    if (phage === gene.phage) return 0;
    if (cluster !== gene.cluster) return 3;
    return subcluster === gene.subcluster ? 1 : 2;
  };
  const others = genes.filter(({ id }) => id !== gene.id);
  return [gene, ...others.sort((a, b) => nearness(a) - nearness(b))];
}

function Nucleotides({ site, gene }: { site: Site; gene: Gene }) {
  const { id, phage, isReverse, length } = gene;
  const found = useLoaded(`bases ${id}`, () => basesOf(site, gene));
  return (
    <Show of={found}>
      {(read) => {
        if (read === null) {
          return (
            <p class="note">
              This site has no genome of {plainText(phage)}, so there are no nucleotides.
            </p>
          );
        }
        const { bases, parts, isWholeSpan } = read;
        const ranges = parts.map(({ first, last }) => `${first}..${last}`).join(',');
        const span = isWholeSpan ? ` (the whole span, of which ${length ?? 0} bases are read)` : '';
        const places = parts.map(
          ({ first, last }) => `${formatCount(first)} to ${formatCount(last)}`,
        );
        return (
          <Sequence
            title="Nucleotides"
            header={`${id} ${ranges}${isReverse ? ' reverse' : ''}${span} [${phage}]`}
            sequence={bases}
            fileName={`${id}.fna`}
          >
            {isWholeSpan && (
              <p class="note">
                These are all bases from start to stop. Which {formatCount(length ?? 0)} of them are
                read is not known.
              </p>
            )}
            {!isWholeSpan && parts.length > 1 && (
              <p>
                In {parts.length} parts: {places.join(', then ')}.
              </p>
            )}
          </Sequence>
        );
      }}
    </Show>
  );
}

interface SequenceProps {
  readonly title: string;
  /** The first line of its FASTA, without `>`. */
  readonly header: string;
  readonly sequence: string;
  readonly fileName: string;
  readonly children?: ComponentChildren;
  /** Beside what is done with it. */
  readonly more?: ComponentChildren;
}

function Sequence({ title, header, sequence, fileName, children, more }: SequenceProps) {
  const fasta = fastaOf(header, sequence);
  return (
    <section>
      <h2>{title}</h2>
      {children}
      <pre class="sequence" tabIndex={0} role="region" aria-label={title}>
        {sequence.match(/.{1,60}/g)?.join('\n') ?? ''}
      </pre>
      <p class="row-tools">
        <CopyButton text={sequence} label="Copy" />
        <CopyButton text={fasta} label="Copy FASTA" />
        <Button act={() => saveFile(fileName, fasta, fastaType)}>Save FASTA</Button>
        {more}
      </p>
    </section>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [status, setStatus] = useState('');
  return (
    <>
      <Button
        act={() => {
          // Missing on pages that were not loaded by https.
          const clipboard = navigator.clipboard as Clipboard | undefined;
          const copied = clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
          return copied.then(
            () => setStatus('Copied'),
            () => setStatus('Not allowed: select the text and copy it'),
          );
        }}
      >
        {status || label}
      </Button>
      <span class="unseen" role="status">
        {status}
      </span>
    </>
  );
}
