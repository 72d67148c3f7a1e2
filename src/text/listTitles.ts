/** What the lists of a site are called for people: of one record, and of several, in the order of the first page. */

export const listTitles = [
  ['phages', 'phage', 'phages'],
  ['genes', 'gene', 'genes'],
  ['phams', 'gene family', 'gene families'],
  ['features', 'RNA or other feature', 'RNAs and other features'],
] as const;
