/** What people write into the columns of clusters and subclusters. */
import type { ImportedPhage } from '../blankPhage.ts';
import type { RowSoFar } from './cellKinds.ts';

/** The fields that a cell sets, or what was expected in its place. */
type Meaning = Partial<ImportedPhage> | string;

const noCluster =
  /^(?:none|null|n\/?a|nan|unknown|unk|unclustered|not clustered|no (?:sub)?cluster|unassigned|[-–—?]+)$/i;
/** A spreadsheet takes MAR1 for a day. */
const day = /^(?:\d{1,2}[-. ][A-Z][a-z]{2,}|[A-Z][a-z]{2,}[-. ]\d{1,4})$/;

/** `A`, `Singleton`, a word for none, or a subcluster, `A2`, whose cluster is its letters. */
export function clusterFields(text: string, { record, say }: RowSoFar): Meaning {
  if (noCluster.test(text)) {
    say('changed', 'words for no cluster, such as None');
    return { pcluster: null, psubcluster: null };
  }
  if (day.test(text)) return 'a cluster, which a spreadsheet may have taken for a day,';
  const temperate = record.pcluster?.temperate ?? false;
  const [, letters] = /^([A-Z]{1,2})[1-9]\d?$/.exec(text) ?? [];
  if (letters !== undefined) {
    say('changed', 'subclusters in the column of clusters, such as A2');
    return { pcluster: { cluster: letters, temperate }, psubcluster: { subcluster: text } };
  }
  const isSingleton = /^singletons?$/i.test(text);
  if (isSingleton && text !== 'Singleton') say('changed', 'spellings of Singleton');
  return { pcluster: { cluster: isSingleton ? 'Singleton' : text, temperate } };
}

/** `A2`, a word for none, or `2` beside the cluster A. */
export function subclusterFields(text: string, { record, fields, say }: RowSoFar): Meaning {
  if (noCluster.test(text)) {
    say('changed', 'words for no subcluster, such as None');
    return { psubcluster: fields.psubcluster ?? null };
  }
  if (day.test(text)) return 'a subcluster, which a spreadsheet may have taken for a day,';
  const cluster = record.pcluster?.cluster ?? '';
  const isNumber = /^[1-9]\d?$/.test(text) && /^[A-Z]{1,2}$/.test(cluster);
  if (isNumber) say('changed', 'subclusters by their number, now with their cluster');
  const subcluster = isNumber ? `${cluster}${text}` : text;
  const said = fields.psubcluster?.subcluster;
  if (said !== undefined && said !== subcluster) return `${said}, as the cluster says,`;
  return { psubcluster: { subcluster } };
}
