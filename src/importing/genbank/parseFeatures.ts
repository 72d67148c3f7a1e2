/** Reads the feature table of a GenBank entry. */
import { type AnnotatedFeature, maxFeatures, type ReadingReports } from '../annotation.ts';
import { parseLocation } from './parseLocation.ts';

// Columns, from 0: that of a feature's key, and that of everything else.
const keyColumn = 5;
const textColumn = 21;
const expected = 'a location such as 12..80 or complement(join(5..20,30..41))';

/**
 * `lines` are those between FEATURES and the next keyword; the first is line `firstLine` of the file. `circle` is the
 * length of a circular sequence.
 */
export function parseFeatures(
  lines: readonly string[],
  firstLine: number,
  circle: number | null,
  reports: ReadingReports,
): AnnotatedFeature[] {
  const { report } = reports;
  const features: AnnotatedFeature[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const type = line.slice(keyColumn, textColumn).trim();
    let end = at + 1;
    while (end < lines.length && !beginsFeature(lines[end] ?? '')) end++;
    if (beginsFeature(line)) {
      const texts = lines.slice(at + 1, end).map((more) => more.trim());
      texts.unshift(line.slice(textColumn).trim());
      if (features.length >= maxFeatures) {
        report({
          line: firstLine + at,
          expected: `at most ${maxFeatures} features`,
          found: 'more',
        });
        return features;
      }
      const feature = featureOf(type, texts, { line: firstLine + at, circle }, reports);
      if (feature !== null) features.push(feature);
    } else if (line.trim() !== '') {
      report({ line: firstLine + at, expected: 'a feature', found: `'${line.trim()}'` });
    }
    at = end;
  }
  return features;
}

/** Some programs continue a qualifier in the first column: only a key starts exactly in its own column. */
function beginsFeature(line: string): boolean {
  return /^ {5}[^\s/]\S* +\S/.test(line) && line.length > textColumn;
}

function featureOf(
  type: string,
  texts: readonly string[],
  { line, circle }: { readonly line: number; readonly circle: number | null },
  { report, passOver }: ReadingReports,
): AnnotatedFeature | null {
  const firstQualifier = texts.findIndex((text, at) => at > 0 && text.startsWith('/'));
  const located = firstQualifier < 0 ? texts.length : firstQualifier;
  const text = texts.slice(0, located).join('');
  const location = parseLocation(text, circle);
  if (typeof location === 'string') {
    const found = `${location}: '${text.slice(0, 100)}'`;
    // Without a location a gene would be lost; any other feature can be left out and reported.
    report({ line, expected, found, isRefusal: type !== 'CDS' });
    return null;
  }
  const tell = {
    quote: (at: number, found: string) =>
      report({ line: line + located + at, expected: 'a quote at the end of the qualifier', found }),
    stray: (at: number, what: string) =>
      passOver({ line: line + located + at, kind: 'text behind the quote of a qualifier', what }),
  };
  return { line, type, ...location, qualifiers: qualifiersOf(texts.slice(located), tell) };
}

function qualifiersOf(
  texts: readonly string[],
  tell: Readonly<Record<'quote' | 'stray', (at: number, text: string) => void>>,
): Map<string, string[]> {
  const qualifiers = new Map<string, string[]>();
  for (let at = 0; at < texts.length;) {
    const text = texts[at] ?? '';
    if (!text.startsWith('/')) {
      if (text !== '') tell.stray(at, text);
      at++;
      continue;
    }
    const [, name = '', begun = null] = /^\/([^=]*)(?:=\s*(.*))?$/s.exec(text) ?? [];
    let end = at + 1;
    const pieces = [begun ?? ''];
    const isQuoted = begun?.startsWith('"') === true;
    const joint = name === 'translation' ? '' : ' ';
    // Counted piece by piece: looking at the whole value for each of its lines takes hours if there are many.
    let quotes = quotesAtEnd(begun ?? '');
    let length = begun?.length ?? 0;
    const isOpen = () =>
      isQuoted ? !endsQuote(quotes, length) : !(texts[end] ?? '/').startsWith('/');
    while (end < texts.length && isOpen()) {
      const more = texts[end] ?? '';
      if (more !== '') {
        pieces.push(more);
        const own = quotesAtEnd(more);
        quotes = own === more.length && joint === '' ? quotes + own : own;
        length += joint.length + more.length;
      }
      end++;
    }
    const value = pieces.join(joint);
    const inner = texts.slice(at + 1, end).find((one) => /^\/\w+(?:=|$)/.test(one));
    if (isQuoted && !endsQuote(quotes, length))
      tell.quote(at, `none before the next feature: /${name}`);
    else if (isQuoted && inner !== undefined && hasLoneQuote(value)) {
      tell.quote(at, `${inner.slice(0, 40)} within /${name}`);
    }
    const plain = isQuoted ? unquote(value) : value;
    const values = qualifiers.get(name);
    if (values === undefined) qualifiers.set(name, [plain]);
    else if (begun !== null) values.push(plain);
    at = end;
  }
  return qualifiers;
}

/** Whether a quoted value of this length, which ends in so many quotes, is complete: quotes in it are doubled. */
function endsQuote(quotes: number, length: number): boolean {
  // If there is nothing but quotes, the first one opens the value.
  return quotes === length ? quotes > 1 && quotes % 2 === 0 : quotes % 2 === 1;
}

function quotesAtEnd(text: string): number {
  let quotes = 0;
  while (quotes < text.length && text.charAt(text.length - 1 - quotes) === '"') quotes++;
  return quotes;
}

/** Whether a quoted value contains a quote that is not doubled. */
function hasLoneQuote(value: string): boolean {
  return value.slice(1, -1).replaceAll('""', '').includes('"');
}

function unquote(value: string): string {
  const inner = value.slice(1, value.endsWith('"') ? -1 : undefined);
  return inner.includes('"') ? inner.replaceAll('""', '"') : inner;
}
