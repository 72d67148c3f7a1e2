/** Has the record of a phage name the file of its genome on this site, where it names none. */
import { genomeFile } from '../contract/bulkFiles.ts';
import type { Rewrite } from './recordIntake.ts';

const none = '"fasta_file":null';

/** Of a phage with a genome; `baseUrl` is that of the site. */
export function linkGenome(baseUrl: string, hasGenome: (phage: string) => boolean): Rewrite {
  return (json, name) => {
    // Behind it stand only links and dates; objects in which anything may stand come before it.
    const at = json.lastIndexOf(none);
    const file = genomeFile(name, 'fastas');
    if (at < 0 || file === null || !hasGenome(name)) return json;
    const address = `${baseUrl}/${file.split('/').map(encodeURIComponent).join('/')}`;
    const said = `"fasta_file":${JSON.stringify(address)}`;
    return json.slice(0, at) + said + json.slice(at + none.length);
  };
}
