/** Records whose texts try to be code, formulas or the names of other things, as far as their schemas allow. */
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';

/** Runs where it is taken for HTML; without a slash, since names are parts of addresses. */
export const markup = '<img src=x onerror=document.title="run">';
export const script = '</script><script>document.title="run"</script>';
/** Turns round what stands behind it, unless it is shut in. */
export const turning = 'left\u202Ethgir\u2066';
export const formula = '=HYPERLINK("https://evil.example","free")';
export const quotedFormula = '"=HYPERLINK(""https://evil.example"",""free"")"';
export const long = 'Long '.repeat(2000);

/** Of phages; each has three genes, of which the last is of a family that all have. */
export const names = [
  markup,
  turning,
  '=1+1',
  '+2',
  '-3',
  '@4',
  '__proto__',
  'constructor',
  'Plain',
];

const texts = [
  script,
  markup,
  formula,
  `${turning} tail`,
  long,
  '\tTab\r\nand line',
  '"quoted" & \'so\'',
  // A formula where the quotes are taken for those around a cell.
  quotedFormula,
  '"quoted without an end',
];

function textAt(place: number): string {
  return texts[place % texts.length] ?? '';
}

/** A cluster is part of an address, too. */
const clusterAt = (place: number) => (place % 2 === 0 ? markup : turning);

export const hostileData: Readonly<Record<string, string>> = {
  'data/phages/all.ndjson': asLines(
    names.map((name, at) =>
      tinyPhage(name, {
        finder_name: textAt(at),
        found_city: textAt(at + 1),
        found_country: textAt(at + 2),
        discovery_notes: textAt(at + 3),
        lysogeny_notes: long,
        old_names: textAt(at + 4),
        archive_accession: formula,
        pcluster: { cluster: clusterAt(at), temperate: true },
        psubcluster: { subcluster: markup },
        genome_length: 3000,
        fasta_file: null,
      }),
    ),
  ),
  'data/genes/all.ndjson': asLines(
    names.flatMap((name, at) =>
      [1, 2, 3].map((number) =>
        tinyGene(name, number, {
          Start: number * 600,
          Stop: number * 600 + 12,
          Name: textAt(at + number + 3),
          Notes: textAt(at + number),
          LocusTag: textAt(at + number + 1),
          PhamID:
            number === 3
              ? { PhamID: 7, Color: '#123456' }
              : { PhamID: at * 10 + number + 10, Color: '#ffffff' },
          PhageID: {
            ...tinyGene(name, number).PhageID,
            Cluster: clusterAt(at),
            Subcluster: markup,
          },
        }),
      ),
    ),
  ),
  'data/features/all.ndjson': asLines(
    names.map((name, at) => tinyFeature(name, { Name: textAt(at), Notes: textAt(at + 1) })),
  ),
};
