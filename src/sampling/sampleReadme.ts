/** The README of a sample: what it is, how to make it again, and by which hashes its files are known. */
import { hash } from 'node:crypto';
import { type HashedFile, hashLines, readHashLines } from '../text/hashLines.ts';

const title = '# Sample records made by `phagepress sample`';
const seal = 'This file, up to here: ';

/** Does not name the folder, so that the same sample reads the same anywhere. */
export function sampleReadme(sample: {
  readonly genes: number;
  readonly phages: number;
  readonly seed: number;
  readonly files: readonly HashedFile[];
}): string {
  const { genes, phages, seed, files } = sample;
  const text = `${title}

Every record in \`genes/\` and \`phages/\` is synthetic: the names, people, places, accessions, proteins and
coordinates are made up, and none describes a real phage. They have the shape, the sizes and the variety of
real records, and that is all they are good for.

- gene records: ${genes}
- phage records: ${phages}

The same command makes the same bytes on every machine:

    phagepress sample --genes ${genes} --seed ${seed} --out DIR

It replaces this file and the files that it wrote below \`genes/\` and \`phages/\`, which it knows by these hashes
(SHA-256). Where one of them was changed, or another was added, it replaces nothing.

\`\`\`text
${hashLines(files)}\`\`\`

`;
  return `${text}${seal}${hash('sha256', text)}\n`;
}

/** The files that a README names, or null when it is not one that \`phagepress sample\` wrote, byte for byte. */
export function filesOfReadme(readme: string): HashedFile[] | null {
  const end = readme.lastIndexOf(seal);
  const text = readme.slice(0, Math.max(0, end));
  const isAsWritten =
    text.startsWith(title) && readme.slice(end) === `${seal}${hash('sha256', text)}\n`;
  return isAsWritten ? readHashLines(text) : null;
}
