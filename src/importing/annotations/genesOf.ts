/** Makes gene records of the CDS of a sequence. */
import type { GeneRecord, PhageSummary } from '../../generated/records.ts';
import type { AnnotatedFeature, AnnotatedSequence, ImportFault } from '../annotation.ts';
import type { Pairs } from '../table/readPairs.ts';
import { familyId, type FamilyKey, familyNamed, loneColor } from '../families.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { type FoundFunction, functionFinder, geneNames, textOf } from './functionOf.ts';
import { proteinOf } from './proteinOf.ts';
import { alongGenome, spanOf } from './spans.ts';
import { type QualifierReader, readQualifiers, tallyUntaken } from './untaken.ts';

export interface GeneChoices {
  /** Whether a CDS that is marked as a pseudogene becomes a gene. */
  readonly pseudogenes: 'keep' | 'refuse';
  /** Whether `hypothetical protein` is kept as Notes, which are empty otherwise. */
  readonly hypothetical: 'keep' | 'empty';
  /** Families by GeneID or locus tag; any other gene gets its family from its translation. Null for PHROGs. */
  readonly families: Pick<Pairs, 'get'> | null;
}

export interface GeneContext {
  readonly summary: PhageSummary;
  readonly choices: GeneChoices;
  readonly log: ImportLog;
  readonly file: string;
  readonly report: (fault: ImportFault) => void;
}

/** In order along the genome, in which they are numbered. Their colour is that of a family of one gene. */
export function genesOf(sequence: AnnotatedSequence, context: GeneContext): GeneRecord[] {
  const coding = alongGenome(
    sequence.features.filter(({ type }) => type === 'CDS'),
    sequence.bases?.length ?? null,
  );
  const functionOf = functionFinder(sequence.features, geneNames);
  const tags = new Set<string>();
  return coding.flatMap((cds, at) => {
    const gene = geneOf(cds, at + 1, { genome: sequence.bases, functionOf }, context);
    if (gene === null) return [];
    const tag = gene.LocusTag ?? '';
    const place = { file: context.file, line: cds.line };
    if (tags.has(tag))
      logTo(context.log.doubtful, 'genes with the locus tag of another gene', tag, place);
    if (tag !== '') tags.add(tag);
    return [gene];
  });
}

interface Around {
  readonly genome: Buffer | null;
  readonly functionOf: (cds: AnnotatedFeature) => FoundFunction | null;
}

function geneOf(
  cds: AnnotatedFeature,
  number: number,
  { genome, functionOf }: Around,
  { summary, choices, log, file, report }: GeneContext,
): GeneRecord | null {
  const place = { file, line: cds.line };
  const qualifiers = readQualifiers(cds);
  const text = (name: string) => {
    qualifiers.all(name);
    return textOf(cds, name);
  };
  const locusTag = text('locus_tag');
  const geneId = `${summary.PhageID}_CDS_${number}`;
  const what = locusTag === '' ? geneId : locusTag;
  const isPseudo = ['pseudo', 'pseudogene'].some((name) => qualifiers.all(name).length > 0);
  if (isPseudo && choices.pseudogenes === 'refuse') {
    logTo(log.refused, 'pseudogenes', what, place);
    return null;
  }
  const { start, stop, length, orientation } = spanOf(cds.parts, genome?.length ?? null);
  if (orientation === null) {
    report({ line: cds.line, expected: 'the strand of a CDS: + or -', found: 'none' });
    return null;
  }
  const protein = proteinOf(cds, qualifiers, genome);
  if (typeof protein === 'string') {
    logTo(log.refused, `genes with ${protein}`, what, place);
    return null;
  }
  const { translation } = protein;
  if (isPseudo) logTo(log.changed, 'pseudogenes taken as genes', what, place);
  for (const kind of protein.changes) logTo(log.changed, kind, what, place);
  for (const kind of protein.doubts) logTo(log.doubtful, kind, what, place);
  const said = text('product') === '' ? functionOf(cds) : null;
  if (said !== null) {
    const from = said.isOfParent ? `/${said.name} of their gene or transcript` : `/${said.name}`;
    logTo(log.changed, `functions from ${from}, since genes have no product`, what, place);
    if (!said.isOfParent) qualifiers.all(said.name);
  }
  const product = said?.text ?? text('product');
  const category = text('function');
  const isHypothetical = /^hypothetical protein$/i.test(product);
  const isLeftOut = choices.hypothetical === 'empty' && isHypothetical;
  if (isLeftOut) {
    logTo(log.changed, 'products "hypothetical protein" left out', what, place);
  }
  // The category of a PHROG, as Pharokka and Phold write it. This one says nothing that such a product does not.
  const isSaid = (product === '' || isHypothetical) && /^unknown function$/i.test(category);
  if (isSaid) logTo(log.changed, 'categories "unknown function" left out', what, place);
  const family = familyKeyOf(qualifiers, geneId, locusTag, translation, choices.families);
  if (family.kind === 'translation')
    logTo(log.changed, 'genes without a family, now in one by their translation', what, place);
  const id = familyId(family);
  const name = text('gene') || String(number);
  tallyUntaken(cds, qualifiers, { log, file, genomeLength: genome?.length ?? null });
  return {
    GeneID: geneId,
    PhageID: summary,
    PhamID: { PhamID: id, Color: loneColor },
    Start: start,
    Stop: stop,
    Length: length,
    Name: name,
    Translation: translation,
    Orientation: orientation,
    Notes: [isLeftOut ? '' : product, isSaid || category === '' ? '' : `[${category}]`]
      .filter(Boolean)
      .join(' '),
    LocusTag: locusTag === '' ? null : locusTag,
  };
}

function familyKeyOf(
  qualifiers: Pick<QualifierReader, 'first'>,
  geneId: string,
  locusTag: string,
  translation: string,
  families: GeneChoices['families'],
): FamilyKey {
  if (families !== null) {
    const names = [geneId, locusTag, translation].map((key) => families.get(key));
    const name = names.find((one) => one !== undefined);
    return name === undefined ? { kind: 'translation', translation } : familyNamed(name);
  }
  const phrog = qualifiers.first('phrog');
  if (/^\d{1,6}$/.test(phrog)) return { kind: 'phrog', number: Number(phrog) };
  return { kind: 'translation', translation };
}
