/** Plans `/api/similarbyphage/<phage_name>/`, and says of which phages it changes. */
import { fileAlias } from '../contract/recordName.ts';
import {
  forEachGene,
  forEachRow,
  type PageNotes,
  phageName,
  phamIdAt,
  textAt,
} from '../records/notes.ts';
import { countGenePhages } from '../records/summaries.ts';
import {
  contentOf,
  type GeneContent,
  nameOf,
  planSimilarity,
  similarityFile,
} from './similarity.ts';
import { type Change, touchedBy, type View } from './view.ts';

export const similarbyphage: View = {
  from: 'genes',
  entries: countGenePhages,
  plan(notes, change, { caseInsensitiveNames: hasAliases, fieldNames: names }) {
    const affected = affectedPhages(notes, change);
    let held: GeneContent | null = null;
    const content = () => (held ??= contentOf(notes));
    if (affected?.size === 0) return { files: () => [], fileCount: () => 0, isKept: () => true };
    const files = new Set(
      [...(affected ?? [])].flatMap((name) => {
        const file = similarityFile(name);
        return file === null ? [] : [file, fileAlias(file)];
      }),
    );
    return {
      prepare: () => void content(),
      *files() {
        const all = content();
        const numbers = Array.from(all.names.ends, (_, phage) => phage);
        const wanted =
          affected === null ? numbers : numbers.filter((one) => affected.has(nameOf(all, one)));
        yield* planSimilarity(all, wanted, { names, hasAliases });
      },
      fileCount: () => affected?.size ?? content().names.ends.length,
      isKept: (file) => affected !== null && !files.has(file),
    };
  },
};

/**
 * The phages that have or had other families than on the live site, and all that share a family with one of them, now or
 * before; null if nothing of the live site is kept.
 */
function affectedPhages(notes: PageNotes, change: Change | null): ReadonlySet<string> | null {
  const touched = touchedBy<string>(change, (names, of, row) =>
    names.add(textAt(of, row[phageName])),
  );
  if (touched === null || change === null) return null;
  const [before, now] = [change.before, notes].map((of) => familiesOf(of, touched));
  const affected = new Set<string>();
  const families = new Set<number>();
  for (const name of touched) {
    const [was, is] = [before?.get(name), now?.get(name)];
    if (was !== undefined && is !== undefined && hasSame(was, is)) continue;
    affected.add(name);
    for (const id of [...(was ?? []), ...(is ?? [])]) families.add(id);
  }
  if (families.size === 0) return affected;
  forEachRow(notes, (row, _, firstGene) => {
    forEachGene(notes, row, firstGene, (pham) => {
      if (families.has(phamIdAt(notes, pham) ?? -1)) affected.add(textAt(notes, row[phageName]));
    });
  });
  return affected;
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
