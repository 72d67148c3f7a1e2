/** What the site says of itself in `release.json`. */
import { fetchJson } from './fetching.ts';
import { fetchLabels } from './indexes.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from './values.ts';

interface Creator {
  readonly name: string;
  /** Empty if not known, as the affiliation. */
  readonly orcid: string;
  readonly affiliation: string;
}

interface About {
  readonly title: string;
  readonly description: string;
  readonly creators: readonly Creator[];
  readonly licence: string;
  readonly licenceUrl: string;
  readonly contact: string;
  readonly citation: string;
}

export interface Site {
  /** Labels of gene families, by PhamID. */
  readonly labels: ReadonlyMap<number, string>;
  readonly about: About;
  readonly baseUrl: string;
  readonly release: string;
  readonly date: string;
  readonly version: string;
  readonly views: readonly string[];
  readonly bulk: readonly string[];
  readonly hasGeneFiles: boolean;
  /** How many records each list has, in the order of names. */
  readonly counts: readonly (readonly [string, number])[];
  /** How many pages each list has. */
  readonly pages: ReadonlyMap<string, number>;
  /** What the site calls a field, by its neutral name. */
  readonly nameOf: (field: string) => string;
  /** Reads a field of a record by its neutral name, whatever the site calls it. */
  readonly field: (record: unknown, name: string) => unknown;
}

const defaultTitle = 'Bacteriophage genes and phages';

/** Rejects with Unavailable. */
export async function loadSite(): Promise<Site> {
  const release = await fetchJson('release.json');
  const hasLabels = fieldsOf(release)['family_labels'] === true;
  return siteOf(release, hasLabels ? await fetchLabels() : undefined);
}

/** From `release.json`, and labels of families. */
export function siteOf(json: unknown, labels: Site['labels'] = new Map()): Site {
  const release = fieldsOf(json);
  const about = fieldsOf(release['about']);
  const lists = Object.entries(fieldsOf(release['collections']));
  const names: Fields = fieldsOf(release['field_names']);
  const nameOf = (field: string) => textOf(names[field]) || field;
  return {
    labels,
    about: {
      title: textOf(about['title']) || defaultTitle,
      description: textOf(about['description']),
      creators: listOf(about['creators'])
        .map(fieldsOf)
        .map((one) => ({
          name: textOf(one['name']),
          orcid: textOf(one['orcid']),
          affiliation: textOf(one['affiliation']),
        })),
      licence: textOf(about['licence']),
      licenceUrl: textOf(about['licence_url']),
      contact: textOf(about['contact']),
      citation: textOf(about['citation']),
    },
    baseUrl: textOf(release['base_url']),
    release: textOf(release['release']),
    date: textOf(release['release_date'] ?? release['date']),
    version: textOf(release['version']),
    views: textsOf(release['views']),
    bulk: textsOf(release['bulk']),
    hasGeneFiles: release['gene_files'] !== false,
    counts: lists.map(([name, list]) => [name, numberOf(fieldsOf(list)['count']) ?? 0] as const),
    pages: new Map(lists.map(([name, list]) => [name, numberOf(fieldsOf(list)['pages']) ?? 0])),
    nameOf,
    field: (record, name) => fieldsOf(record)[nameOf(name)],
  };
}

/** The records of a view or of a page of a list. */
export function resultsOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : listOf(fieldsOf(json)['results']);
}
