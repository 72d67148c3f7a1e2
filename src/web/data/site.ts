/** What the site says of itself in `release.json`. */
import { type PageFolder, pagePath } from '../../text/pagePaths.ts';
import { fetchJson, unpackBy } from './fetching.ts';
import { fetchLabels } from './indexes.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../../text/values.ts';

const defaultTitle = 'Bacteriophage genes and phages';

export async function loadSite(): Promise<Site> {
  const release = await fetchJson('release.json');
  if (fieldsOf(release)['records'] === 'packed')
    unpackBy(async (address) => (await import('./packed.ts')).unpack(address));
  const hasLabels = fieldsOf(release)['family_labels'] === true;
  return siteOf(release, hasLabels ? await fetchLabels() : undefined);
}

export type Site = Readonly<ReturnType<typeof siteOf>>;

/** From `release.json`, and labels of families, by PhamID. What a site does not say is empty. */
export function siteOf(json: unknown, labels: ReadonlyMap<number, string> = new Map()) {
  const release = fieldsOf(json);
  const about = fieldsOf(release['about']);
  /** How many records each list has, in the order of names. */
  const counts: readonly (readonly [string, number])[] = Object.entries(
    fieldsOf(release['collections']),
  ).map(([name, list]) => [name, numberOf(fieldsOf(list)['count']) ?? 0]);
  const baseUrl = textOf(release['base_url']);
  const names: Fields = fieldsOf(release['field_names']);
  /** What the site calls a field, by its neutral name. */
  const nameOf = (field: string) => textOf(names[field]) || field;
  return {
    labels,
    about: {
      title: textOf(about['title']) || defaultTitle,
      description: textOf(about['description']),
      creators: listOf(about['creators']).map((one) => {
        const { name, orcid, affiliation } = fieldsOf(one);
        return { name: textOf(name), orcid: textOf(orcid), affiliation: textOf(affiliation) };
      }),
      licence: textOf(about['licence']),
      licenceUrl: textOf(about['licence_url']),
      contact: textOf(about['contact']),
      citation: textOf(about['citation']),
      doi: textOf(about['doi']),
    },
    baseUrl,
    /** Of the page of a phage or cluster that needs no script; null where the site has none. */
    addressOf: (folder: PageFolder, name: string): string | null =>
      release['html'] === true ? `${baseUrl}/${pagePath(folder, name)}` : null,
    release: textOf(release['release']),
    date: textOf(release['release_date'] ?? release['date']),
    version: textOf(release['version']),
    views: textsOf(release['views']),
    bulk: textsOf(release['bulk']),
    /** Whether it tells what changed since the release before. */
    changes: release['changes'] === true,
    hasGeneFiles: release['gene_files'] !== false,
    counts,
    nameOf,
    /** A field of a record by its neutral name. */
    field: (record: unknown, name: string) => fieldsOf(record)[nameOf(name)],
  };
}

/** The records of a view or of a page of a list. */
export function resultsOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : listOf(fieldsOf(json)['results']);
}
