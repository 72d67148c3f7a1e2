/** Reads fields of a phage's record from the `source` feature of an annotation file. */
import type { AnnotatedSequence } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import { hostFields } from '../hostFields.ts';

/** Only the fields for which the file has a value. */
export function sourceFields({ features }: AnnotatedSequence): Partial<ImportedPhage> {
  const source = features.find(({ type }) => type === 'source');
  const text = (...names: readonly string[]) =>
    names.flatMap((name) => source?.qualifiers.get(name) ?? []).find((value) => value !== '') ?? '';
  return {
    ...placeFields(text('geo_loc_name', 'country')),
    ...positionFields(text('lat_lon')),
    ...yearFields(text('collection_date')),
    ...hostFields(text('host', 'nat_host', 'lab_host')),
    ...(text('isolation_source') === ''
      ? {}
      : { discovery_notes: `Isolated from ${text('isolation_source')}` }),
    ...(text('collected_by') === '' ? {} : { finder_name: text('collected_by') }),
  };
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
