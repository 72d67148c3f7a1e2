/** The nucleotides of a gene on its page, with what there is to say of genes in several parts. */
import type { JSX } from 'preact';
import { basesOf } from '../data/geneBases.ts';
import { plainText } from '../data/plainText.ts';
import type { Gene } from '../data/records.ts';
import type { Site } from '../data/site.ts';
import { formatCount } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { Sequence } from '../parts/sequence.tsx';

export function Nucleotides({
  site,
  gene,
}: {
  readonly site: Site;
  readonly gene: Gene;
}): JSX.Element {
  const found = useLoaded(`bases ${gene.id}`, () => basesOf(site, gene));
  return (
    <Show of={found}>
      {(read) => {
        if (read === null) {
          return (
            <p class="note">
              This site has no genome of {plainText(gene.phage)}, so there are no nucleotides.
            </p>
          );
        }
        const { bases, parts, isWholeSpan } = read;
        const said = [
          parts.map(({ first, last }) => `${first}..${last}`).join(','),
          ...(gene.isReverse ? ['reverse'] : []),
          ...(isWholeSpan ? [`(the whole span, of which ${gene.length ?? 0} bases are read)`] : []),
        ].join(' ');
        return (
          <Sequence
            title="Nucleotides"
            header={`${gene.id} ${said} [${gene.phage}]`}
            sequence={bases}
            fileName={`${gene.id}.fna`}
          >
            {isWholeSpan && (
              <p class="note">
                These are all bases from start to stop. Which {formatCount(gene.length ?? 0)} of
                them are read is not known.
              </p>
            )}
            {!isWholeSpan && parts.length > 1 && (
              <p>
                In {parts.length} parts:{' '}
                {parts
                  .map(({ first, last }) => `${formatCount(first)} to ${formatCount(last)}`)
                  .join(', then ')}
                .
              </p>
            )}
          </Sequence>
        );
      }}
    </Show>
  );
}
