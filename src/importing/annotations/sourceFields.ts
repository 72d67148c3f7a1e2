/** Reads fields of a phage's record from the `source` feature of an annotation file. */
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import { hostFields } from '../hostFields.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { pathSafeName } from '../pathSafeName.ts';

/**
 * Only the fields for which the file has a value; what it says besides is counted. `phage` is the name that the
 * sequence was given.
 */
export function sourceFields(
  sequence: AnnotatedSequence,
  { phage, log, file }: { readonly phage: string; readonly log: ImportLog; readonly file: string },
): Partial<ImportedPhage> {
  const source = sourceOf(sequence);
  for (const { type, line } of sequence.features) {
    if ((type === 'source' || type === 'region') && line !== source?.line)
      logTo(log.refused, `features of the type ${type}`, phage, { file, line });
  }
  if (source === null) return {};
  const { type, line, qualifiers } = source;
  const place = { file, line };
  const taken = new Set<string>();
  const fields: Partial<ImportedPhage> = {};
  const take = (
    names: readonly string[],
    meaning: (value: string) => Partial<ImportedPhage>,
    change?: (value: string) => string | null,
  ) => {
    const value = names.map((name) => qualifiers.get(name)?.[0] ?? '').find((one) => one !== '');
    if (value === undefined) return;
    const found = meaning(value);
    if (Object.keys(found).length === 0) return;
    Object.assign(fields, found);
    for (const name of names) {
      if (qualifiers.get(name)?.every((one) => one === value) === true) taken.add(name);
    }
    const kind = change?.(value) ?? null;
    if (kind !== null) logTo(log.changed, kind, value, place);
  };
  take(['geo_loc_name', 'country'], placeFields);
  take(['lat_lon'], positionFields);
  take(['collection_date'], yearFields, (date) =>
    /^\d{4}$/.test(date) ? null : 'collection dates, of which records keep the year',
  );
  take(['host', 'nat_host', 'lab_host'], hostFields);
  take(['isolation_source'], (from) => ({ discovery_notes: `Isolated from ${from}` }));
  take(['collected_by'], (finder) => ({ finder_name: finder }));
  take(['strain'], (strain) =>
    pathSafeName(strain) === phage ? {} : { naming_notes: `Strain ${strain}` },
  );
  for (const [name, [value = '']] of qualifiers) {
    const isName = ['strain', 'organism'].includes(name) && endsIn(value, phage);
    if (!taken.has(name) && !isName) logTo(log.fieldless, `/${name}`, type, place);
    else if (isName && name === 'organism' && value !== phage)
      logTo(log.changed, 'organisms, of which the phage keeps the last words', value, place);
  }
  return fields;
}

function endsIn(value: string, phage: string): boolean {
  return pathSafeName(value).endsWith(phage);
}

/**
 * The feature that describes the whole sequence, with underscores in the names of its qualifiers: NCBI's GFF3 files
 * have it as a region, and write hyphens.
 */
export function sourceOf({
  features,
  bases,
}: Pick<AnnotatedSequence, 'features' | 'bases'>): AnnotatedFeature | null {
  const source =
    features.find(({ type }) => type === 'source') ??
    features.find(
      ({ type, parts: [part] }) =>
        type === 'region' && part?.start === 0 && (bases === null || part.end === bases.length),
    );
  if (source === undefined) return null;
  const plain = Array.from(
    source.qualifiers,
    ([name, values]) => [name.replaceAll('-', '_'), values] as const,
  );
  return { ...source, qualifiers: new Map(plain) };
}

/** `USA: Chester, VA`: the country, then places from small to large. */
function placeFields(place: string): Partial<ImportedPhage> {
  const [country = '', ...rest] = place.split(':').map((part) => part.trim());
  if (country === '') return {};
  const parts = rest
    .join(':')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [city, ...state] = parts;
  return {
    found_country: country,
    ...(city === undefined ? {} : { found_city: city }),
    ...(state.length === 0 ? {} : { found_state: state.join(', ') }),
  };
}

/** `37.32 N 77.45 W` */
function positionFields(position: string): Partial<ImportedPhage> {
  const [, lat, ns, long, ew] =
    /^(\d+(?:\.\d+)?)\s*([NS])\s+(\d+(?:\.\d+)?)\s*([EW])$/i.exec(position) ?? [];
  if (lat === undefined || long === undefined || Number(lat) > 90 || Number(long) > 180) return {};
  return {
    found_GPS_lat: `${lat} ${ns?.toUpperCase()}`,
    found_GPS_long: `${long} ${ew?.toUpperCase()}`,
  };
}

/** `01-Oct-2010`, `2010-10-01`, `Oct-2010` or `2010`; the first year of a range. */
function yearFields(date: string): Partial<ImportedPhage> {
  const [year] = /(?<!\d)\d{4}(?!\d)/.exec(date) ?? [];
  return year === undefined ? {} : { found_year: Number(year) };
}
