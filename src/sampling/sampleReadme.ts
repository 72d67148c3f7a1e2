/** The README of a sample: what it is, and how to make it again. */

/** By this line a folder is known to hold a sample, which may be replaced. */
export const sampleTitle = '# Sample records made by `phagepress sample`';

/** Does not name the folder, so that the same sample reads the same anywhere. */
export function sampleReadme(sample: { genes: number; phages: number; seed: number }): string {
  const { genes, phages, seed } = sample;
  return `${sampleTitle}

Every record in \`genes/\` and \`phages/\` is synthetic: the names, people, places, accessions, proteins and
coordinates are made up, and none describes a real phage. They have the shape, the sizes and the variety of
real records, and that is all they are good for.

- gene records: ${genes}
- phage records: ${phages}

The same command makes the same bytes on every machine:

    phagepress sample --genes ${genes} --seed ${seed} --out DIR

It replaces this file, \`genes/\` and \`phages/\`, and leaves everything else in the folder alone.
`;
}
