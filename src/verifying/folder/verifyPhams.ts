/**
 * A worker's task: compares the genes of phams with the pages. The manifest has the hash of the whole file. Each
 * gene in it is compared by size and CRC-32 instead of bytes, since the genes of a pham are spread over all pages.
 */
import { crc32 } from 'node:zlib';
import { phamFile } from '../../views/phamViews.ts';
import { envelopeOf } from '../../views/plannedFile.ts';
import type { CheckedPhams } from './checkedPhams.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, openSite } from './fileCheck.ts';

const comma = 0x2c;

export function verifyPhams({
  phams,
  ...site
}: SiteRef & { readonly phams: CheckedPhams }): Tallies {
  const { log, files } = openSite(site);
  log.checked('V1');
  const expected = 'the genes of the pham, as they are on the pages';
  let first = 0;
  phams.ids.forEach((id, index) => {
    const count = phams.counts[index] ?? 0;
    const genes = phams.genes.subarray(first * 2, (first + count) * 2);
    first += count;
    files.expect('V1', phamFile(id), expected, (bytes) => holds(bytes, genes));
  });
  return log.tallies;
}

/** `genes` has size and CRC-32 of each. */
function holds(bytes: Buffer, genes: Uint32Array): boolean {
  const [head, end] = envelopeOf({ count: genes.length / 2 });
  if (bytes.toString('latin1', 0, head.length) !== head) return false;
  let at = head.length;
  for (let gene = 0; gene < genes.length; gene += 2) {
    if (gene > 0 && bytes[at++] !== comma) return false;
    const to = at + (genes[gene] ?? 0);
    if (to > bytes.length || crc32(bytes.subarray(at, to)) !== genes[gene + 1]) return false;
    at = to;
  }
  return bytes.toString('latin1', at) === end;
}
