/** Lines of a GenBank flat file: texts that stay on their lines, whatever is in them. */

const lineLength = 79;
const textColumn = 12;
const qualifierColumn = 21;

/** One line of text: whatever breaks lines in some program, and controls, are blanks. */
export function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\x00-\x20\x7f-\xa0\u2028\u2029\ufeff]+/g, ' ').trim();
}

/** A keyword with its text, which goes on below where it is long. */
export function section(keyword: string, text: string): string {
  const lines = wrap(onOneLine(text), lineLength - textColumn);
  return lines
    .map((line, at) => `${(at === 0 ? keyword : '').padEnd(textColumn)}${line}`.trimEnd() + '\n')
    .join('');
}

/** A feature's key and location, which is broken behind commas. */
export function featureLine(key: string, location: string): string {
  const lines: string[] = [''];
  for (const piece of location.split(/(?<=,)/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + piece.length > lineLength - qualifierColumn) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  const [first = '', ...others] = lines;
  const more = others.map((line) => `${' '.repeat(qualifierColumn)}${line}\n`).join('');
  return `     ${key.padEnd(16)}${first}\n${more}`;
}

/** A qualifier with a text; nothing for an empty one. */
export function qualifier(name: string, text: string | null): string {
  const plain = onOneLine(text ?? '');
  if (plain === '') return '';
  const quoted = `/${name}="${plain.replaceAll('"', '""')}"`;
  return indented(wrap(quoted, lineLength - qualifierColumn));
}

/** A qualifier with a number, which is not quoted. */
export function numberQualifier(name: string, value: number): string {
  return indented([`/${name}=${value}`]);
}

/** A protein: broken anywhere, since it has no blanks. */
export function proteinQualifier(protein: string): string {
  if (protein === '') return '';
  return indented(
    `/translation="${protein}"`.match(new RegExp(`.{1,${lineLength - qualifierColumn}}`, 'g')) ??
      [],
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${' '.repeat(qualifierColumn)}${line}\n`).join('');
}

// A name is that long at most. Readers join broken words with a blank, which would make another name of it.
const longestWhole = 200;

/** Breaks at blanks; in words only where they are longer than any name, so that a line may be too long. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => broken(one, width))) {
    // A line that ends with a quote would be taken for the last one by some readers.
    const isFull = line.length + 1 + word.length > width && !line.endsWith('"');
    if (line !== '' && isFull) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A word that is too long, in pieces; none but the last ends with a quote. */
function broken(word: string, width: number): string[] {
  if (word.length <= longestWhole) return [word];
  const pieces: string[] = [];
  let rest = word;
  while (rest.length > width) {
    let at = width;
    while (at > 0 && (rest.charAt(at - 1) === '"' || isSplit(rest, at))) at--;
    // Quotes alone stay together with what follows them.
    if (at === 0) at = /^"*[^"]{0,2}/.exec(rest)?.[0].length ?? rest.length;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Whether a character of two code units would be cut in two. */
function isSplit(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
