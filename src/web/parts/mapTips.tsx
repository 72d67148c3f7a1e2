/** The tip of a gene or feature that is pointed at on a map, or selected by keys. */
import type { JSX } from 'preact';
import { plainText } from '../data/plainText.ts';
import type { Feature, Gene } from '../data/records.ts';
import { useFamilyLabel } from './familyLink.tsx';
import { countOf, formatCount } from './files.ts';

interface TipPlace {
  /** In pixels, in the map's box. */
  readonly left: number;
  readonly top: number;
}

export function GeneTip({
  gene,
  phagesOf,
  left,
  top,
}: TipPlace & {
  readonly gene: Gene;
  readonly phagesOf: ((pham: number) => number) | null;
}): JSX.Element {
  const label = useFamilyLabel(gene.pham);
  const phages = gene.pham === null || phagesOf === null ? null : phagesOf(gene.pham);
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${top}px` }} aria-hidden="true">
      <strong>{gene.name === '' ? gene.id : `Gene ${gene.name}`}</strong>{' '}
      <span class="muted">{gene.id}</span>
      <br />
      {plainText(gene.notes) || 'no notes'}
      <br />
      <span class="muted">
        {placeOf(gene)}, {formatCount(gene.translation.length)} aa
        {gene.pham === null ? '' : `, family ${gene.pham}${label}`}
        {phages === null || phages === 0 ? '' : ` in ${countOf(phages, 'phage')}`}
      </span>
    </div>
  );
}

export function FeatureTip({
  feature,
  left,
  top,
}: TipPlace & { readonly feature: Feature }): JSX.Element {
  const { name, type, notes } = feature;
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${top}px` }} aria-hidden="true">
      <strong>{plainText(name || type)}</strong>{' '}
      {name !== '' && <span class="muted">{plainText(type)}</span>}
      {notes !== '' && (
        <>
          <br />
          {plainText(notes)}
        </>
      )}
      <br />
      <span class="muted">{placeOf(feature)}</span>
    </div>
  );
}

function placeOf({ start, stop, isReverse }: Pick<Gene, 'isReverse' | 'start' | 'stop'>): string {
  return `${formatCount(start + 1)} to ${formatCount(stop)}, ${isReverse ? 'reverse' : 'forward'}`;
}

/** For a screen reader. */
export function spokenGene({ id, notes }: Gene): string {
  return plainText(`${id}, ${notes || 'no notes'}`);
}

/** The same for a feature, which has no name that identifies it. */
export function spokenFeature(feature: Feature): string {
  const { name, type, notes } = feature;
  return plainText([type, name, notes, placeOf(feature)].filter(Boolean).join(', '));
}
