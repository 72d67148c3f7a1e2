/** Makes feature records from the features of a sequence that are not genes. */
import type { FeatureRecord } from '../../generated/records.ts';
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { featureNames, functionFinder } from './functionOf.ts';
import { alongGenome, spanOf } from './spans.ts';
import { readQualifiers, tallyUntaken } from './untaken.ts';

type FeatureType = FeatureRecord['Type'];

/** Not features of their own: genes, and the whole sequence. */
const saidElsewhere = new Set(['CDS', 'gene', 'source', 'region']);
/** The parts or surroundings of a gene, and the file's own mark for a sequence. */
const leftOut = new Set(['mRNA', 'exon', 'databank_entry']);
const asTheyAre: ReadonlySet<string> = new Set<FeatureType>(['tRNA', 'tmRNA', 'rRNA', 'CRISPR']);

/** In order along the genome. */
export function featuresOf(
  sequence: AnnotatedSequence,
  { phage, log, file }: { readonly phage: string; readonly log: ImportLog; readonly file: string },
): FeatureRecord[] {
  const length = sequence.bases?.length ?? null;
  const others = sequence.features.filter(
    ({ type }) => !saidElsewhere.has(type) && !leftOut.has(type),
  );
  for (const { type, line } of sequence.features) {
    if (leftOut.has(type))
      logTo(log.refused, `features of the type ${type}`, phage, { file, line });
  }
  const lone = loneGenes(sequence, (line, name) =>
    logTo(log.fieldless, `/${name}`, 'gene', { file, line }),
  );
  const functionOf = functionFinder(sequence.features, featureNames);
  return alongGenome([...others, ...lone], length).map((feature) => {
    const { start, stop, orientation } = spanOf(feature.parts, length);
    const type = typeOf(feature);
    const qualifiers = readQualifiers(feature);
    const text = (name: string) => qualifiers.all(name).join('; ').trim();
    // Some versions of Pharokka name the tRNA only in this attribute.
    const product = text('product') || text('trna') || text('tRNA');
    const gene = product || text('gene');
    const said = gene === '' ? functionOf(feature) : null;
    if (said !== null && !said.isOfParent) qualifiers.all(said.name);
    const name = gene || said?.text || text('locus_tag') || feature.type;
    if (type !== feature.type) {
      const kind =
        type === 'other' ? 'features of other types' : `features now of the type ${type}`;
      logTo(log.changed, kind, `${feature.type} ${name}`, { file, line: feature.line });
    }
    const own = type === 'other' && name !== feature.type ? [feature.type] : [];
    const notes = [...own, text('note')].filter((note) => note !== '').join('; ');
    tallyUntaken(feature, qualifiers, { log, file, genomeLength: length });
    return {
      PhageID: phage,
      Type: type,
      Start: start,
      Stop: stop,
      Orientation: orientation,
      Name: name,
      Notes: notes,
    };
  });
}

/**
 * A gene is described by its CDS or RNA. Only a gene without one becomes a feature; of the others, what only the gene
 * says is reported.
 */
function loneGenes(
  { features }: AnnotatedSequence,
  report: (line: number, name: string) => void,
): AnnotatedFeature[] {
  const covering = new Map<string, AnnotatedFeature[]>();
  const saidUnder = new Map<string, Map<string, Set<string>>>();
  for (const feature of features) {
    if (!/^CDS$|RNA$/.test(feature.type)) continue;
    for (const key of [spanKey(feature), tagOf(feature)]) {
      const same = covering.get(key);
      if (same === undefined) covering.set(key, [feature]);
      else same.push(feature);
    }
  }
  const says = (key: string, name: string, value: string): boolean => {
    const all = covering.get(key) ?? [];
    if (all.length <= fewFeatures)
      return all.some(({ qualifiers }) => qualifiers.get(name)?.includes(value) === true);
    let said = saidUnder.get(key);
    if (said === undefined) saidUnder.set(key, (said = valuesOf(all)));
    return said.get(name)?.has(value) === true;
  };
  return features.filter((gene) => {
    if (gene.type !== 'gene') return false;
    const keys = [spanKey(gene), tagOf(gene)].filter((key) => covering.has(key));
    if (keys.length === 0) return true;
    for (const [name, values] of gene.qualifiers) {
      const isSaid = values.every((value) => keys.some((key) => says(key, name, value)));
      if (!isSaid) report(gene.line, name);
    }
    return false;
  });
}

// Above this, a set is made of what features of one place or tag say: a file may give one tag to all of its genes.
const fewFeatures = 4;

/** By qualifier: its values in any of the features. */
function valuesOf(features: readonly AnnotatedFeature[]): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>();
  for (const { qualifiers } of features) {
    for (const [name, values] of qualifiers) {
      let all = said.get(name);
      if (all === undefined) said.set(name, (all = new Set()));
      for (const value of values) all.add(value);
    }
  }
  return said;
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
  return qualifiers.get('locus_tag')?.find((tag) => tag !== '') ?? `line ${line}`;
}

function spanKey({ parts }: AnnotatedFeature): string {
  return parts.map(({ start, end, strand }) => `${start} ${end} ${strand}`).join();
}
