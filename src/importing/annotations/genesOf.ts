/** Makes records of the genes and other features of a sequence. */
import { isProteinAccession } from '../../text/accession.ts';
import { phrogCategories } from '../../text/phrogCategories.ts';
import type { FeatureRecord, GeneRecord, PhageSummary } from '../../generated/records.ts';
import type { AnnotatedFeature, AnnotatedSequence, ImportFault } from '../annotation.ts';
import { familyId, type FamilyKey, familyNamed, loneColor } from '../blankPhage.ts';
import { isNoValue } from '../noValue.ts';
import { endNumber, numberedGene, numberOf, type Pairs } from '../readPairs.ts';
import { type ImportLog, logTo } from '../report.ts';
import { addTo } from '../spill.ts';
import { alongGenome, proteinOf, spanOf } from './proteinOf.ts';
import { type NamedGene, ofTranslation } from './sharedTags.ts';
import { type QualifierReader, readQualifiers, tallyUntaken } from './sourceFields.ts';

interface FoundFunction {
  readonly text: string;
  /** The qualifier that says it, and whether that is one of its gene or transcript. */
  readonly name: string;
  readonly isOfParent: boolean;
}

/** In this order; of each, first what the CDS says, then what its transcript and gene say. */
export const geneNames = [
  'product',
  'Product',
  'Name',
  'label',
  'note',
  'Note',
  'description',
  'tRNA',
];
/** Other features have their notes besides. */
export const featureNames = ['product', 'Name', 'label'];
/** Attributes that hold identifiers: a text that one of them has is no function. */
const identifying = ['ID', 'Parent', 'locus_tag', 'protein_id', 'transcript_id', 'gene', 'Alias'];
const parental = /^(?:gene|pseudogene)$|RNA$|transcript$/;
/** What describes a gene. */
const ofProduct = /^CDS$|RNA$/;
/** The parents that such a feature at their place belongs to. */
const ofGene = /^(?:gene|pseudogene|mRNA|transcript)$/;
// No file nests deeper than gene, transcript and CDS.
const maxDepth = 3;

/** Finds a feature of the sequence, its transcript and its gene, those that it has. */
type LineOf = (feature: AnnotatedFeature) => readonly AnnotatedFeature[];

export function lineFinder(features: readonly AnnotatedFeature[]): LineOf {
  // Some files say all of a gene at its CDS.
  let parents: Map<string, AnnotatedFeature> | null = null;
  const lines = new Map<AnnotatedFeature, readonly AnnotatedFeature[]>();
  const parentOf = (feature: AnnotatedFeature) => {
    parents ??= parentsIn(features);
    if (parents.size === 0) return undefined;
    const parent = feature.qualifiers.get('Parent')?.[0];
    const tag = feature.qualifiers.get('locus_tag')?.[0];
    const own = parents.get(`ID ${parent}`) ?? parents.get(`locus_tag ${tag}`);
    const isLone = parent === undefined && tag === undefined && ofProduct.test(feature.type);
    return own ?? (isLone ? parents.get(extentOf(feature)) : undefined);
  };
  return (feature) => {
    const known = lines.get(feature);
    if (known !== undefined) return known;
    const line = [feature];
    for (let above = parentOf(feature); above !== undefined; above = parentOf(above)) {
      if (line.includes(above) || line.push(above) > maxDepth) break;
    }
    lines.set(feature, line);
    return line;
  };
}

/** What names a gene: its first value at the feature itself, else at its transcript or gene. Empty if none has one. */
function symbolOf(feature: AnnotatedFeature, name: string, lineOf: LineOf) {
  const valueAt = (one: AnnotatedFeature) => plain(one.qualifiers.get(name)?.[0] ?? '');
  const own = valueAt(feature);
  if (own !== '') return { text: own, of: feature };
  const of = lineOf(feature).find((one) => valueAt(one) !== '') ?? feature;
  return { text: valueAt(of), of };
}

/**
 * Returns a function that finds what a CDS or RNA of the sequence does where its `product` is missing; null if nothing
 * says it.
 */
export function functionFinder(
  names: readonly string[],
  lineOf: LineOf,
): (feature: AnnotatedFeature) => FoundFunction | null {
  return (feature) => {
    const line = lineOf(feature);
    for (const name of names) {
      for (const one of line) {
        const text = textOf(one, name).replace(addedToNames, '');
        if (text === '' || !isFunction(text, line)) continue;
        return { text, name, isOfParent: one !== feature };
      }
    }
    return null;
  };
}

/** What other features may be named after, by `ID`, `locus_tag` and place; the first that has one. */
function parentsIn(features: readonly AnnotatedFeature[]): Map<string, AnnotatedFeature> {
  const parents = new Map<string, AnnotatedFeature>();
  for (const feature of features) {
    if (!parental.test(feature.type)) continue;
    const names = ['ID', 'locus_tag'].flatMap((name) => {
      const value = feature.qualifiers.get(name)?.[0] ?? '';
      return value === '' ? [] : [`${name} ${value}`];
    });
    const places = ofGene.test(feature.type) ? [extentOf(feature)] : [];
    for (const key of [...names, ...places]) if (!parents.has(key)) parents.set(key, feature);
  }
  return parents;
}

/** From the first to the last base of all parts, with the strand. */
function extentOf({ parts }: AnnotatedFeature): string {
  let [start, end] = [Infinity, 0];
  for (const part of parts) [start, end] = [Math.min(start, part.start), Math.max(end, part.end)];
  return `${start}..${end} ${parts[0]?.strand}`;
}

function textOf({ qualifiers }: Pick<AnnotatedFeature, 'qualifiers'>, name: string): string {
  return joined(qualifiers.get(name) ?? []);
}

/** All values as one text: Pharokka and Phold split texts at commas. */
function joined(values: readonly string[]): string {
  const [first = ''] = values;
  return plain(values.length < 2 ? first : values.map((value) => value.trim()).join(', '));
}

/** Without control characters; empty for what says that there is no value. */
function plain(value: string): string {
  const text = value.trim();
  return isNoValue(text) ? '' : onOneLine(text);
}

/** Without tabs, line breaks and other control characters, which may be escaped in a GFF3 file. */
function onOneLine(text: string): string {
  return /\p{Cc}/u.test(text) ? text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : text;
}

/** What Geneious adds to the name of each CDS, and Apollo to that of each transcript. */
const addedToNames = / CDS$|-\d{5}$/;
/** Words that name no function by themselves. */
const generic =
  /^(?:cds|orf|gene|gp|peg|protein|product|feature|locus|mrna|transcript|exon|region|misc|unnamed|untitled)$/i;
/** What programs write into notes for themselves, such as SnapGene's colours. */
const ofProgram =
  /^(?:colou?r|direction|score|apeinfo\w*|label|source|evidence|e-?value|frame|length|geneious\b[^:]*|id|name)\s*[:=]|^(?:original .*|genemark\w* |glimmer\w* )\bcalls?\b|^derived by automated|^start codon not|^ssc:/i;
/** A product that only counts the genes, as DNA Master writes it. */
const numbered = /^(?:gp|orf|gene|cds|peg)[\s_.-]?\d+(?:\.\d+)?$/i;
const unknown =
  /^(?:unknown\b.*|(?:conserved )?hypothetical(?: protein)?|uncharacteri[sz]ed protein)$/i;

/** Whether a text is categories alone, separated by commas, which some have within. */
function isCategory(text: string): boolean {
  let rest = text.toLowerCase();
  for (const category of phrogCategories) rest = rest.replaceAll(category.toLowerCase(), '');
  return /^[\s,;]*$/.test(rest);
}

/** Whether a text is words, and not an identifier, such as CDS:T7, gp12, terL, WP_000001.1 or ORF 12. */
function isFunction(text: string, line: readonly AnnotatedFeature[]): boolean {
  const isName = line.some((one) =>
    identifying.some((name) => textOf(one, name).toLowerCase() === text.toLowerCase()),
  );
  if (isName || ofProgram.test(text)) return false;
  if (/^tm?RNA\b/.test(text)) return true;
  const words = text.split(/[\s,;()]+/).filter((word) => word !== '');
  // A word alone may be the symbol of a gene: those have capitals within or few letters.
  if (words.length === 1)
    return /^[A-Za-z][a-z]{3,}(?:[-/][A-Za-z]+)*$/.test(text) && !generic.test(text);
  const isMark = (word: string) => /[\d_|:]/.test(word);
  return words.some((word) => !isMark(word) && (!generic.test(word) || !words.some(isMark)));
}

export interface GeneChoices {
  /** Whether a CDS that is marked as a pseudogene becomes a gene. */
  readonly pseudogenes: 'keep' | 'refuse';
  /** Whether `hypothetical protein` is kept as Notes, which are empty otherwise. */
  readonly hypothetical: 'keep' | 'empty';
  /** Families by GeneID or locus tag; any other gene gets its family from its translation. Null for PHROGs. */
  readonly families: Pick<Pairs, 'get'> | null;
  /** Told of each gene that `families` names. */
  readonly onFamily?: ((of: NamedGene) => void) | undefined;
}

interface GeneContext {
  readonly summary: PhageSummary;
  readonly choices: GeneChoices;
  readonly log: ImportLog;
  readonly file: string;
  readonly report: (fault: ImportFault) => void;
}

/** In order along the genome, in which they are numbered. Their colour is that of a family of one gene. */
export function genesOf(
  sequence: AnnotatedSequence,
  context: GeneContext,
  lineOf = lineFinder(sequence.features),
): GeneRecord[] {
  const coding = alongGenome(
    sequence.features.filter(({ type }) => type === 'CDS'),
    sequence.bases?.length ?? null,
  );
  const functionOf = functionFinder(geneNames, lineOf);
  const phages = [context.summary.PhageID, ...sequence.names];
  const numberedOf = numberFinder(coding, phages, lineOf);
  const tags = new Set<string>();
  let before: AnnotatedFeature | null = null;
  return coding.flatMap((cds, at) => {
    const gene = geneOf(cds, at + 1, sequence.bases, { lineOf, functionOf, numberedOf }, context);
    if (gene === null) return [];
    if (before !== null && areAtOnePlace(before, cds)) {
      const kind = 'genes at the place of another gene';
      logTo(context.log.doubtful, kind, gene.GeneID, { file: context.file, line: cds.line });
    }
    before = cds;
    const tag = gene.LocusTag ?? '';
    const place = { file: context.file, line: cds.line };
    if (tags.has(tag))
      logTo(context.log.doubtful, 'genes with the locus tag of another gene', tag, place);
    if (tag !== '') tags.add(tag);
    return [gene];
  });
}

function geneOf(
  cds: AnnotatedFeature,
  number: number,
  genome: Buffer | null,
  above: {
    readonly lineOf: LineOf;
    readonly functionOf: ReturnType<typeof functionFinder>;
    readonly numberedOf: ReturnType<typeof numberFinder>;
  },
  { summary, choices, log, file, report }: GeneContext,
): GeneRecord | null {
  const place = { file, line: cds.line };
  const qualifiers = readQualifiers(cds);
  const text = (name: string) => joined(qualifiers.all(name));
  const symbol = (name: string) => {
    qualifiers.first(name);
    const { text: value, of } = symbolOf(cds, name, above.lineOf);
    if (of !== cds) {
      const kind = `/${name} of their gene or transcript, since genes have none`;
      logTo(log.changed, kind, value, place);
    }
    return value;
  };
  const locusTag = symbol('locus_tag');
  const geneId = `${summary.PhageID}_CDS_${number}`;
  const what = locusTag === '' ? geneId : locusTag;
  const isPseudo = qualifiers.all('pseudo').length > 0 || qualifiers.all('pseudogene').length > 0;
  if (isPseudo && choices.pseudogenes === 'refuse') {
    logTo(log.refused, 'pseudogenes', what, place);
    return null;
  }
  const { start, stop, length, orientation } = spanOf(cds.parts, genome?.length ?? null);
  if (orientation === null) {
    report({ line: cds.line, expected: 'the strand of a CDS: + or -', found: 'neither' });
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
  const own = text('product');
  const given = text('function');
  const isNumber = numbered.test(own);
  const isFunctionGiven =
    isNumber && !isCategory(given) && !unknown.test(given) && isFunction(given, above.lineOf(cds));
  const foundFunction = isFunctionGiven
    ? { text: given, name: 'function', isOfParent: false }
    : own === '' || isNumber
      ? above.functionOf(cds)
      : null;
  if (foundFunction !== null) {
    const from = foundFunction.isOfParent
      ? `/${foundFunction.name} of their gene or transcript`
      : `/${foundFunction.name}`;
    const why = isNumber ? 'since products are numbers' : 'since genes have no product';
    logTo(log.changed, `functions from ${from}, ${why}`, isNumber ? own : what, place);
    if (!foundFunction.isOfParent) qualifiers.all(foundFunction.name);
  }
  const product = foundFunction?.text ?? own;
  const category = isFunctionGiven ? '' : given;
  const isHypothetical = /^hypothetical protein$/i.test(product);
  const isLeftOut = choices.hypothetical === 'empty' && isHypothetical;
  if (isLeftOut) {
    logTo(log.changed, 'products "hypothetical protein" left out', what, place);
  }
  // This category says nothing that such a product does not.
  const isUnknown =
    ((product === '' || isHypothetical) && /^unknown function$/i.test(category)) ||
    (isNumber && foundFunction !== null && unknown.test(category));
  if (isUnknown) logTo(log.changed, 'categories "unknown function" left out', what, place);
  const proteinId = cds.qualifiers.get('protein_id')?.[0] ?? '';
  const keys = { geneId, locusTag, translation, proteinId, byNumber: () => above.numberedOf(cds) };
  const family = familyKeyOf(qualifiers, keys, choices, (tag) =>
    choices.onFamily?.({ id: geneId, phage: summary.PhageID, tag }),
  );
  if (family.kind === 'translation') logTo(log.changed, ofTranslation, what, place);
  const name = symbol('gene') || String(number);
  tallyUntaken(cds, qualifiers, log, file, genome?.length ?? null);
  return {
    GeneID: geneId,
    PhageID: summary,
    PhamID: { PhamID: familyId(family), Color: loneColor },
    Start: start,
    Stop: stop,
    Length: length,
    Name: name,
    Translation: translation,
    Orientation: orientation,
    Notes:
      `${isLeftOut ? '' : product}${isUnknown || category === '' ? '' : ` [${category}]`}`.trim(),
    LocusTag: locusTag === '' ? null : locusTag,
  };
}

function familyKeyOf(
  qualifiers: Pick<QualifierReader, 'first'>,
  {
    geneId,
    locusTag,
    translation,
    proteinId,
    byNumber,
  }: Readonly<Record<'geneId' | 'locusTag' | 'translation' | 'proteinId', string>> & {
    readonly byNumber: () => readonly string[];
  },
  { families }: Pick<GeneChoices, 'families'>,
  onFound: (tag: string | null) => void,
): FamilyKey {
  const phrog = families === null ? qualifiers.first('phrog') : '';
  if (/^\d{1,6}$/.test(phrog)) return { kind: 'phrog', number: Number(phrog) };
  const archived = families !== null && isProteinAccession(proteinId) ? [proteinId] : [];
  const [own, ofTag, ...ofProtein] = [geneId, locusTag, translation, ...archived].map((key) =>
    families?.get(key),
  );
  if (own !== undefined) onFound(null);
  else if (ofTag !== undefined) onFound(locusTag);
  const byKey = own ?? ofTag ?? ofProtein.find((one) => one !== undefined);
  const byNumbers = byKey === undefined && families !== null ? byNumber() : [];
  const name = byKey ?? byNumbers.flatMap((key) => families?.get(key) ?? [])[0];
  return name === undefined ? { kind: 'translation', translation } : familyNamed(name);
}

/**
 * Finds how a table may name a gene by one of the names of its phage and its number: that of its name, or else at the end of
 * its locus tag, or else along the genome; in a column of locus tags, first at their end. None if it has none, or if another
 * gene has it, too.
 */
function numberFinder(
  coding: readonly AnnotatedFeature[],
  phages: readonly string[],
  lineOf: LineOf,
) {
  let numbers: Map<AnnotatedFeature, readonly string[]> | null = null;
  const counts = [new Map<string, number>(), new Map<string, number>()];
  const find = (cds: AnnotatedFeature, at: number) => {
    const [tag = '', gene = ''] = symbolic.map((name) => symbolOf(cds, name, lineOf).text);
    const [byName, byTag, along] = [
      numberOf(gene),
      endNumber(tag),
      gene === '' ? String(at + 1) : '',
    ];
    const own = [byName || byTag || along, byTag || byName || along];
    for (const [of, number] of own.entries())
      counts[of]?.set(number, (counts[of].get(number) ?? 0) + 1);
    return [cds, own] as const;
  };
  return (cds: AnnotatedFeature): string[] => {
    numbers ??= new Map(coding.map(find));
    const own = numbers.get(cds) ?? [];
    return (['name', 'tag'] as const).flatMap((of, at) => {
      const number = own[at] ?? '';
      return counts[at]?.get(number) === 1
        ? phages.map((phage) => numberedGene(phage, number, of))
        : [];
    });
  };
}

type FeatureType = FeatureRecord['Type'];

/** Not features of their own: genes, and the whole sequence. */
const readElsewhere = new Set(['CDS', 'gene', 'source', 'region']);
/** The parts or surroundings of a gene, and the file's own mark for a sequence. */
const leftOut = new Set([
  'mRNA',
  'transcript',
  'exon',
  'start_codon',
  'stop_codon',
  'databank_entry',
]);
const asTheyAre: ReadonlySet<string> = new Set<FeatureType>(['tRNA', 'tmRNA', 'rRNA', 'CRISPR']);

/** In order along the genome. */
export function featuresOf(
  sequence: AnnotatedSequence,
  { phage, log, file }: { readonly phage: string; readonly log: ImportLog; readonly file: string },
  lineOf = lineFinder(sequence.features),
): FeatureRecord[] {
  const length = sequence.bases?.length ?? null;
  const others = sequence.features.filter(
    ({ type }) => !readElsewhere.has(type) && !leftOut.has(type),
  );
  for (const { type, line } of sequence.features) {
    if (leftOut.has(type))
      logTo(log.refused, `features of the type ${type}`, phage, { file, line });
  }
  const lone = loneGenes(sequence, lineOf, (line, name) =>
    logTo(log.fieldless, `/${name}`, 'gene', { file, line }),
  );
  const functionOf = functionFinder(featureNames, lineOf);
  return alongGenome([...others, ...lone], length).map((feature) => {
    const { start, stop, orientation } = spanOf(feature.parts, length);
    const type = typeOf(feature);
    const qualifiers = readQualifiers(feature);
    const text = (name: string) => onOneLine(qualifiers.all(name).join('; ').trim());
    // Some versions of Pharokka name the tRNA only in this attribute.
    const product = text('product') || text('trna') || text('tRNA');
    const gene = product || text('gene');
    const foundFunction = gene === '' ? functionOf(feature) : null;
    if (foundFunction !== null && !foundFunction.isOfParent) qualifiers.all(foundFunction.name);
    const name = gene || foundFunction?.text || text('locus_tag') || feature.type;
    if (type !== feature.type) {
      const kind =
        type === 'other' ? 'features of other types' : `features now of the type ${type}`;
      logTo(log.changed, kind, `${feature.type} ${name}`, { file, line: feature.line });
    }
    const own = type === 'other' && name !== feature.type ? [feature.type] : [];
    const notes = [...own, text('note')].filter((note) => note !== '').join('; ');
    tallyUntaken(feature, qualifiers, log, file, length);
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
  lineOf: LineOf,
  report: (line: number, name: string) => void,
): AnnotatedFeature[] {
  if (!features.some(({ type }) => type === 'gene')) return [];
  const covering = new Map<string, AnnotatedFeature[]>();
  const valuesByKey = new Map<string, Map<string, Set<string>>>();
  // The genes whose names a CDS has.
  const given = new Map(symbolic.map((name) => [name, new Set<AnnotatedFeature>()]));
  for (const feature of features) {
    if (!ofProduct.test(feature.type)) continue;
    const parents = feature.qualifiers.get('Parent') ?? [];
    const keys = [spanKey(feature), tagOf(feature), ...parents.map((id) => `ID ${id}`)];
    for (const key of keys) addTo(covering, key, feature);
    if (feature.type !== 'CDS') continue;
    for (const [name, genes] of given) genes.add(symbolOf(feature, name, lineOf).of);
  }
  const says = (key: string, name: string, value: string): boolean => {
    const all = covering.get(key) ?? [];
    if (all.length <= fewFeatures)
      return all.some(({ qualifiers }) => qualifiers.get(name)?.includes(value) === true);
    let values = valuesByKey.get(key);
    if (values === undefined) valuesByKey.set(key, (values = valuesOf(all)));
    return values.get(name)?.has(value) === true;
  };
  return features.filter((gene) => {
    if (gene.type !== 'gene') return false;
    const id = `ID ${gene.qualifiers.get('ID')?.[0]}`;
    const keys = [spanKey(gene), tagOf(gene), id].filter((key) => covering.has(key));
    if (keys.length === 0) return true;
    for (const [name, values] of gene.qualifiers) {
      const isElsewhere = values.every((value) => keys.some((key) => says(key, name, value)));
      const isGiven = given.get(name)?.has(gene) === true && new Set(values).size === 1;
      if (!isElsewhere && !isGiven) report(gene.line, name);
    }
    return false;
  });
}

const symbolic = ['locus_tag', 'gene'];

// Above this, a set is made of what features of one place or tag say: a file may give one tag to all of its genes.
const fewFeatures = 4;

/** By qualifier: its values in any of the features. */
function valuesOf(features: readonly AnnotatedFeature[]): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>();
  for (const { qualifiers } of features) {
    for (const [name, values] of qualifiers) {
      let all = byName.get(name);
      if (all === undefined) byName.set(name, (all = new Set()));
      for (const value of values) all.add(value);
    }
  }
  return byName;
}

function typeOf({ type, qualifiers }: AnnotatedFeature): FeatureType {
  if (asTheyAre.has(type)) return type as FeatureType;
  if (!/repeat/i.test(type)) return 'other';
  const texts = ['rpt_family', 'note', 'product', 'ID'].flatMap(
    (name) => qualifiers.get(name) ?? [],
  );
  return texts.some((text) => /crispr/i.test(text)) ? 'CRISPR' : 'repeat';
}

/** Unique to the feature if it has no tag, so that it equals no other. */
function tagOf({ qualifiers, line }: AnnotatedFeature): string {
  return qualifiers.get('locus_tag')?.find((tag) => tag !== '') ?? `line ${line}`;
}

function areAtOnePlace({ parts }: AnnotatedFeature, other: AnnotatedFeature): boolean {
  if (parts.length !== other.parts.length) return false;
  return parts.every((part, at) => {
    const { start, end, strand } = other.parts[at] ?? part;
    return part.start === start && part.end === end && part.strand === strand;
  });
}

function spanKey({ parts }: AnnotatedFeature): string {
  return parts.map(({ start, end, strand }) => `${start} ${end} ${strand}`).join();
}
