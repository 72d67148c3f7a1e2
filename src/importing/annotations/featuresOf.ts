/** Makes feature records from the features of a sequence that are not genes. */
import type { FeatureRecord } from '../../generated/records.ts';
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { alongGenome, spanOf } from './spans.ts';

type FeatureType = FeatureRecord['Type'];

/** Not features of their own: the whole sequence, genes, and the parts or surroundings of a CDS. */
const saidElsewhere = new Set(['CDS', 'source', 'region', 'mRNA', 'exon', 'databank_entry']);
const asTheyAre: ReadonlySet<string> = new Set<FeatureType>(['tRNA', 'tmRNA', 'rRNA', 'CRISPR']);

/** In order along the genome. */
export function featuresOf(
  sequence: AnnotatedSequence,
  { phage, log, file }: { readonly phage: string; readonly log: ImportLog; readonly file: string },
): FeatureRecord[] {
  const length = sequence.bases?.length ?? null;
  const others = sequence.features.filter(
    ({ type }) => type !== 'gene' && !saidElsewhere.has(type),
  );
  // A gene is described by its CDS or RNA. Only a gene without one becomes a feature.
  const covering = sequence.features.filter(({ type }) => /^CDS$|RNA$/.test(type));
  const covered = new Set(covering.flatMap((feature) => [spanKey(feature), tagOf(feature)]));
  const lone = sequence.features.filter(
    (feature) =>
      feature.type === 'gene' && !covered.has(spanKey(feature)) && !covered.has(tagOf(feature)),
  );
  return [...others, ...lone].toSorted(alongGenome(length)).map((feature) => {
    const { start, stop, orientation } = spanOf(feature.parts, length);
    const type = typeOf(feature);
    const text = (name: string) => feature.qualifiers.get(name)?.join('; ').trim() ?? '';
    // Some versions of Pharokka name the tRNA only in this attribute.
    const product = text('product') || text('trna');
    const name = product || text('gene') || text('locus_tag') || feature.type;
    if (type === 'other') {
      const place = { file, line: feature.line };
      logTo(log.changed, 'features of other types', `${feature.type} ${name}`, place);
    }
    const own = type === 'other' && name !== feature.type ? [feature.type] : [];
    return {
      PhageID: phage,
      Type: type,
      Start: start,
      Stop: stop,
      Orientation: orientation,
      Name: name,
      Notes: [...own, text('note')].filter((note) => note !== '').join('; '),
    };
  });
}

function typeOf({ type, qualifiers }: AnnotatedFeature): FeatureType {
  if (asTheyAre.has(type)) return type as FeatureType;
  if (!/repeat/i.test(type)) return 'other';
  const said = ['rpt_family', 'note', 'product', 'ID'].flatMap(
    (name) => qualifiers.get(name) ?? [],
  );
  return said.some((text) => /crispr/i.test(text)) ? 'CRISPR' : 'repeat';
}

/** Unique to the feature if it has no tag, so that it equals no other. */
function tagOf({ qualifiers, line }: AnnotatedFeature): string {
  return qualifiers.get('locus_tag')?.[0] ?? `line ${line}`;
}

function spanKey({ parts }: AnnotatedFeature): string {
  return parts.map(({ start, end, strand }) => `${start} ${end} ${strand}`).join();
}
