/** Checks a view by itself: what it is a list of, that it is whole and in order, and that all in it belong there. */
import { type CollectionName, keyFields } from '../contract/collectionName.ts';
import {
  matchViewTemplate,
  type ViewName,
  viewNames,
  type ViewTemplate,
} from '../contract/viewAddresses.ts';
import { showString } from '../json/showToken.ts';
import { compareText } from '../text/compareText.ts';
import { isRecord } from '../validation/canonicalJson.ts';
import type { ClauseLog } from './clauseLog.ts';

export interface SiteView {
  readonly name: ViewName;
  readonly template: ViewTemplate;
  /** Of its path, decoded. */
  readonly segments: readonly string[];
}

/** The view that lies at a file of the site; null for any other file. */
export function viewOf(file: string): SiteView | null {
  const below = /^api\/(.+)\/index\.json$/.exec(file)?.[1];
  if (below === undefined) return null;
  const segments = below.split('/');
  const name = viewNames.find((view) => view === segments[0]);
  const template = name === undefined ? null : matchViewTemplate(segments);
  return name === undefined || template === null ? null : { name, template, segments };
}

/** Reports the first that is wrong with a view, whose records the clauses of its list look into. */
export function checkView(file: string, view: SiteView, bytes: Buffer, log: ClauseLog): void {
  log.checked('V1');
  const wrong = wrongWith(view, parse(bytes));
  if (wrong === null) return;
  log.fail('V1', { address: file, ...wrong });
}

interface Wrong {
  readonly expected: string;
  readonly found: string;
}

function wrongWith(view: SiteView, value: unknown): Wrong | null {
  const listed = listedIn(view.template);
  if (listed !== null) return wrongWithList(view, listed, value);
  const isList = view.segments.length === 1;
  if (isList ? Array.isArray(value) : isRecord(value)) return null;
  return { expected: isList ? 'an array' : 'an object', found: 'something else' };
}

/** The collection whose records a view lists; null for one that tells of groups. */
function listedIn(template: ViewTemplate): CollectionName | null {
  if (template === 'genesbyphage/*') return 'genes';
  return template.endsWith('phagelist') || template.endsWith('_phages') ? 'phages' : null;
}

function wrongWithList(view: SiteView, collection: CollectionName, value: unknown): Wrong | null {
  if (!isRecord(value) || !Array.isArray(value['results'])) {
    return { expected: 'a page envelope', found: 'something else' };
  }
  const records: readonly unknown[] = value['results'];
  if (value['count'] !== records.length) {
    return { expected: `count ${records.length}`, found: String(value['count']) };
  }
  if (value['next'] !== null || value['previous'] !== null) {
    return { expected: 'one page: next and previous null', found: 'a link' };
  }
  let last: string | null = null;
  for (const record of records) {
    const key = isRecord(record) ? record[keyFields[collection]] : undefined;
    if (!isRecord(record) || typeof key !== 'string') {
      return { expected: `${collection} alone`, found: 'something else' };
    }
    if (last !== null && compareText(last, key) > 0) {
      return { expected: `${showString(key)} before ${showString(last)}`, found: 'it after it' };
    }
    if (!belongs(view, record)) {
      return { expected: `none but its own ${collection}`, found: showString(key) };
    }
    last = key;
  }
  return null;
}

/** Whether the view's name is what the record says of itself. */
function belongs({ template, segments }: SiteView, record: Record<string, unknown>): boolean {
  const name = segments[1] ?? '';
  const member = (of: string, key: string): unknown => {
    const inner = record[of];
    return isRecord(inner) ? inner[key] : undefined;
  };
  switch (template) {
    case 'genesbyphage/*':
      return member('PhageID', 'PhageID') === name;
    case 'sequenced_phages':
      return record['seq_finished'] === true;
    case 'temperate_phages':
      return member('pcluster', 'temperate') === true;
    case 'lytic_phages':
      return member('pcluster', 'temperate') === false;
    case 'clusters/*/phagelist': {
      const cluster = member('pcluster', 'cluster');
      return cluster === name || (name === 'Singleton' && (cluster ?? '') === '');
    }
    case 'subclusters/*/phagelist':
      return member('psubcluster', 'subcluster') === name;
    case 'host_genera/*/phagelist':
      return String(member('host_genus', 'id')) === name;
    case 'host_species/*/phagelist':
      return String(member('host_species', 'id')) === name;
    default:
      return true;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
