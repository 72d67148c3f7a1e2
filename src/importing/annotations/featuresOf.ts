/** Makes feature records of what a sequence has besides genes. */
import type { FeatureRecord } from '../../generated/records.ts';
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { alongGenome, spanOf } from './spans.ts';

type FeatureType = FeatureRecord['Type'];

/** What is no feature of its own: the whole sequence, genes, and what stands around or in a CDS. */
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
  // A gene is said by its CDS or RNA; one that has none is said by nothing else.
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
    const name = text('product') || text('gene') || text('locus_tag') || feature.type;
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

/** Never that of a feature which has none. */
function tagOf({ qualifiers, line }: AnnotatedFeature): string {
  return qualifiers.get('locus_tag')?.[0] ?? `line ${line}`;
}

function spanKey({ parts }: AnnotatedFeature): string {
  return parts.map(({ start, end, strand }) => `${start} ${end} ${strand}`).join();
}
