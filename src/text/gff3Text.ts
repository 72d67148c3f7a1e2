/** Text in the columns of GFF3. */

// The characters that the specification reserves in the ninth column, and no others.
// oxlint-disable-next-line no-control-regex -- these characters are meant
export const reserved = /[\x00-\x1f\x7f%;=&,]/g;

/** A value in the ninth column. */
export function encodeValue(text: string): string {
  return text.replaceAll(reserved, percentEncode);
}

export function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A name in the first column. ">" is encoded, too, so that the line cannot look like a FASTA header. */
export function encodeSequenceName(name: string): string {
  return Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9.:^*$@!+_?|-]/.test(character) ? character : percentEncode(character);
  }).join('');
}
