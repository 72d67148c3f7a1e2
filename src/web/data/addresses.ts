/**
 * Where the files behind the pages lie, relative to `index.html`. Every answer is asked for as the file that it is, which
 * any host serves.
 */

const named = (view: string, name: string) => `api/${view}/${encodeURIComponent(name)}/index.json`;

export const addresses = {
  phage: (name: string) => named('phages', name),
  gene: (id: string) => named('genes', id),
  genesOf: (phage: string) => named('genesbyphage', phage),
  featuresOf: (phage: string) => named('featuresbyphage', phage),
  pham: (id: string) => named('phams', id),
  neighbours: (id: string) => `api/phams/${encodeURIComponent(id)}/neighbours/index.json`,
  genePage: (page: number) => `api/genes/page/${page}.json`,
  genome: (phage: string) => `media/fastas/${encodeURIComponent(phage)}.fasta`,
  genbank: (phage: string) => `media/genbank/${encodeURIComponent(phage)}.gbk`,
  gff3: (phage: string) => `media/gff3/${encodeURIComponent(phage)}.gff3`,
  /** Of the genes of a phage, whether it has a genome or not. */
  bulkOf: (phage: string, form: 'faa' | 'gff3') =>
    `bulk/phages/${encodeURIComponent(phage)}.${form}`,
  phageIndex: 'web/phages.json',
  families: 'web/families.json',
  geneIndex: 'web/genes.json',
  labels: 'web/labels.json',
  noteIndex: 'web/notes.json',
  moreFamilies: 'web/morefamilies.json',
  bulkIndex: 'bulk/index.json',
  openApi: 'openapi.json',
} as const;

/** The address of the interface for a file of it: without the name of the file. */
export function apiAddress(file: string): string {
  return file.replace(/index\.json$/, '');
}
