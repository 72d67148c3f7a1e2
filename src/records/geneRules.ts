/** The rules on a gene: its names, its length, its phage, and its translation on the genome. */
import { foldName } from '../contract/recordName.ts';
import {
  encodes,
  firstDifference,
  spanOf,
  type Stretch,
  withoutStop,
} from '../sequences/encodes.ts';
import type { GenomeOf } from '../sequences/genomeStore.ts';
import type { Breach, RecordPlace } from '../text/findings.ts';
import { showString } from '../text/json.ts';
import {
  type Fact,
  type Gene,
  type Joined,
  type KeyCase,
  namesIn,
  type Rule,
  textFact,
} from './collection.ts';
import { pathNameBreaches, phageNames } from './phageNames.ts';
import { lengthsClaimed, unknownPhages } from './phageRules.ts';
import { phagesOfGenes, phageSummaries } from './summaries.ts';

/** `<phage_name>_CDS_<integer>`. */
const formOfGeneId = /^(.+)_CDS_[0-9]+$/s;

/**
 * The part of a GeneID that names the phage. If `_CDS_` is written in another case, it is everything before the number;
 * in a GeneID of another form, it is the whole.
 */
export function phagePartOfGeneId(geneId: string): string {
  return formOfGeneId.exec(geneId)?.[1] ?? geneId.replace(/(_cds_)[0-9]+$/i, '$1');
}

/** GeneIDs can differ only by case if their phage parts are equal once case is folded. */
function foldPhagePart(part: string): string {
  return foldName(part.replace(/_cds_$/i, ''));
}

// Rule `name-case` of genes. There are too many GeneIDs to hold: only those of phages whose names differ by case can
// collide, and the merge compares only these.

/** The parts of GeneIDs that name the phage. */
export const phageParts = textFact<Gene>(
  'phageParts',
  ({ GeneID }) => (GeneID === null ? null : phagePartOfGeneId(GeneID)),
  foldPhagePart,
);

export const geneIdCase: Rule<Gene> & KeyCase = {
  facts: [phageParts],
  groupOf: (geneId) => foldPhagePart(phagePartOfGeneId(geneId)),
  contested: (all) => new Set([...all(phageParts).spellings.contested()].map(([part]) => part)),
};

/** GeneIDs of any other form, as `--allow gene-id-form` permits. */
const oddGeneIds = textFact<Gene>(
  'oddGeneIds',
  ({ GeneID }) => (GeneID === null || formOfGeneId.test(GeneID) ? null : GeneID),
  (geneId) => geneId,
);

/** Rule `host-name` of genes: the names that have an address, one for all genes of a phage. */
export const geneHostName: Rule<Gene> = {
  facts: [phageSummaries, phageParts, oddGeneIds],
  *names(all) {
    const known = new Set([...namesIn(all(phageNames), '')].map(({ name }) => name));
    for (const phage of phagesOfGenes(all)) {
      if (!known.has(phage.name)) yield phage;
      known.add(phage.name);
    }
    const odd = [...namesIn(all(oddGeneIds), '/GeneID')];
    for (const { name } of odd) known.add(name);
    for (const { name, place } of namesIn(all(phageParts), '/GeneID')) {
      if (!known.has(name)) yield { name: `${name}_CDS_1`, pointer: '/GeneID', place };
    }
    yield* odd;
  },
};

/** Rule `gene-id-form`. */
export const geneIdForm: Rule<Gene> = {
  breaches({ GeneID }) {
    if (GeneID === null || formOfGeneId.test(GeneID)) return [];
    return [
      {
        rule: 'gene-id-form',
        pointer: '/GeneID',
        expected: 'a GeneID of the form <phage_name>_CDS_<integer>',
        found: showString(GeneID),
      },
    ];
  },
};

/** A gene whose Stop is before its Start: it wraps around the origin if its genome is long enough. */
interface Wrap {
  /** Null if the gene names no phage. */
  readonly phageId: string | null;
  readonly start: number;
  readonly stop: number;
  readonly length: number;
}

const realGenes = 'Genomes have such genes: --allow gene-length publishes them as they are.';
const mayBeRight = 'If it is right all the same, --allow gene-length publishes it as it is.';
const ofLength = { rule: 'gene-length', pointer: '/Length' } as const;

// A programmed frameshift: the two parts share a nucleotide or two, so Length exceeds the span.
const maxShared = 2;

interface Wraps {
  readonly wraps: readonly (Wrap & { readonly line: number })[];
  /** The number of wraps beyond those. */
  readonly more: number;
}

// A genome has a few. More in one piece are mistakes, and this many are enough to report.
const maxWraps = 10_000;

/** Genes that seem to wrap around the origin. */
const geneWraps: Fact<
  Gene,
  Wraps,
  Joined<Wraps> & {
    readonly wraps: readonly (readonly [wrap: Wrap, place: RecordPlace])[];
    readonly more: () => number;
  }
> = {
  name: 'wraps',
  collect() {
    const wraps: (Wrap & { line: number })[] = [];
    let more = 0;
    return {
      note(gene, line) {
        const wrap = wrapOf(gene);
        if (wrap === null) return;
        if (wraps.length < maxWraps) wraps.push({ ...wrap, line });
        else more++;
      },
      finish: () => ({ wraps, more }),
    };
  },
  join() {
    const wraps: (readonly [Wrap, RecordPlace])[] = [];
    let more = 0;
    return {
      wraps,
      more: () => more,
      take(piece, rank) {
        for (const { line, ...wrap } of piece.wraps) wraps.push([wrap, { rank, line }]);
        more += piece.more;
      },
    };
  },
};

/** A gene that wraps around the origin is checked when the length of its genome is known. */
export const geneLength: Rule<Gene> = {
  breaches: lengthBreaches,
  facts: [geneWraps],
  *findings(all, locate) {
    const { wraps } = all(geneWraps);
    const lengths = wraps.length === 0 ? null : lengthsClaimed(all);
    for (const [wrap, place] of wraps) {
      const genomeLength = lengths?.get(wrap.phageId ?? '') ?? null;
      yield { ...wrapBreach(wrap, genomeLength), ...locate(place) };
    }
  },
  unreported: (all) => [
    'unexplained',
    all(geneWraps).more(),
    'genes whose Start lies before Stop, or that run through the origin',
  ],
};

/** Breaches of the Length of a gene that does not wrap around the origin. */
function lengthBreaches(gene: Gene): Breach[] {
  const { Start, Stop, Length, Translation } = gene;
  if (Start === null || Stop === null || Length === null || Length === Stop - Start) return [];
  if (wrapOf(gene) !== null) return [];
  if (Stop < Start) {
    return [
      {
        ...ofLength,
        kind: 'start-and-stop-swapped',
        expected: 'Start before Stop, also where Orientation is R',
        found: `Start ${Start} and Stop ${Stop}`,
      },
    ];
  }
  return [spanBreach(Start, Stop, Length, Translation?.length ?? -1)];
}

/** The breach of a gene with another Length than that from Start to Stop behind it. */
export function spanBreach(start: number, stop: number, length: number, codons: number): Breach {
  const expected = `${stop - start} (Stop ${stop} − Start ${start})`;
  const fitsTranslation = length === 3 * codons || length === 3 * (codons + 1);
  if (!fitsTranslation || length > stop - start + maxShared) {
    const found = String(length);
    return { ...ofLength, kind: 'unexplained', expected, found, hint: mayBeRight };
  }
  const found = `${length}, as long as its Translation: a gene in two parts`;
  return { ...ofLength, kind: 'in-two-parts', expected, found, hint: realGenes };
}

/**
 * The coordinates of a gene that may wrap around the origin; null for any other, also if Start and Stop are only
 * swapped.
 */
export function wrapOf({ PhageID, Start, Stop, Length }: Gene): Wrap | null {
  if (Start === null || Stop === null || Length === null) return null;
  if (Stop >= Start || Length === Start - Stop) return null;
  return { phageId: PhageID?.PhageID ?? null, start: Start, stop: Stop, length: Length };
}

/** Checks the gene against the length of its genome; null if that is unknown. */
export function wrapBreach({ start, stop, length }: Wrap, genomeLength: number | null): Breach {
  const expected = 'a gene that does not run through the origin';
  const real = { ...ofLength, kind: 'through-the-origin', hint: realGenes, expected } as const;
  const wrong = { ...ofLength, kind: 'unexplained', hint: mayBeRight } as const;
  if (genomeLength === null) {
    const needed = length + start - stop;
    const found = `${length} from Start ${start} to Stop ${stop}`;
    if (needed < start) {
      const wanted = `a Length of at least Stop ${stop}, if the gene runs through the origin`;
      return { ...wrong, expected: wanted, found };
    }
    const genome = `a genome of ${needed} (how long it is, no phage record says)`;
    return { ...real, found: `${found}, as in ${genome}` };
  }
  const wanted = genomeLength - start + stop;
  if (length === wanted) {
    const through = `${length} from Start ${start} through it to Stop ${stop}`;
    return { ...real, found: `${through}, which is right in a genome of ${genomeLength}` };
  }
  if (start > genomeLength) {
    const found = `Start ${start}, Stop ${stop} and Length ${length}`;
    return { ...wrong, expected: `a Start within the genome of ${genomeLength}`, found };
  }
  const through = `from Start ${start} through the origin of a genome of ${genomeLength} to Stop ${stop}`;
  return { ...wrong, expected: `${wanted} (${through})`, found: String(length) };
}

/** Rule `path-name` of genes. */
export const genePathName: Rule<Gene> = {
  breaches: ({ GeneID }) => (GeneID === null ? [] : pathNameBreaches('/GeneID', GeneID)),
};

/** Rule `gene-phage-known`. Names of phages that occur only in genes are checked here. */
export const genePhageKnown: Rule<Gene> = {
  facts: [phageSummaries],
  findings: (all, locate) => unknownPhages('gene-phage-known', phagesOfGenes(all), [], all, locate),
};

/** Rules `gene-within-genome` and `gene-translation`: a gene agrees with the genome of its phage. */
export const geneWithinGenome: Rule<Gene> = {
  breaches({ PhageID, Start, Stop }, genomeOf) {
    const genome = genomeIn(PhageID, genomeOf);
    if (genome === null) return [];
    const field = Stop !== null && Stop > genome.length ? 'Stop' : 'Start';
    const found = field === 'Stop' ? Stop : Start;
    if (found === null || found <= genome.length) return [];
    const expected = `a place within the genome of ${genome.length}`;
    return [{ rule: 'gene-within-genome', pointer: `/${field}`, expected, found: String(found) }];
  },
};

export const geneTranslation: Rule<Gene> = {
  breaches(gene, genomeOf) {
    const { PhageID, Start, Stop, Length, Orientation, Translation } = gene;
    if (Start === null || Stop === null || Length === null || Translation === null) return [];
    if (Orientation === null) return [];
    const genome = genomeIn(PhageID, genomeOf);
    // The rules gene-within-genome and gene-length report these.
    if (genome === null || Start > genome.length || Stop > genome.length) return [];
    if (Stop < Start && Length === Start - Stop) return [];
    const stretch = { start: Start, stop: Stop, length: Length, isReverse: Orientation === 'R' };
    const protein = Buffer.from(Translation, 'latin1');
    return encodes(genome, stretch, protein) ? [] : [differs(genome, stretch, protein)];
  },
};

function genomeIn(phage: Gene['PhageID'], genomeOf: GenomeOf): Buffer | null {
  const name = phage?.PhageID ?? null;
  return name === null ? null : genomeOf(name);
}

function differs(genome: Buffer, stretch: Stretch, protein: Buffer): Breach {
  const { start, stop, length, isReverse } = stretch;
  const letters = withoutStop(protein).length;
  const place = `from ${start} to ${stop}${isReverse ? ' on the other strand' : ''}`;
  const hint = hintFor(genome, stretch, protein);
  const hinted = hint === null ? {} : { hint };
  const breach = { rule: 'gene-translation', pointer: '/Translation', ...hinted } as const;
  const amount = `${letters} amino acids`;
  if (length !== 3 * letters && length !== 3 * (letters + 1)) {
    const expected = `what ${length} bases of the genome encode ${place}`;
    return { ...breach, expected, found: `${amount}, which are another number` };
  }
  if (length !== spanOf(stretch, genome.length)) {
    const expected = `what the genome encodes in two parts ${place}`;
    return { ...breach, expected, found: `${amount} that no two parts of ${length} bases encode` };
  }
  const { at, count, stated, codon, means } = firstDifference(genome, stretch, protein);
  const first =
    stated === null
      ? `no stop at its end, but ${codon}`
      : `${stated} at ${at}, where ${codon} is ${means}`;
  const others = count > 1 ? `, and ${count - 1} other differences` : '';
  const expected = `what the genome encodes ${place}`;
  return { ...breach, expected, found: `${first}${others}` };
}

/** A hint on what else the coordinates may mean. */
function hintFor(genome: Buffer, stretch: Stretch, protein: Buffer): string | null {
  const { start, length, isReverse } = stretch;
  const fits = (other: Partial<Stretch>) => encodes(genome, { ...stretch, ...other }, protein);
  if (fits({ isReverse: !isReverse })) {
    return `With Orientation ${isReverse ? 'F' : 'R'} it is right.`;
  }
  if (start > 0 && fits({ start: start - 1, length: length + 1 })) {
    return `With Start ${start - 1} and Length ${length + 1} it is right: Start counts from 0.`;
  }
  if (start > 0 && fits({ start: start - 1 })) {
    return `With Start ${start - 1} it is right: Start counts from 0.`;
  }
  return null;
}
