/** Takes the phages of a service and their genomes. */
import { foldName } from '../../contract/recordName.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import { logTo } from '../importLog.ts';
import { putPhage } from '../putPhage.ts';
import { ServiceFault } from './askService.ts';
import { genomeOf } from './genomeOf.ts';
import { phageFields } from './phageFields.ts';
import {
  each,
  nameIn,
  noList,
  notesOf,
  put,
  type ServedPhages,
  type ServiceWalk,
  walk,
} from './serviceWalk.ts';

/** Throws a ServiceFault if the service has no list of them. */
export async function takePhages(context: ServiceWalk): Promise<ServedPhages> {
  const { asking, log, options, staged, totals } = context;
  const taken: ServedPhages['taken'] = new Map();
  const folded = new Map<string, string>();
  const isThere = await each(walk(context, 'phages/', 'phages'), ({ record, at }) => {
    const name = nameIn(record['phage_name'], at);
    const other = folded.get(foldName(name));
    if (other !== undefined)
      throw new ServiceFault(
        at,
        'names that files can tell apart',
        `a phage '${name}' besides '${other}'`,
      );
    folded.set(foldName(name), name);
    if (!isSince(record['date_modified'], options.since)) {
      const kind = `phages not modified since ${options.since}`;
      return logTo(log.refused, kind, name, { file: at, line: null });
    }
    const fields = phageFields(
      record,
      name,
      notesOf('phages', name, { file: at, line: null }, log),
    );
    putPhage(staged, name, { input: asking.address.id, kind: 'api' }, fields);
    context.before.delete(`phages/${name}.json`);
    taken.set(name, { fasta: record['fasta_file'], at });
    totals.phages++;
  });
  if (!isThere) throw noList(asking, 'phages/');
  return { taken, all: new Set(folded.values()) };
}

/** A phage without a modification date is included. */
function isSince(modified: unknown, since: string | null): boolean {
  if (since === null || typeof modified !== 'string') return true;
  const at = Date.parse(modified);
  return Number.isNaN(at) || at >= Date.parse(since);
}

export async function takeGenomes({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const { asking, baseUrl, log, totals } = context;
  for (const [name, { fasta, at }] of taken) {
    if (typeof fasta !== 'string' || fasta === '') continue;
    // The site's own files are fetched from the address that its pages are fetched from.
    const isOwn = baseUrl !== null && fasta.startsWith(`${baseUrl}/`);
    const file = isOwn ? asking.address.id + `..${fasta.slice(baseUrl.length)}` : fasta;
    const bases = await genomeOf(asking, file);
    if (typeof bases === 'string') {
      logTo(log.refused, `genomes ${bases}`, `${name}: ${fasta}`, { file: at, line: null });
      continue;
    }
    put(context, `genomes/${name}.fasta`, renderFasta(name, bases), at);
    totals.genomes++;
  }
}
