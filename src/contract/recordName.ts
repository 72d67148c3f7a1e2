/** Which record names are valid file names on every host and operating system (A3). */

export const maxNameBytes = 200;
// A device name stays reserved with any extension: NUL.txt is NUL on Windows.
const windowsDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
// Lists ranges instead of negating a class: CloudFront's runtime does not treat a character above U+FFFF as a surrogate
// pair, and does not support the `u` flag.
// oxlint-disable-next-line no-control-regex -- these characters are meant
const control = /[\x00-\x1f\x7f-\x9f]/;
// The index of the list and its compressed siblings are in the same folder as the folders of records.
const listIndex = /^index\.json(\.gz|\.br)?$/i;

/** Why a name cannot be published as a path (A3), or null when it can. Completes the sentence "found a name that …". */
export function unsafeNameReason(name: string): string | null {
  if (name === '') return 'is empty';
  if (name === '.' || name === '..') return 'means a folder';
  if (/[/\\]/.test(name)) return 'contains a slash or backslash';
  if (control.test(name)) return 'contains a control character';
  const bytes = utf8Length(name);
  if (bytes === null) return 'is not valid Unicode';
  if (bytes > maxNameBytes) return `is longer than ${maxNameBytes} bytes`;
  if (/[. ]$/.test(name)) return 'ends in a dot or a space';
  if (windowsDevice.test(name)) return 'is a device name on Windows';
  if (listIndex.test(name)) return 'is the file name of the list itself';
  return null;
}

/** Null for a lone surrogate. Counted by hand, because not every edge runtime has TextEncoder. */
function utf8Length(text: string): number | null {
  try {
    return encodeURIComponent(text).replace(/%../g, '.').length;
  } catch {
    return null;
  }
}

/**
 * The name in lower case, under which a site with case-insensitive names publishes a second copy. Null when the name
 * is in lower case already, or when its lower-case form is not a valid path: it may be too long.
 */
export function lowerCaseAlias(name: string): string | null {
  const lower = name.toLowerCase();
  return lower === name || unsafeNameReason(lower) !== null ? null : lower;
}

/** Names with the same folded form collide on a case-insensitive file system, and would share an alias (A3). */
export function foldName(name: string): string {
  // Normalized again: "J\u030C" has no composed form, but its lower case has.
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** What alone tells two names of one folded form apart; completes "differ by …". */
export function differenceOf(one: string, other: string): string {
  const composed = 'how letters with marks are encoded (Unicode normalization)';
  if (one.normalize('NFC') === other.normalize('NFC')) return composed;
  return one.toLowerCase() === other.toLowerCase() ? 'case' : `case and ${composed}`;
}

/** FNV-1a over UTF-16 units: 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The path of a file's alias if names match in any case; null if it has none. */
export function fileAlias(file: string): string | null {
  const segments = file.split('/');
  const name = segments.length > 3 ? segments[2] : undefined;
  const alias = name === undefined ? null : lowerCaseAlias(name);
  return alias === null ? null : segments.with(2, alias).join('/');
}

/** The file and its alias, if a site has aliases. */
export function withFileAlias(file: string, hasAliases: boolean): string[] {
  const alias = hasAliases ? fileAlias(file) : null;
  return alias === null ? [file] : [file, alias];
}

/** What tells two genera, species or institutions apart that phages give the same id (V1, S3 `id-names`). */
type Fields = Readonly<Record<string, unknown>>;

export const genusName = (genus: Fields): string => textOf(genus['genus_name']);

/** Genus and species, separated by a space; of a species without a name that of its genus. */
export const speciesName = (species: Fields): string =>
  [species['genus'], species['species_name']].map(textOf).filter(Boolean).join(' ');

export const institutionName = (institution: Fields): string =>
  textOf(institution['institution_name']);

/** Nulls, which `--allow null-value` permits, are no text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Genus, species and strain name, separated by spaces; empty ones are left out. Null for a strain without a name. */
export function strainName(host: Readonly<Record<string, unknown>>): string | null {
  if (!isText(host['strain_name'])) return null;
  return [host['genus'], host['species'], host['strain_name']].filter(isText).join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
