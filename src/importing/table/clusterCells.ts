/** What people write into the columns of clusters and subclusters. */
import type { CellMeaning, RowSoFar } from './cellKinds.ts';

const noCluster =
  /^(?:none|null|n\/?a|nan|tbd|unknown|unk|unclustered|not clustered|no (?:sub)?cluster|unassigned|[-–—?]+)$/i;
/** A day, which a spreadsheet makes of MAR1, or another number or error of it. */
const noName =
  /^(?:\d{1,4}[-./ ](?:\d{1,2}|[A-Z]{3,})(?:[-./ ]\d{1,4})?(?: [\d:]+)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{1,4}|\d+\.\d+E[+-]?\d+|#.*)$/i;
const noNameHint = 'which no spreadsheet has changed,';

/** `A`, `Singleton`, a word for none, or a subcluster, `A2`, whose cluster is its letters. */
export function clusterFields(cell: string, { record, say }: RowSoFar): CellMeaning {
  const text = cell.replace(/^cluster\s+/i, '');
  if (noCluster.test(text)) {
    say('changed', 'words for no cluster, such as None');
    return { pcluster: null, psubcluster: null };
  }
  if (noName.test(text)) return `a cluster ${noNameHint}`;
  const temperate = record.pcluster?.temperate ?? false;
  const [, letters] = /^([A-Z]{1,2})[1-9]\d?$/.exec(text) ?? [];
  if (letters !== undefined) {
    say('changed', 'subclusters in the column of clusters, such as A2');
    return { pcluster: { cluster: letters, temperate }, psubcluster: { subcluster: text } };
  }
  const cluster = /^singletons?$/i.test(text) ? 'Singleton' : text;
  if (cluster !== cell) say('changed', 'other spellings of a cluster, such as singleton');
  const before = record.psubcluster?.subcluster ?? cluster;
  const isOther = /^[A-Z]{1,2}\d+$/.test(before) && before.replace(/\d+$/, '') !== cluster;
  if (isOther) say('changed', 'subclusters of another cluster, now none');
  return { pcluster: { cluster, temperate }, ...(isOther ? { psubcluster: null } : {}) };
}

/** `A2`, a word for none, or `2` beside the cluster A. */
export function subclusterFields(cell: string, { record, fields, say }: RowSoFar): CellMeaning {
  const text = cell.replace(/^subcluster\s+/i, '').replace(/\.0$/, '');
  const said = fields.psubcluster?.subcluster;
  if (noCluster.test(text)) {
    if (said !== undefined) return `${said}, as the cluster says,`;
    say('changed', 'words for no subcluster, such as None');
    return { psubcluster: null };
  }
  if (noName.test(text)) return `a subcluster ${noNameHint}`;
  if (fields.pcluster === null) return 'no subcluster beside no cluster';
  const cluster = record.pcluster?.cluster ?? '';
  const hasLetters = /^[A-Z]{1,2}$/.test(cluster);
  const isNumber = /^[1-9]\d?$/.test(text);
  if (isNumber && hasLetters) say('changed', 'subclusters by their number, now with their cluster');
  const subcluster = isNumber && hasLetters ? `${cluster}${text}` : text;
  if (said !== undefined && said !== subcluster) return `${said}, as the cluster says,`;
  const [, letters = cluster] = /^([A-Z]{1,2})\d+$/.exec(subcluster) ?? [];
  const isOfOther = (hasLetters && letters !== cluster) || cluster === 'Singleton';
  return isOfOther ? `a subcluster of ${cluster}` : { psubcluster: { subcluster } };
}
