/** Which record names can be a file name on every host and machine (A3). */

export const maxNameBytes = 200;
// A device name stays one with any extension: NUL.txt is NUL on Windows.
const windowsDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
// Named one by one, not as all but the others: to CloudFront's runtime a character past U+FFFF is no pair
// of surrogates, and the `u` flag is unknown to it.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\x00-\x1f\x7f-\x9f]/;
// The list itself lies beside the folders of its records, and so do its compressed siblings.
const listIndex = /^index\.json(\.gz|\.br)?$/i;

/**
 * Says why a name cannot be published as a path (A3), or null when it can.
 * The text completes the sentence "found a name that …".
 */
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

/** Null for half of a surrogate pair. Counted without TextEncoder: not every edge runtime has it. */
function utf8Length(text: string): number | null {
  try {
    return encodeURIComponent(text).replace(/%../g, '.').length;
  } catch {
    return null;
  }
}

/**
 * The name in lower case, at which a site whose names match in any case answers too; null where that is no
 * other name, or none that can be a path: lower case may be longer.
 */
export function lowerCaseAlias(name: string): string | null {
  const lower = name.toLowerCase();
  return lower === name || unsafeNameReason(lower) !== null ? null : lower;
}

/**
 * Names with the same folded form cannot lie side by side on a file system that ignores case, nor share an
 * alias in lower case (A3).
 */
export function foldName(name: string): string {
  // Composed again: "J\u030C" has no form of one character, and its lower case has.
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}
