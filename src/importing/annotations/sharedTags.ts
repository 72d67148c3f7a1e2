/** Keys of a table of families that do not say which gene they mean: several have that locus tag, or another had that GeneID. */
import type { GeneRecord } from '../../generated/records.ts';
import { someNames } from '../../text/words.ts';
import { familyId, familyNamed, loneColor } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { linesOf } from '../putPhage.ts';
import type { Families } from '../readPairs.ts';
import { genesIn } from '../renamedPhages.ts';
import { type ImportLog, logTo } from '../report.ts';
import { addTo } from '../spill.ts';

/** A gene that a table of families names: by its locus tag, or, where that is null, by its GeneID. */
export interface NamedGene {
  readonly id: string;
  readonly phage: string;
  readonly tag: string | null;
}

interface Owner {
  /** A gene, or an input that was not read again. */
  readonly id: string;
  readonly phages: readonly string[];
}

/** `tables` are the ids of the tables of names and families. */
export function createSharedTags(
  staged: StagedData,
  families: Families | null,
  tables: readonly string[],
) {
  const owners = new Map<string, Owner>();
  const suspects = new Map<string, Set<string>>();
  const note = (tag: string, owner: Owner): void => {
    const first = owners.get(tag) ?? owner;
    owners.set(tag, first);
    if (first.id === owner.id) return;
    const phages = suspects.get(tag) ?? new Set(first.phages);
    suspects.set(tag, phages);
    for (const phage of owner.phages) phages.add(phage);
  };
  const named = new Set<string>();
  // Edited ones may lack fields; those that are written again are as an import made them.
  const genesOf = (bytes: Buffer | null) => [...genesIn(bytes)] as GeneRecord[];
  const ownGenes = (file: string) => genesOf(staged.readOwn(file));
  const isByTag = ({ GeneID, LocusTag }: GeneRecord) =>
    families?.peek(GeneID) === undefined && families?.peek(LocusTag ?? '') !== undefined;

  return {
    /** To be told of the keys by which an input that is not read again had families. */
    note,

    /** To be told of each gene that has its family by its locus tag or GeneID. */
    noteGene: ({ id, phage, tag }: NamedGene): void => {
      if (tag === null) named.add(phage);
      else note(tag, { id, phages: [phage] });
    },

    /**
     * Takes genes out of families that they have by a tag which another protein has, too. Returns the ids of the inputs
     * that they come from.
     */
    async settle(log: ImportLog): Promise<Set<string>> {
      if (families === null) return new Set();
      for (const phage of named) {
        await staged.rest();
        const file = `genes/${phage}.ndjson`;
        const before = genesOf(staged.liveBefore(file));
        const known = new Map(before.map((gene) => [gene.GeneID, gene]));
        for (const gene of ownGenes(file)) {
          const old = known.get(gene.GeneID);
          const isOther = old !== undefined && isOtherGene(gene, old);
          if (isOther && families.peek(gene.GeneID) !== undefined)
            logTo(log.doubtful, otherGenes, gene.GeneID, families.placeOf(gene.GeneID));
        }
      }
      for (const [file, { inputs }] of owners.size === 0 ? [] : staged.files) {
        const isOther = file.startsWith('genes/') && !staged.upToDate.has(file);
        if (!isOther || !inputs.some((id) => tables.includes(id))) continue;
        await staged.rest();
        for (const { GeneID: id, LocusTag, PhageID } of ownGenes(file).filter(isByTag))
          note(LocusTag ?? '', { id, phages: [PhageID.PhageID] });
      }
      const byTag = new Map<string, GeneRecord[]>();
      const files = new Map<string, GeneRecord[]>();
      for (const phage of new Set([...suspects.values()].flatMap((phages) => [...phages]))) {
        await staged.rest();
        const genes = ownGenes(`genes/${phage}.ndjson`);
        files.set(`genes/${phage}.ndjson`, genes);
        for (const gene of genes.filter(isByTag))
          if (suspects.has(gene.LocusTag ?? '')) addTo(byTag, gene.LocusTag ?? '', gene);
      }
      const changed = new Set<GeneRecord>();
      for (const [tag, genes] of byTag) {
        if (new Set(genes.map(({ Translation }) => Translation)).size === 1) continue;
        const place = families.placeOf(tag);
        const ids = genes.map(({ GeneID }) => GeneID);
        logTo(log.refused, severalGenes, `${tag}: ${someNames(ids, 10)}`, place);
        for (const gene of genes) {
          const name = families.get(gene.Translation);
          const family =
            name === undefined
              ? ({ kind: 'translation', translation: gene.Translation } as const)
              : familyNamed(name);
          if (name === undefined) logTo(log.changed, ofTranslation, gene.GeneID, place);
          gene.PhamID = { PhamID: familyId(family), Color: loneColor };
          changed.add(gene);
        }
      }
      const from = new Set<string>();
      for (const [file, genes] of files) {
        const known = staged.files.get(file);
        if (known === undefined || !genes.some((gene) => changed.has(gene))) continue;
        const { inputs, allow = [] } = known;
        staged.put(file, linesOf(genes), { inputs, allow });
        from.add(inputs[0] ?? '');
      }
      return from;
    },
  };
}

function isOtherGene(gene: GeneRecord, other: GeneRecord): boolean {
  const endOf = ({ Orientation, Start, Stop }: GeneRecord) => (Orientation === 'R' ? Start : Stop);
  return gene.Translation !== other.Translation && endOf(gene) !== endOf(other);
}

const otherGenes = 'genes that --families names by a GeneID which another gene had before';
const severalGenes =
  'locus tags of --families that several genes have, of which none gets that family (name genes by their GeneID)';

/** The kind of change, for the report. */
export const ofTranslation = 'genes without a family, now in one by their translation';
