/** A page of each kind, of the sample: its query, a name for it, and its title. */
export const somePages = [
  ['', 'home', 'Bacteriophage genes and phages'],
  ['?phages', 'phages', 'Phages'],
  ['?phage=Banobagleep', 'phage', 'Banobagleep'],
  ['?gene=Banobagleep_CDS_5', 'gene', 'Banobagleep_CDS_5'],
  ['?pham=2657', 'family', 'Gene family 2657'],
  [
    '?compare&with=Dafufe7&with=Fanodopox&with=Jafujudrizzle',
    'compare',
    'Compare Dafufe7, Fanodopox, Jafujudrizzle',
  ],
  ['?cluster=A', 'cluster', 'Cluster A'],
  ['?matrix', 'matrix', 'Similarity'],
  ['?note=tape+measure', 'function', 'Function: tape measure'],
  ['?sequence&of=Banobagleep_CDS_5', 'sequence', 'Sequence search'],
  ['?search=tail', 'search', 'Search: tail'],
  ['?interface', 'interface', 'Interface'],
] as const;
