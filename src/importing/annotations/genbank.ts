/** Reads the entries of a GenBank flat file one after the other. */
import { upperCase } from '../../sequences/nucleotides.ts';
import {
  type AnnotatedFeature,
  type AnnotatedSequence,
  type FeatureLocation,
  type FeaturePart,
  type ImportFault,
  maxFeatures,
  plainType,
  type ReadingReports,
} from '../annotation.ts';
import { endOfLine, linesIn, type TextBlock, TextFault } from '../inputs.ts';

// Hundreds of times a phage's genome; they bound the memory that one entry may take.
const maxEntryBytes = 256 << 20;
const maxEntryLines = 1_000_000;

/**
 * Yields the entries that could be read. Throws what reading the blocks throws, and a TextFault for an entry that does
 * not end.
 */
export async function* readGenbank(
  blocks: AsyncIterable<TextBlock>,
  reports: ReadingReports,
): AsyncGenerator<AnnotatedSequence> {
  /** Of the entry that has begun; null between entries. */
  let parts: string[] | null = null;
  let firstLine = 0;
  let bytes = 0;
  for await (const { text, line: blockLine } of blocks) {
    let line = blockLine;
    for (let from = 0; from <= text.length;) {
      if (parts === null) {
        const end = endOfLine(text, from);
        const one = text.slice(from, end);
        if (one.startsWith('LOCUS')) {
          [parts, firstLine, bytes] = [[], line, 0];
          continue;
        }
        // Some files start with a description of the database.
        if (one.trim() !== '' && !isEnd(one))
          reports.passOver({ line, kind: 'lines before LOCUS', what: one });
        from = end + 1;
        line++;
        continue;
      }
      const end = endOfEntry(text, from);
      const part = text.slice(from, end === null ? text.length : end - 1);
      if (end !== from) parts.push(part);
      bytes += part.length;
      if (bytes > maxEntryBytes)
        throw new TextFault(line, `an entry of more than ${maxEntryBytes} bytes`);
      // Few entries have so many letters.
      if (bytes > maxEntryLines && line - firstLine + linesIn(part) > maxEntryLines) {
        const at = firstLine + maxEntryLines;
        throw new TextFault(at, `an entry of more than ${maxEntryLines} lines`);
      }
      if (end === null) break;
      const entry = parseEntry(parts.join('\n'), firstLine, reports);
      parts = null;
      if (entry !== null) yield entry;
      const next = endOfLine(text, end) + 1;
      if (next <= text.length) line += linesIn(text.slice(from, next)) - 1;
      from = next;
    }
  }
  if (parts === null) return;
  const line = firstLine + linesIn(parts.join('\n')) - 1;
  const hint = 'If the file was cut off, get it again.';
  const found = 'the end of the file';
  reports.report({ line, expected: '// at the end of the entry', found, hint });
}

function isEnd(line: string): boolean {
  return line.startsWith('//') && line.trim() === '//';
}

/** Where the line that ends an entry begins; null if there is none. */
function endOfEntry(text: string, from: number): number | null {
  for (let at = text.indexOf('//', from); at >= 0; at = text.indexOf('//', at + 1)) {
    const isStart = at === 0 || text.charAt(at - 1) === '\n';
    if (isStart && isEnd(text.slice(at, endOfLine(text, at)))) return at;
  }
  return null;
}

/**
 * `all` is the entry from LOCUS up to `//`, without that line; `firstLine` that of the file on which it starts, from 1.
 * Null if nothing in it is usable; every reason is reported.
 */
function parseEntry(
  all: string,
  firstLine: number,
  told: ReadingReports,
): AnnotatedSequence | null {
  let isFaulty = false;
  const report = (fault: ImportFault) => {
    isFaulty ||= fault.isRefusal !== true;
    told.report(fault);
  };
  const reports = { ...told, report };
  const { passOver } = reports;
  const lineAt = (from: number) => all.slice(from, endOfLine(all, from));
  const shown = (line: string) => `'${line.trim().slice(0, 100)}'`;
  const locusLine = lineAt(0);
  const [, unit = ''] = /\s\d+ +(aa|rc)\b(?!.*\s\d+ +bp\b)/.exec(locusLine) ?? [];
  if (unit !== '') {
    const [expected, hint] = ['a sequence in bp', otherUnits[unit] ?? ''];
    report({ line: firstLine, expected, found: shown(locusLine), hint });
    return null;
  }
  const sections = sectionsOf(all);
  const linesOf = ({ from, to }: Section) => all.slice(from, to).split('\n');
  const textIn = (section: Section) =>
    linesOf(section)
      .map((line) => line.slice(12).trim())
      .join(' ')
      .trim();
  const sectionOf = (keyword: string) => sections.find((one) => one.keyword === keyword);
  const textOf = (keyword: string) => {
    const section = sectionOf(keyword);
    return section === undefined ? '' : textIn(section);
  };
  const [table, origin] = [sectionOf('FEATURES'), sectionOf('ORIGIN')];
  const letters = origin && all.slice(endOfLine(all, origin.from), origin.to);
  const bases =
    letters === undefined ? null : basesOf(letters, firstLine + (origin?.start ?? 0), report);
  const count = bases?.length ?? 0;
  const locus = locusOf(locusLine, count);
  if (locus === null) {
    const expected = 'LOCUS with a name and a length in bp';
    const hint = `Write it so: LOCUS       L5    ${count || 52297} bp    DNA`;
    report({ line: firstLine, expected, found: shown(locusLine), hint });
    return null;
  }
  const again = sections.find(
    (one) => usedSections.has(one.keyword) && one !== sectionOf(one.keyword),
  );
  if (again !== undefined) {
    const expected = `one ${again.keyword} up to //`;
    const hint = 'If an entry begins there, put a line with // before it.';
    report({ line: firstLine + again.start, expected, found: shown(lineAt(again.from)), hint });
    return null;
  }
  const { name, length } = locus;
  const contig = sectionOf('CONTIG');
  if (count === 0 && contig !== undefined) {
    const line = firstLine + contig.start;
    const expected = `the sequence of ${name} (download it as “GenBank (full)”, which efetch calls gbwithparts)`;
    report({ line, expected, found: 'CONTIG, which only says where it is' });
    return null;
  }
  if (count > 0 && length !== null && count !== length) {
    const found = `${count} in its ORIGIN`;
    const hint = 'If the sequence is right, write its length into LOCUS.';
    report({ line: firstLine, expected: `${length} bases, as LOCUS says`, found, hint });
  }
  const isCircular = /\scircular(?:\s|$)/i.test(locusLine);
  const statedLength = count === 0 ? (length ?? undefined) : undefined;
  if (statedLength !== undefined) {
    const kind = 'phages without a sequence, whose length is that of LOCUS';
    reports.doubt({ line: firstLine, kind, what: `${name}, ${statedLength} bp` });
  }
  const isPlain = (text: string) => text !== '' && text !== '.';
  // NCBI adds `REGION: 1..12` to what was cut out of a larger sequence.
  const [accessions = '', region = ''] = textOf('ACCESSION').split(/\s*\bREGION:\s*/);
  const [accession = '', ...furtherAccessions] = accessions.split(/\s+/);
  const [version = '', ...besideVersion] = textOf('VERSION').split(/\s+/);
  const pass = (start: number, kind: string, what: string) =>
    passOver({ line: firstLine + start, kind, what });
  pass(0, 'LOCUS: molecule, topology, division and date', name);
  for (const section of sections) {
    const { keyword: kind, start } = section;
    if (usedSections.has(kind)) continue;
    const text = textIn(section);
    // Programs that know nothing write dots, or what their language calls nothing.
    if (/[^.\s]/.test(text) && !/^None[.\s]*$/.test(text)) pass(start, kind, text.slice(0, 100));
  }
  const passOf = (of: string, what: string, kind = of) =>
    pass(sectionOf(of)?.start ?? 0, kind, what);
  for (const one of furtherAccessions) passOf('ACCESSION', one, 'further accessions');
  if (region !== '') passOf('ACCESSION', region, 'ACCESSION: REGION');
  for (const one of besideVersion) passOf('VERSION', one);
  if (/\.\d+$/.test(version) && version !== name) passOf('VERSION', version);
  const features =
    table === undefined
      ? []
      : parseFeatures(
          linesOf(table).slice(1),
          firstLine + table.start + 1,
          isCircular ? count || (length ?? 0) : null,
          reports,
        );
  return {
    line: firstLine,
    names: [...new Set([name, version, accession])].filter(isPlain),
    accession: isPlain(accession) ? accession : '',
    description: textOf('DEFINITION'),
    isExcerpt: region !== '',
    isCircular,
    features,
    isFaulty,
    bases: bases === null || bases.length === 0 ? null : bases,
    statedLength,
  };
}

const otherUnits: Readonly<Record<string, string>> = {
  aa: 'It is the record of a protein: get that of its genome.',
  rc: 'It only names the records of its contigs: get these.',
};

/**
 * The length is null if there is only a name. Long names may run into the length, as Prokka writes them: then the name
 * is what precedes the actual number of `bases`.
 */
function locusOf(line: string, bases: number): { name: string; length: number | null } | null {
  const words = line.slice('LOCUS'.length).trim().split(/\s+/);
  const isLength = (word: string, at: number) =>
    at > 0 && /^\d+$/.test(word) && words[at + 1]?.toLowerCase() === 'bp';
  const at = words.findIndex(isLength);
  // Some names have blanks.
  if (at > 0) return { name: words.slice(0, at).join(' '), length: Number(words[at]) };
  const [name = '', size = ''] = words;
  if (name !== '' && size === '') return { name, length: null };
  const own = name.slice(0, -String(bases).length);
  const isJoined = size.toLowerCase() === 'bp' && bases > 0 && name === `${own}${bases}`;
  return isJoined && own !== '' ? { name: own, length: bases } : null;
}

interface Section {
  readonly keyword: string;
  /** Its first line, from 0. */
  readonly start: number;
  /** Where it is in the text: up to the line break before the next. */
  readonly from: number;
  readonly to: number;
}

const keyword =
  /^(LOCUS|DEFINITION|ACCESSION|VERSION|NID|PROJECT|DBLINK|DBSOURCE|KEYWORDS|SEGMENT|SOURCE|REFERENCE|COMMENT|PRIMARY|FEATURES|BASE COUNT|CONTIG|ORIGIN|WGS|TSA)(?=\s*$| {2})/;
const usedSections = new Set(['LOCUS', 'ACCESSION', 'VERSION', 'FEATURES', 'ORIGIN']);
/** Some programs continue broken lines of a feature table in the first column, where keywords are. */
const endOfFeatures = /^(LOCUS|BASE COUNT|CONTIG|ORIGIN|WGS|TSA)(?=\s*$| {2})/;

function sectionsOf(text: string): Section[] {
  const starts: Omit<Section, 'to'>[] = [];
  for (let start = 0, from = 0; from <= text.length; start++) {
    const end = endOfLine(text, from);
    // Most lines are those of features and bases, which are indented.
    if (text.charAt(from) !== ' ') {
      const form = starts.at(-1)?.keyword === 'FEATURES' ? endOfFeatures : keyword;
      const found = form.exec(text.slice(from, end))?.[0];
      if (found !== undefined) starts.push({ keyword: found, start, from });
    }
    from = end + 1;
  }
  return starts.map((one, at) => ({ ...one, to: (starts[at + 1]?.from ?? text.length + 1) - 1 }));
}

// Set in all letters, and in nothing else here.
const letterBit = 6;
const odd = 0x80;
/** For each byte of ORIGIN: its nucleotide, 0 for blanks and numbers of lines, or `odd`. */
const meaning = upperCase.map((code) => code || odd);
for (const byte of Buffer.from(' \n0123456789')) meaning[byte] = 0;

// Short calls are compiled as a whole; a long loop is left by falling back to slow code each time.
const packedAtOnce = 1 << 10;

/** Moves nucleotides from this range down to `to`, in upper case, and returns where they end; null if there is anything odd. */
function packLetters(bytes: Buffer, from: number, end: number, to: number): number | null {
  let all = 0;
  // In place and without branches, which a processor cannot foresee.
  for (let at = from; at < end; at++) {
    const base = meaning[bytes[at] ?? 0] ?? odd;
    bytes[to] = base;
    to += (base >>> letterBit) & 1;
    all |= base;
  }
  return all < odd ? to : null;
}

/** The sequence in upper case. Null, and reported, if it contains other letters. `line` is that of the text's start. */
function basesOf(text: string, line: number, report: (fault: ImportFault) => void): Buffer | null {
  const bases = Buffer.from(text);
  let used: number | null = 0;
  for (let from = 0; from < bases.length && used !== null; from += packedAtOnce)
    used = packLetters(bases, from, Math.min(bases.length, from + packedAtOnce), used);
  if (used !== null) return bases.subarray(0, used);
  const unknownLetter = /[^ACGTURYSWKMBDHVNacgturyswkmbdhvn\d \n]/u.exec(text);
  const found = `'${unknownLetter?.[0] ?? ''}' in its ORIGIN`;
  const before = linesIn(text.slice(0, unknownLetter?.index)) - 1;
  report({ line: line + before, expected: 'nucleotides (IUPAC)', found });
  return null;
}

// Columns, from 0: that of a feature's key, and that of everything else.
const keyColumn = 5;
const textColumn = 21;
const expectedLocation = 'a location such as 12..80 or complement(join(5..20,30..41))';

/**
 * The features in lines, those between FEATURES and the next keyword; the first is line `firstLine` of the file. `circle`
 * is the length of a circular sequence.
 */
function parseFeatures(
  lines: readonly string[],
  firstLine: number,
  circle: number | null,
  reports: ReadingReports,
): AnnotatedFeature[] {
  const { report, doubt, passOver } = reports;
  const tell: QualifierReports = {
    quote: (at, found) =>
      report({ line: at, expected: 'a quote at the end of the qualifier', found }),
    stray: (at, what) => passOver({ line: at, kind: 'text behind the quote of a qualifier', what }),
    full: (at, what) =>
      doubt({ line: at, kind: 'words that fill their line, joined with the next', what }),
  };
  const features: AnnotatedFeature[] = [];
  let line = firstLine;
  for (let at = 0; at < lines.length;) {
    const first = lines[at] ?? '';
    let isInPlace = beginsFeature(first);
    let key = isInPlace ? first.slice(keyColumn, textColumn).trim() : '';
    // Of all lines before the next feature that is in its place.
    const texts = [first.slice(isInPlace ? textColumn : 0).trim()];
    for (at++; at < lines.length && !beginsFeature(lines[at] ?? ''); at++)
      texts.push(lines[at]?.trim() ?? '');
    for (; texts.length > 0; isInPlace = false) {
      const [text = ''] = texts;
      if (!isInPlace) [, key = '', texts[0] = ''] = featureForm.exec(text) ?? [];
      if (key === '') {
        if (text !== '') report({ line, expected: 'a feature', found: `'${text}'` });
        line += texts.length;
        break;
      }
      if (features.length >= maxFeatures) {
        report({ line, expected: `at most ${maxFeatures} features`, found: 'more' });
        return features;
      }
      if (!isInPlace) {
        const kind = 'features whose names do not begin in column 6';
        doubt({ line, kind, what: `${key} ${texts[0]}` });
      }
      const { feature, used } = featureOf(key, texts, { line, circle }, { report, tell });
      if (feature !== null) features.push(feature);
      line += used;
      if (used === texts.length) break;
      texts.splice(0, used);
    }
  }
  return features;
}

/** A feature that begins in another column: a key, and a location behind it. */
const featureForm =
  /^([A-Za-z][\w'*-]*)\s+((?:[<>]?\d+(?:\.\.|\^)[<>]?\d|(?:complement|join|order)\().*)$/;

/** Some programs continue a qualifier in the first column: only a key starts exactly in its own column. */
function beginsFeature(line: string): boolean {
  // Most lines have a blank there.
  if (line.charAt(keyColumn) === ' ' || line.length <= textColumn) return false;
  return /^ {5}[^\s/]\S* +\S/.test(line);
}

function featureOf(
  type: string,
  texts: readonly string[],
  { line, circle }: { readonly line: number; readonly circle: number | null },
  { report, tell }: Pick<ReadingReports, 'report'> & { readonly tell: QualifierReports },
): { readonly feature: AnnotatedFeature | null; readonly used: number } {
  const isNext = (text: string, at: number) =>
    at > 0 && (text.startsWith('/') || featureForm.test(text));
  const firstQualifier = texts.findIndex(isNext);
  const located = firstQualifier < 0 ? texts.length : firstQualifier;
  const text = texts.slice(0, located).join('');
  const location = parseLocation(text, circle);
  if (typeof location === 'string') {
    const found = `${location}: '${text.slice(0, 100)}'`;
    // Without a location a gene would be lost; any other feature can be left out and reported.
    const fault = { line, expected: expectedLocation, found };
    const hint =
      location === elsewhere ? { hint: 'Import one record with the whole sequence.' } : {};
    report({ ...fault, ...hint, isRefusal: plainType(type) !== 'CDS' });
    return { feature: null, used: qualifiersOf(texts, located, line, null).end };
  }
  const { parts, isPartial, isStartOpen } = location;
  const { qualifiers, end } = qualifiersOf(texts, located, line, tell);
  return {
    feature: { line, type: plainType(type), parts, isPartial, isStartOpen, qualifiers },
    used: end,
  };
}

/** Told the line of the file, and what is there. */
type QualifierReports = Readonly<
  Record<'quote' | 'stray' | 'full', (line: number, text: string) => void>
>;

/** Those in the texts from `from` on, the first of which is line `line`; `end` is where another feature begins, in a column in which none should, or their end. */
function qualifiersOf(
  texts: readonly string[],
  from: number,
  line: number,
  tell: QualifierReports | null,
): { readonly qualifiers: Map<string, string[]>; readonly end: number } {
  const qualifiers = new Map<string, string[]>();
  const add = (name: string, value: string, hasValue: boolean) => {
    const values = qualifiers.get(name);
    if (values === undefined) qualifiers.set(name, [value]);
    else if (hasValue) values.push(value);
  };
  for (let at = from; at < texts.length;) {
    const text = texts[at] ?? '';
    if (!text.startsWith('/')) {
      if (featureForm.test(text)) return { qualifiers, end: at };
      if (text !== '') tell?.stray(line + at, text);
      at++;
      continue;
    }
    const equals = text.indexOf('=');
    const written = text.slice(1, equals < 0 ? undefined : equals);
    const last = text.length - 1;
    // Most are so: a value on one line, without a quote in it.
    const isUsual = equals > 0 && text.charAt(equals + 1) === '"' && last > equals + 1;
    if (isUsual && text.charAt(equals - 1) !== ' ' && text.indexOf('"', equals + 2) === last) {
      add(written, text.slice(equals + 2, last), true);
      at++;
      continue;
    }
    const name = written.trimEnd();
    const begun = equals < 0 ? null : text.slice(equals + 1).trimStart();
    const isQuoted = begun?.startsWith('"') === true;
    let end = at + 1;
    const parts = [begun ?? ''];
    // Counted part by part: looking at the whole value for each of its lines takes hours if there are many.
    let quotes = quotesAtEnd(begun ?? '');
    let length = begun?.length ?? 0;
    let full: number | null = null;
    const isOpen = () =>
      isQuoted
        ? !endsQuote(quotes, length)
        : !(texts[end] ?? '/').startsWith('/') && !featureForm.test(texts[end] ?? '');
    while (end < texts.length && isOpen()) {
      const more = texts[end] ?? '';
      if (more !== '') {
        const before = texts[end - 1] ?? '';
        const isFull = name !== 'translation' && isFullWord(before);
        if (isFull) full ??= end - 1;
        const joint = name === 'translation' || isFull || isCutWord(before, more) ? '' : ' ';
        if (joint !== '') parts.push(joint);
        parts.push(more);
        const own = quotesAtEnd(more);
        quotes = own === more.length && joint === '' ? quotes + own : own;
        length += joint.length + more.length;
      }
      end++;
    }
    const value = parts.join('');
    if (full !== null && value.includes(' ')) tell?.full(line + full, texts[full] ?? '');
    if (isQuoted && !endsQuote(quotes, length))
      tell?.quote(line + at, `none before the next feature: /${name}`);
    // A quote in it that is not doubled may end it.
    else if (isQuoted && parts.length > 1 && hasLoneQuote(value.slice(1, -1))) {
      const inner = texts.slice(at + 1, end).find((one) => /^\/\w+(?:=|$)/.test(one));
      if (inner !== undefined) tell?.quote(line + at, `${inner.slice(0, 40)} within /${name}`);
    }
    add(name, isQuoted ? unquote(value) : value, begun !== null);
    at = end;
  }
  return { qualifiers, end: texts.length };
}

/** Whether a line is full of one word, which goes on in the next: programs break at a blank where there is one. */
function isFullWord(line: string): boolean {
  return line.length >= fullLine && !line.includes(' ');
}

/** Whether a word goes on behind the hyphen that ends its line; a blank was behind the first of `N- and C-terminal`. */
function isCutWord(line: string, next: string): boolean {
  return /[^\s-]-$/.test(line) && !/^(?:and|or|to)\b/.test(next);
}

const fullLine = 58;

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

function hasLoneQuote(inner: string): boolean {
  return inner.includes('"') && inner.replaceAll('""', '').includes('"');
}

function unquote(value: string): string {
  const inner = value.slice(1, value.endsWith('"') ? -1 : undefined);
  return inner.includes('"') ? inner.replaceAll('""', '"') : inner;
}

// Most are so.
const plainForm = /^(?:(\d+)\.\.(\d+)|complement\((\d+)\.\.(\d+)\))$/;
const spanForm = /^([<>]?)(\d+)(?:(\.\.|\^)([<>]?)(\d+))?$/;
/** `one-of(1,4)..15` and `(1.4)..15` */
const choiceForm = /^one-of\(|\.\.one-of\(|\d\.\d/;
// No file nests deeper than complement(join(complement(…))).
const maxDepth = 4;
const maxPosition = 2 ** 31;

/** A part, and which of its ends on the strand as written are open. */
interface EndedPart extends FeaturePart {
  readonly isLeftOpen: boolean;
  readonly isRightOpen: boolean;
}

/**
 * The location of a feature in the syntax of the INSDC feature table, such as `complement(join(1..5,<8..10))`, or the
 * reason why there is none. `circle` is the length of a circular sequence, where `242..45` runs
 * through the origin.
 */
export function parseLocation(
  text: string,
  circle: number | null = null,
): FeatureLocation | string {
  const [, plainFirst, plainLast, reverseFirst, reverseLast] = plainForm.exec(text) ?? [];
  const [start, end] = [Number(plainFirst ?? reverseFirst) - 1, Number(plainLast ?? reverseLast)];
  if (start >= 0 && start < end && end <= maxPosition) {
    const strand = plainFirst === undefined ? -1 : 1;
    return { parts: [{ start, end, strand }], isPartial: false, isStartOpen: false };
  }
  const parts = partsOf(text.replaceAll(/\s/g, ''), 0, circle);
  if (typeof parts === 'string') return parts;
  const [first] = parts;
  return {
    // As above, so that code made for such parts need not be made anew.
    parts: parts.map((part) => ({ start: part.start, end: part.end, strand: part.strand })),
    isPartial: parts.some(({ isLeftOpen, isRightOpen }) => isLeftOpen || isRightOpen),
    isStartOpen: (first?.strand === -1 ? first.isRightOpen : first?.isLeftOpen) ?? false,
  };
}

function partsOf(text: string, depth: number, circle: number | null): EndedPart[] | string {
  if (depth > maxDepth) return 'a location too deeply nested';
  const [, operator, inner] = /^(complement|join|order)\((.*)\)$/.exec(text) ?? [];
  if (operator === undefined || inner === undefined) return spanOf(text, circle);
  const parts: EndedPart[] = [];
  for (const item of operator === 'complement' ? [inner] : splitList(inner)) {
    const more = partsOf(item, depth + 1, circle);
    if (typeof more === 'string') return more;
    for (const part of more) parts.push(part);
  }
  if (operator !== 'complement') return parts;
  return parts
    .map((part): EndedPart => ({ ...part, strand: part.strand === 1 ? -1 : 1 }))
    .toReversed();
}

const elsewhere = 'a location in another sequence';

function spanOf(text: string, circle: number | null): EndedPart[] | string {
  if (text.includes(':')) return elsewhere;
  if (choiceForm.test(text)) return 'a location that leaves a choice (write the one that is meant)';
  const [, before = '', first, between, after = '', last = first] = spanForm.exec(text) ?? [];
  if (first === undefined || last === undefined) return 'no location';
  // `5^6` is the position between these two bases.
  const start = between === '^' ? Number(first) : Number(first) - 1;
  const end = between === '^' ? Number(first) : Number(last);
  if (between === '..' && circle !== null && end > 0 && end < start && start < circle) {
    const [isLeftOpen, isRightOpen] = [before !== '', after !== ''];
    return [
      { start, end: circle, strand: 1, isLeftOpen, isRightOpen: false },
      { start: 0, end, strand: 1, isLeftOpen: false, isRightOpen },
    ];
  }
  if (between === '..' && circle === null && end > 0 && end < start)
    return 'a location through the origin of a molecule that LOCUS does not call circular';
  if (start < 0 || end < start || Number(last) > maxPosition) return 'a location that ends first';
  // Of a single base, `<5` is open before it and `>5` behind it.
  const isSingle = between === undefined;
  return [
    {
      start,
      end,
      strand: 1,
      isLeftOpen: isSingle ? before === '<' : before !== '',
      isRightOpen: isSingle ? before === '>' : after !== '',
    },
  ];
}

/** Splits at commas outside parentheses. */
function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
    }
  }
  items.push(text.slice(from));
  return items;
}
