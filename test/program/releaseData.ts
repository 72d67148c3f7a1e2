/** Data of a collection over time: phages are added, renamed and removed, families renumbered, split and merged. */
import type { GeneRecord } from '../../src/generated/records.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';

const names = ['Aldermoss', 'Brix', 'Çedilla', 'Dunmore', 'Ëlf', 'Fernley', 'Grus', 'Hoxne'];
const genesPerPhage = 12;

/** The data folder of a release, counted from 0; the same each time. */
export function releaseData(release: number): Record<string, string> {
  const { genes, phages } = releaseRecords(release);
  return {
    'data/genes/all.ndjson': asLines(genes),
    'data/phages/all.ndjson': asLines(phages),
  };
}

function releaseRecords(release: number) {
  const first = release % 3;
  const present = names.slice(first, first + 4 + (release % 2));
  // One is renamed.
  const called = (name: string) => (release > 4 && name === 'Dunmore' ? 'Dunmoor' : name);
  const phages = present.map((name) => tinyPhage(called(name)));
  const genes = present.flatMap((name) =>
    Array.from({ length: genesPerPhage - (release % 4) }, (_, at) =>
      tinyGene(called(name), at + 1, {
        GeneID: `${called(name)}_CDS_${at + 1}`,
        Notes: (at + release) % 5 === 0 ? `noted “${release}” at 3′` : '',
        PhamID: familyOf(at, release, name),
      }),
    ),
  );
  return { genes, phages };
}

function familyOf(at: number, release: number, name: string): GeneRecord['PhamID'] {
  const numbered = (id: number) => ({ PhamID: id, Color: '#abcdef' });
  // Every third release numbers all anew; one family is split, two others merged.
  const base = 100 * Math.floor(release / 3);
  if (at === 3 && release >= 4 && name > 'D') return numbered(base + 50);
  if (at === 5 && release >= 6) return numbered(base + 4);
  return numbered(base + at);
}
