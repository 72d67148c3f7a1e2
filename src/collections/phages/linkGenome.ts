/** Sets the link of a phage's record to the file of its genome on this site, if it has no link. */
import { genomeFile } from '../../contract/genomePaths.ts';
import type { LinkGenome } from '../collection.ts';

const none = '"fasta_file":null';

export const linkGenome: LinkGenome = (baseUrl, hasGenome) => (json, name) => {
  // Only links and dates follow it; objects with arbitrary content come before.
  const at = json.lastIndexOf(none);
  const file = genomeFile(name, 'fastas');
  if (at < 0 || file === null || !hasGenome(name)) return json;
  const address = `${baseUrl}/${file.split('/').map(encodeURIComponent).join('/')}`;
  const said = `"fasta_file":${JSON.stringify(address)}`;
  return json.slice(0, at) + said + json.slice(at + none.length);
};
