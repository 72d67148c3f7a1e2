/** Which phages a name stands for: in any case, as a draft, by an old name or an accession, as people write them. */
import { type PhageRow, rowOf } from './phageIndex.ts';

// Old names are one text, in which people name several in one of these ways.
const between = /[,;/|\r\n\t]/;
const version = /\.[0-9]+$/;

/** The phage of just this name, or else those that are called so in another way. */
export function phagesNamed(rows: readonly PhageRow[], name: string): readonly PhageRow[] {
  const own = rowOf(rows, name);
  return own === null ? phagesCalled(rows, name) : [own];
}

/** The phages that are called so, in the order of the index. */
export function phagesCalled(rows: readonly PhageRow[], text: string): readonly PhageRow[] {
  const wanted = folded(text);
  const bare = wanted.replace(/_draft$/, '');
  const unversioned = wanted.replace(version, '');
  if (wanted === '') return [];
  const byName = rows.filter(({ name }) => [wanted, bare].includes(folded(name)));
  if (byName.length > 0) return byName;
  return rows.filter(({ oldNames, accession, reference }) => {
    if (oldNames !== '' && oldNames.split(between).some((one) => folded(one) === wanted))
      return true;
    return [accession, reference].some(
      (one) => one !== '' && folded(one).replace(version, '') === unversioned,
    );
  });
}

function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
