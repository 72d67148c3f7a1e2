/** Takes the genes and features of a service, phage by phage. */
import { foldName } from '../../contract/recordName.ts';
import { logTo } from '../importLog.ts';
import { linesOf } from '../inputFiles.ts';
import { stopInside } from '../stopInside.ts';
import { ServiceFault } from './askService.ts';
import { geneOf } from './geneOf.ts';
import { valuesOfOthers, withSummary } from './valuesOfOthers.ts';
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
import type { ListedRecord } from './walkList.ts';

/** Throws a ServiceFault if the service has no list of genes. */
export async function takeGenes({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const { asking, options, spill, staged } = context;
  const phages = new Map<string, string>();
  const folded = new Map<string, string>();
  const take = ({ record, at }: ListedRecord) => {
    const { log } = context;
    const name = typeof record['GeneID'] === 'string' ? record['GeneID'] : '';
    const place = { file: at, line: null };
    const notes = {
      ...notesOf('genes', name, place, log),
      changed: (kind: string) => logTo(log.changed, kind, name, place),
    };
    const gene = geneOf(record, notes);
    if (typeof gene === 'string') return logTo(log.refused, `genes ${gene}`, name, place);
    if (options.since !== null && !taken.has(gene.phage)) return;
    if (gene.hasStopInside) logTo(log.doubtful, stopInside, name, place);
    const phage = nameIn(gene.phage, at);
    const other = folded.get(foldName(phage)) ?? phage;
    if (other !== phage)
      throw new ServiceFault(at, 'names that files can tell apart', `'${phage}' and '${other}'`);
    folded.set(foldName(phage), phage);
    if (!phages.has(phage)) phages.set(phage, at);
    spill.add(phage, [JSON.stringify(gene.id), gene.json]);
  };
  if (options.since === null || !(await takeByPhage([...taken.keys()], context, take))) {
    if (!(await each(walk(context, 'genes/', 'genes'), take))) throw noList(asking, 'genes/');
  }
  for (const [phage, at] of phages) {
    await staged.rest();
    putGenes(phage, at, context);
  }
}

/** Returns whether the service has a gene list for each phage; a phage without genes may have none. */
async function takeByPhage(
  phages: readonly string[],
  context: ServiceWalk,
  take: (one: ListedRecord) => void,
): Promise<boolean> {
  let isAnyThere = phages.length === 0;
  for (const phage of phages) {
    const path = `genesbyphage/${encodeURIComponent(phage)}/`;
    if (await each(walk(context, path, 'genes'), take)) isAnyThere = true;
  }
  return isAnyThere;
}

function putGenes(phage: string, at: string, context: ServiceWalk): void {
  const { asking, staged } = context;
  const said = valuesOfOthers(staged, phage, asking.address.id);
  const seen = new Set<string>();
  const lines = context.spill.itemsOf(phage).map(([id = '', json = '']) => {
    if (seen.has(id)) {
      asking.forget(`${asking.address.apiPath}genes`);
      throw new ServiceFault(at, 'each gene once', `${String(JSON.parse(id))} twice`);
    }
    seen.add(id);
    return `${said === null ? json : withSummary(json, said)}\n`;
  });
  put(context, `genes/${phage}.ndjson`, Buffer.from(lines.join('')), at);
  context.totals.genes += lines.length;
}

/** Services without features, such as PhagesDB, do not have these addresses. */
export async function takeFeatures({ taken }: ServedPhages, context: ServiceWalk): Promise<void> {
  const features = new Map<string, { readonly at: string; readonly records: object[] }>();
  await each(walk(context, 'features/', 'features'), ({ record, at }) => {
    const phage = nameIn(record['PhageID'], at);
    if (context.options.since !== null && !taken.has(phage)) return;
    const known = features.get(phage) ?? { at, records: [] };
    features.set(phage, known);
    known.records.push(record);
  });
  for (const [phage, { at, records }] of features) {
    await context.staged.rest();
    put(context, `features/${phage}.ndjson`, linesOf(records), at);
    context.totals.features += records.length;
  }
}
