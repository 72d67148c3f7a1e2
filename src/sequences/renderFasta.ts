/** Writes a sequence as FASTA, in lines of 70 bases as GenBank does. */

export const basesPerLine = 70;
const newline = 10;

/** `header` is the text after `>`: the name, and any description. */
export function renderFasta(header: string, bases: Buffer): Buffer {
  const lines = Math.ceil(bases.length / basesPerLine);
  const text = Buffer.allocUnsafe(Buffer.byteLength(header) + 2 + bases.length + lines);
  let at = text.write(`>${header}\n`);
  for (let from = 0; from < bases.length; from += basesPerLine) {
    at += bases.copy(text, at, from, from + basesPerLine);
    text[at++] = newline;
  }
  return text;
}
