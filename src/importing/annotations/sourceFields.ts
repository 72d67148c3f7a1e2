/** Reads fields of a phage's record from the `source` feature of an annotation file. */
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import { hostFields, type ImportedPhage } from '../blankPhage.ts';
import { pathSafeName } from '../inputs.ts';
import { saysNothing } from '../noValue.ts';
import { yearForm } from '../phageColumns.ts';
import { type ImportLog, logTo } from '../report.ts';

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
    const statements = names.flatMap((name) =>
      (qualifiers.get(name) ?? []).flatMap((value) =>
        value === '' || saysNothing(value) ? [] : [{ name, value, found: meaning(value) }],
      ),
    );
    const isUnderstood = ({ found }: (typeof statements)[number]) => Object.keys(found).length > 0;
    const used = statements.find(isUnderstood);
    const isTaken = (one: (typeof statements)[number]) =>
      one.value === used?.value || !isUnderstood(one);
    for (const { name } of statements)
      if (statements.every((one) => one.name !== name || isTaken(one))) taken.add(name);
    for (const one of statements)
      if (!isUnderstood(one))
        logTo(log.refused, `texts of /${one.name} that are not understood`, one.value, place);
    if (used === undefined) return;
    Object.assign(fields, used.found);
    const kind = change?.(used.value) ?? null;
    if (kind !== null) logTo(log.changed, kind, used.value, place);
  };
  take(
    ['geo_loc_name', 'country'],
    (where) => partsOfPlace(where).fields,
    (where) =>
      partsOfPlace(where).isGuess ? 'places of which the first part is taken for the city' : null,
  );
  take(['lat_lon'], positionFields);
  take(['collection_date'], yearFields, (date) =>
    /^\d{4}$/.test(date) ? null : 'collection dates, of which records keep the year',
  );
  take(['host', 'nat_host', 'lab_host'], hostFields);
  take(['isolation_source'], (from) => ({ discovery_notes: `Isolated from ${from}` }));
  take(['collected_by'], (finder) => ({ finder_name: finder }));
  if (pathSafeName(qualifiers.get('strain')?.[0] ?? '') !== phage)
    take(['strain'], (strain) => ({ naming_notes: `Strain ${strain}` }));
  for (const [name, [value = '']] of qualifiers) {
    const isName = ['strain', 'organism'].includes(name) && pathSafeName(value).endsWith(phage);
    if (!taken.has(name) && !isName) logTo(log.fieldless, `/${name}`, type, place);
    else if (isName && name === 'organism' && value !== phage)
      logTo(log.changed, 'organisms, of which the phage keeps the last words', value, place);
  }
  return fields;
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

/** These are names of no city, as `Washington` and `New York` are. */
const onlyState = /^(?:[A-Z]{2}|D\.C\.|District of Columbia)$/;
const state =
  /^(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming)$/;

/** `USA: Chester, VA`: the country, then places from small to large; of the USA also `Virginia, Chester`. */
function partsOfPlace(place: string) {
  const [country = '', ...rest] = place.split(':').map((part) => part.trim());
  const parts = rest
    .join(':')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isOnly = (part = '') => country === 'USA' && onlyState.test(part);
  const isState = (part = '') => isOnly(part) || (country === 'USA' && state.test(part));
  const [isFirst, isLast] = [isState(parts[0]), isState(parts.at(-1))];
  const isReversed = isFirst && (!isLast || (isOnly(parts[0]) && !isOnly(parts.at(-1))));
  const [city, ...larger] = isReversed ? parts.toReversed() : parts;
  const isAlone = isFirst && parts.length === 1;
  return {
    fields: {
      ...(country === '' ? {} : { found_country: country }),
      ...(city === undefined ? {} : { [isAlone ? 'found_state' : 'found_city']: city }),
      ...(larger.length === 0 ? {} : { found_state: larger.join(', ') }),
    },
    isGuess: parts.length > 1 && !isFirst && !isLast,
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

const yearWithin = new RegExp(String.raw`(?<!\d)${yearForm}(?!\d)`);

/** `01-Oct-2010`, `2010-10-01`, `Oct-2010`, `2010` or `Summer 2010`; the first year of a range. */
function yearFields(date: string): Partial<ImportedPhage> {
  const [year] = yearWithin.exec(date) ?? [];
  return year === undefined ? {} : { found_year: Number(year) };
}

export type QualifierReader = ReturnType<typeof readQualifiers>;

/** Reads qualifiers and remembers which; the others are counted as not taken. */
export function readQualifiers({ qualifiers }: Pick<AnnotatedFeature, 'qualifiers'>) {
  const taken: string[] = [];
  return {
    /** All values; empty if the feature has no such qualifier. */
    all(name: string): readonly string[] {
      taken.push(name);
      return qualifiers.get(name) ?? [];
    },
    /** The first value, or an empty text. If there are further ones, the qualifier counts as not taken. */
    first(name: string): string {
      const values = qualifiers.get(name) ?? [];
      const isOne = values.length < 2 || values.every((value) => value === values[0]);
      if (isOne) taken.push(name);
      return values[0] ?? '';
    },
    /** Qualifiers with a value that none of those read has. */
    untaken(): string[] {
      // Programs say some values twice: as ID and as locus tag, or as product and as gene.
      const isTaken = (value: string) =>
        taken.some((name) => qualifiers.get(name)?.includes(value) === true);
      return [...qualifiers.keys()].filter((name) => {
        if (taken.includes(name)) return false;
        const values = qualifiers.get(name) ?? [];
        return !(values.some(Boolean) && values.every(isTaken));
      });
    },
  };
}

/** Counts the qualifiers that were not read, and what records cannot say of the feature's place. */
export function tallyUntaken(
  feature: AnnotatedFeature,
  reader: Pick<QualifierReader, 'untaken'>,
  log: ImportLog,
  file: string,
  genomeLength: number | null,
): void {
  const { type, line, phase = 0, qualifiers } = feature;
  const left = reader.untaken().map((name) => `/${name}`);
  // What was translated was read by it.
  if (phase > 0 && (type !== 'CDS' || qualifiers.has('translation'))) left.push('the column phase');
  if (isInterrupted(feature, genomeLength)) left.push('the parts of joined places');
  if (feature.isPartial) left.push('ends that are open (< or >)');
  for (const kind of left) logTo(log.fieldless, kind, type, { file, line });
}

/** Whether its parts are more than one range of the genome, or of a circle. */
function isInterrupted({ parts }: AnnotatedFeature, genomeLength: number | null): boolean {
  return parts.some((part, at) => {
    const before = parts[at - 1];
    if (before === undefined) return false;
    const [left, right] = part.strand === -1 ? [part, before] : [before, part];
    const isNext = left.end === right.start;
    const isThroughOrigin =
      right.start === 0 && (genomeLength === null || left.end === genomeLength);
    return part.strand !== before.strand || !(isNext || isThroughOrigin);
  });
}
