/** Plans `/api/similarbyphage/<phage_name>/` and the table of all phages, and says of which phages they change. */
import { withFileAlias } from '../contract/recordName.ts';
import {
  forEachGene,
  forEachRow,
  membersOf,
  type PageNotes,
  phageName,
  phamIdAt,
  textAt,
} from '../records/notes.ts';
import { placeIn } from '../records/phams.ts';
import { countGenePhages } from '../records/summaries.ts';
import {
  contentOf,
  countEach,
  countPhages,
  cutTable,
  familiesByPhage,
  type GeneContent,
  mostNamed,
  planSimilarity,
  type SimilarityPart,
  similarityFile,
  similarityOf,
  sizeOf,
} from './similarity.ts';
import { type Change, collectFromChanged, type TablePart, type View } from './view.ts';

export const similarbyphage: View = {
  from: 'genes',
  entries: countGenePhages,
  plan(notes, change, { caseInsensitiveNames: hasAliases, fieldNames: names, ...options }) {
    let held: NamedContent | null = null;
    const all = () => (held ??= namedContent(notes));
    const affected = affectedPhages(notes, change, all);
    const hasTable = options.bulk.includes('tsv');
    if (affected?.size === 0) {
      const table = hasTable ? { table: null } : {};
      return { files: () => [], fileCount: () => 0, isKept: () => true, ...table };
    }
    const files = new Set(
      [...(affected ?? [])].flatMap((name) => {
        const file = similarityFile(name);
        return file === null ? [] : withFileAlias(file, hasAliases);
      }),
    );
    const isAffected = (name = '') => affected === null || affected.has(name);
    let parts: (TablePart & SimilarityPart)[] | null = null;
    const tableParts = () =>
      (parts ??= cutTable(all().names).map((phages) => {
        const own = Array.from(phages, (phage) => all().names[phage]);
        const key = JSON.stringify(own);
        const former = options.formerParts?.get(key) ?? null;
        return { names: key, phages, former, kept: own.some(isAffected) ? null : former };
      }));
    return {
      *files() {
        const { names: phages, content } = all();
        const wanted = new Set([...phages.keys()].filter((phage) => isAffected(phages[phage])));
        const made = hasTable ? tableParts().filter(({ kept }) => kept === null) : null;
        const table = { isGuarded: options.spreadsheetSafe };
        yield* planSimilarity(content, wanted, made, { names, hasAliases, table });
      },
      ...(hasTable && { table: tableParts }),
      fileCount: () => affected?.size ?? countPhages(notes),
      isKept: (file) => affected !== null && !files.has(file),
    };
  },
};

interface NamedContent {
  /** Of all phages, in order. */
  readonly names: readonly string[];
  readonly content: GeneContent;
}

function namedContent(notes: PageNotes): NamedContent {
  const found = familiesByPhage(notes);
  return { names: found.names, content: contentOf(found) };
}

/**
 * The phages whose file may be another: those that have or had other families than on the live site, and those among whose
 * similar phages one of these is or was; null if nothing of the live site is kept.
 */
function affectedPhages(
  notes: PageNotes,
  change: Change | null,
  all: () => NamedContent,
): ReadonlySet<string> | null {
  const touched = collectFromChanged<string>(change, (names, of, row) =>
    names.add(textAt(of, row[phageName])),
  );
  if (touched === null || change === null) return null;
  const [before, now] = [change.before, notes].map((of) => familiesOf(of, touched));
  const edited = new Set<string>();
  const changed: ReadonlySet<number>[] = [];
  for (const name of touched) {
    const [was, is] = [before?.get(name), now?.get(name)];
    if (was !== undefined && is !== undefined && hasSame(was, is)) continue;
    edited.add(name);
    for (const own of [was, is]) if (own !== undefined && own.size > 0) changed.push(own);
  }
  if (changed.length === 0) return edited;
  const { names, content } = all();
  const isEdited = (phage: number) => edited.has(names[phage] ?? '');
  const nearest = nearestOf(changed, content);
  const leastOf = createLeastNamed(content, isEdited);
  const reached = names.filter((_, phage) => {
    const similarity = nearest[phage] ?? 0;
    return similarity > 0 && !isEdited(phage) && similarity >= leastOf(phage);
  });
  return new Set([...edited, ...reached]);
}

/** For each phage, its highest similarity to any of some phages, told by their PhamIDs; 0 where they share no family. */
function nearestOf(
  changed: readonly ReadonlySet<number>[],
  { ids, families, phages }: GeneContent,
): Float64Array {
  const nearest = new Float64Array(families.ends.length);
  const shared = new Uint32Array(families.ends.length);
  for (const own of changed) {
    shared.fill(0);
    for (const id of own) {
      const family = placeIn(ids, id);
      if (ids[family] === id) countEach(phages.members, ...membersOf(phages, family), shared);
    }
    for (const [phage, both] of shared.entries()) {
      if (both === 0) continue;
      const similarity = similarityOf(both, own.size, sizeOf(families, phage));
      nearest[phage] = Math.max(nearest[phage] ?? 0, similarity);
    }
  }
  return nearest;
}

// As many as are named, and some more for a bound that is near.
const mostCompared = mostNamed + 14;

/**
 * Returns a function that gives a similarity which the last of the named phages of a phage has at least: that of the last
 * among some phages with its rarest families. They are none of those that `isOut` tells, so that it holds before, too. 0
 * where there are too few.
 */
function createLeastNamed(
  { families, phages }: GeneContent,
  isOut: (phage: number) => boolean,
): (phage: number) => number {
  // The last phage that had a family, or was compared, counted from 1.
  const has = new Uint32Array(phages.ends.length);
  const isTaken = new Uint32Array(families.ends.length);
  return (phage) => {
    const own = families.members.slice(...membersOf(families, phage));
    for (const family of own) has[family] = phage + 1;
    const rarest = Array.from(own).sort((a, b) => sizeOf(phages, a) - sizeOf(phages, b));
    const found: number[] = [];
    for (const family of rarest) {
      const [from, to] = membersOf(phages, family);
      for (let at = from; at < to && found.length < mostCompared; at++) {
        const other = phages.members[at] ?? 0;
        if (other === phage || isTaken[other] === phage + 1 || isOut(other)) continue;
        isTaken[other] = phage + 1;
        const [first, end] = membersOf(families, other);
        let both = 0;
        for (let one = first; one < end; one++)
          if (has[families.members[one] ?? 0] === phage + 1) both++;
        found.push(similarityOf(both, own.length, end - first));
      }
      if (found.length >= mostCompared) break;
    }
    return found.sort((a, b) => b - a)[mostNamed - 1] ?? 0;
  };
}

/** The families of those of the phages that genes name. */
function familiesOf(notes: PageNotes, phages: ReadonlySet<string>): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  forEachRow(notes, (row, _, firstGene) => {
    const name = textAt(notes, row[phageName]);
    if (!phages.has(name)) return;
    const own = found.get(name) ?? new Set();
    found.set(name, own);
    forEachGene(notes, row, firstGene, (pham) => {
      const id = phamIdAt(notes, pham);
      if (id !== null) own.add(id);
    });
  });
  return found;
}

function hasSame(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
