/** The views, made from the lists of a site as simply as can be: by grouping their records. */
import type { CollectionName } from '../../src/contract/collectionName.ts';
import type { Release } from '../../src/contract/release.ts';
import { unsafeNameReason } from '../../src/contract/recordName.ts';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { compareCodePoints, publishedJson } from './naive.ts';
import { naiveNeighbours } from './naiveNeighbours.ts';

type Tree = Readonly<Record<string, string>>;
type Files = Record<string, string>;

/** The text of each file of a view, by its path; `tree` gives every byte as a character of its own. */
export function naiveViews(tree: Tree): Files {
  const genes = recordsOf<GeneRecord>(tree, 'genes');
  const phages = recordsOf<PhageRecord>(tree, 'phages');
  const files: Files = {};
  const put = (address: string, text: string) => {
    const names = address.split('\n');
    if (names.every((name) => unsafeNameReason(name) === null)) {
      files[`api/${names.join('/')}/index.json`] = text;
    }
  };

  const byPhage = groups(genes, (gene) => gene.PhageID?.PhageID);
  for (const [name, of] of byPhage) {
    put(`genesbyphage\n${name}`, envelope(of));
    put(`similarbyphage\n${name}`, publishedJson(similarTo(name, byPhage)));
  }
  for (const [name, of] of groups(
    recordsOf<FeatureRecord>(tree, 'features'),
    ({ PhageID }) => PhageID,
  )) {
    put(`featuresbyphage\n${name}`, envelope(of));
  }
  put('sequenced_phages', envelope(phages.filter((phage) => phage.seq_finished)));
  // Null, which --allow null-value lets through, is neither.
  const temperate = (is: boolean | null) =>
    envelope(phages.filter((phage) => phage.pcluster?.temperate === is));
  put('temperate_phages', temperate(true));
  put('lytic_phages', temperate(false));

  const clusters = groups(phages, clusterOf);
  const clusterJson = ([cluster, of]: [string, PhageRecord[]]) =>
    publishedJson({
      cluster,
      subclusters_set: [...groups(of, subclusterOf).keys()].sort(compareCodePoints),
    });
  const subclusterJson = ([subcluster, of]: [string, PhageRecord[]]) =>
    publishedJson({
      subcluster,
      cluster: of.map(clusterOf).find((one) => one !== null) ?? null,
      phage_set: of.flatMap(({ phage_name: name }) => name || []),
    });
  const byName = <T>(a: [string, T], b: [string, T]) => compareCodePoints(a[0], b[0]);
  putGroups('clusters', [...clusters].sort(byName), clusterJson);
  putGroups('subclusters', [...groups(phages, subclusterOf)].sort(byName), subclusterJson);

  const genera = named(({ host_genus: genus }) => genus, 'id', ['genus_name']);
  putGroups('host_genera', genera, ([, of]) => publishedJson(of[0]!.host_genus));
  const species = named(({ host_species: one }) => one, 'id', ['genus', 'species_name']);
  putGroups('host_species', species, ([, of]) => publishedJson(of[0]!.host_species));

  const strains = [...groups(phages, strainOf)].sort(byName);
  putGroups('host_strains', strains, ([, of]) => publishedJson(of[0]!.isolation_host));
  const institutions = named(({ p_institution: of }) => of, 'institution_code', [
    'institution_name',
  ]);
  putGroups('institutions', institutions, ([, of]) => publishedJson(of[0]!.p_institution));

  const families = [...groups(genes, (gene) => gene.PhamID?.PhamID)].sort(([a], [b]) => a - b);
  const neighboursOf = naiveNeighbours(genes);
  for (const [id, of] of families) {
    put(`phams\n${id}`, envelope(of));
    put(`phams\n${id}\nneighbours`, publishedJson(neighboursOf(id, of)));
  }
  Object.assign(files, familyPages(families, tree));
  return files;

  /** Those with the same key and names; the key is null where an earlier phage has it with other names. */
  function named<Of extends object>(
    objectOf: (phage: PhageRecord) => Of | null,
    key: keyof Of,
    names: (keyof Of)[],
  ): [string | null, PhageRecord[]][] {
    const texts = (of: Of) => names.map((name) => String(of[name] ?? ''));
    const found = groups(phages, (phage) => {
      const of = objectOf(phage);
      if (of === null || of[key] === null || of[key] === '') return null;
      // Nothing is named by 0 alone.
      if (of[key] === 0 && !of[names.at(-1)!]) return null;
      return JSON.stringify([of[key], ...texts(of)]);
    });
    const taken = new Set<unknown>();
    const all = [...found.values()].map((of) => {
      const object = objectOf(of[0]!)!;
      const name = taken.has(object[key]) ? null : String(object[key]);
      taken.add(object[key]);
      return { object, name, of };
    });
    const order = key === 'id' ? [...names, key] : [key, ...names];
    const compare = (a: unknown, b: unknown) =>
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : compareCodePoints(String(a), String(b));
    all.sort(({ object: a }, { object: b }) =>
      order.map((field) => compare(a[field] ?? '', b[field] ?? '')).reduce((x, y) => x || y),
    );
    return all.map(({ name, of }) => [name, of]);
  }

  function putGroups<Key extends string | number | null>(
    view: string,
    sorted: [Key, PhageRecord[]][],
    jsonOf: (group: [Key, PhageRecord[]]) => string,
  ): void {
    put(view, `[${sorted.map(jsonOf).join(',')}]`);
    for (const group of sorted) {
      if (group[0] === null) continue;
      put(`${view}\n${group[0]}`, jsonOf(group));
      put(`${view}\n${group[0]}\nphagelist`, envelope(group[1]));
    }
  }
}

/** Gene content similarity: the mean of both shares of the families that two phages have in common. */
export function similarTo(
  name: string,
  byPhage: ReadonlyMap<string, readonly Pick<GeneRecord, 'PhamID'>[]>,
) {
  const familiesOf = (phage: string) =>
    new Set(byPhage.get(phage)?.flatMap(({ PhamID }) => PhamID?.PhamID ?? []));
  const own = familiesOf(name);
  const others = [...byPhage.keys()].flatMap((phage) => {
    const theirs = familiesOf(phage);
    const shared = [...own].filter((id) => theirs.has(id)).length;
    if (phage === name || shared === 0) return [];
    return [
      { phage, of: theirs.size, shared, mean: (shared / own.size + shared / theirs.size) / 2 },
    ];
  });
  others.sort((a, b) => b.mean - a.mean || compareCodePoints(a.phage, b.phage));
  return {
    phage_name: name,
    pham_count: own.size,
    similar: others.slice(0, 50).map(({ phage, of, shared, mean }) => ({
      phage_name: phage,
      similarity: Math.round(mean * 10_000) / 10_000,
      shared_pham_count: shared,
      pham_count: of,
    })),
  };
}

/** The files below `api/` that are neither lists nor records, as text. */
export function viewsIn(tree: Tree): Files {
  const views = Object.entries(tree).filter(
    ([file]) => /^api\/.*\//.test(file) && !/^api\/(features|genes|phages)\//.test(file),
  );
  return Object.fromEntries(
    views.map(([file, text]) => [file, Buffer.from(text, 'latin1').toString()]),
  );
}

/** The pages of the families; how they are cut and linked only the site says. */
function familyPages(families: readonly [number, GeneRecord[]][], tree: Tree): Files {
  const { base_url: base, collections }: Release = JSON.parse(tree['release.json'] ?? '');
  const { count = -1, page_size: size = 0, pages = 0 } = collections.phams ?? {};
  const entries = families.map(([id, of]) => ({
    PhamID: id,
    Color: of[0]?.PhamID.Color,
    gene_count: of.length,
    phage_count: new Set(of.flatMap(({ PhageID }) => PhageID?.PhageID ?? [])).size,
  }));
  const link = (page: number) =>
    page < 1 || page > pages ? null : `${base}/api/phams/?format=api&page=${page}`;
  const files: Files = {};
  for (let page = 1; page <= pages; page++) {
    const results = entries.slice((page - 1) * size, page * size);
    const text = JSON.stringify({ count, next: link(page + 1), previous: link(page - 1), results });
    files[`api/phams/page/${page}.json`] = text;
    if (page === 1) files['api/phams/index.json'] = text;
  }
  return files;
}

function strainOf({ isolation_host: host }: PhageRecord): string | null {
  if (!host?.strain_name) return null;
  return [host.genus, host.species, host.strain_name].filter(Boolean).join(' ');
}

function clusterOf(phage: PhageRecord): string | null {
  return phage.pcluster?.cluster || null;
}

function subclusterOf(phage: PhageRecord): string | undefined {
  return phage.psubcluster?.subcluster || undefined;
}

function groups<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | null | undefined,
): Map<Key, Item[]> {
  const found = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null && key !== undefined) found.set(key, [...(found.get(key) ?? []), item]);
  }
  return found;
}

function envelope(records: readonly object[]): string {
  const head = `{"count":${records.length},"next":null,"previous":null,"results":[`;
  return `${head}${records.map(publishedJson).join(',')}]}`;
}

/** The records of a list, page by page. */
function recordsOf<T>(tree: Tree, collection: CollectionName): T[] {
  const records: T[] = [];
  for (let page = 1; ; page++) {
    const text = tree[`api/${collection}/page/${page}.json`];
    if (text === undefined) return records;
    const { results }: { results: T[] } = JSON.parse(Buffer.from(text, 'latin1').toString());
    records.push(...results);
  }
}
