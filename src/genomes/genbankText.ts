/** Writes lines of a GenBank flat file; no text can break out of its line. */

const lineLength = 79;
const textColumn = 12;
const qualifierColumn = 21;

/** One line of text: control characters, and whatever any program takes for a line break, become blanks. */
export function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are meant
  return text.replaceAll(/[\x00-\x20\x7f-\xa0\u2028\u2029\ufeff]+/g, ' ').trim();
}

/** A keyword with its text, continued on further lines where it is long. */
export function section(keyword: string, text: string): string {
  const lines = wrap(onOneLine(text), lineLength - textColumn);
  return lines
    .map((line, at) => `${(at === 0 ? keyword : '').padEnd(textColumn)}${line}`.trimEnd() + '\n')
    .join('');
}

/** A feature's key and location; long locations are broken after commas. */
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

/** A text qualifier; nothing for an empty text. */
export function qualifier(name: string, text: string | null): string {
  const plain = onOneLine(text ?? '');
  if (plain === '') return '';
  const quoted = `/${name}="${plain.replaceAll('"', '""')}"`;
  return indented(wrap(quoted, lineLength - qualifierColumn));
}

/** A numeric qualifier, which is not quoted. */
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

// Names are at most this long. Readers join the pieces of a broken word with a blank, which would change the name.
const longestWhole = 200;

/** Breaks at blanks, and within a word only if it is longer than any name; so a line may be too long. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => broken(one, width))) {
    // Some readers take a quote at the end of a line for the closing one.
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

/** A word that is too long, in pieces; only the last may end with a quote. */
function broken(word: string, width: number): string[] {
  if (word.length <= longestWhole) return [word];
  const pieces: string[] = [];
  let rest = word;
  while (rest.length > width) {
    let at = width;
    while (at > 0 && (rest.charAt(at - 1) === '"' || isSplit(rest, at))) at--;
    // A run of quotes stays with what follows it.
    if (at === 0) at = /^"*[^"]{0,2}/.exec(rest)?.[0].length ?? rest.length;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Whether a cut here would split a surrogate pair. */
function isSplit(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
