/** Writes a phage with its genome as a GenBank flat file. */
import {
  featurePlace,
  genePlace,
  type GenePlace,
  type LooseFeature,
  type LooseGene,
  type LoosePhage,
  organismOf,
  type PhageGenome,
  type Place,
  runsThroughOrigin,
} from './phageGenome.ts';

// The lines of a GenBank flat file: no text can break out of its line.

const lineLength = 79;
const textColumn = 12;
const qualifierColumn = 21;

/** One line of text: control characters, and whatever any program takes for a line break, become blanks. */
function onOneLine(text: string): string {
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
function featureLine(key: string, location: string): string {
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
function numberQualifier(name: string, value: number): string {
  return indented([`/${name}=${value}`]);
}

/** A protein: broken anywhere, since it has no blanks. */
function proteinQualifier(protein: string): string {
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

export function renderGenbank(genome: PhageGenome): Buffer {
  const { phage, genes, features, bases } = genome;
  const found = [
    ...genes.flatMap((gene) => {
      const place = genePlace(gene, genome);
      return place === null ? [] : [{ place, text: geneText(gene, place) }];
    }),
    ...features.flatMap((feature) => {
      const place = featurePlace(feature, genome);
      return place === null ? [] : [{ place, text: featureText(feature, place) }];
    }),
  ];
  const isCircular = found.some(({ place }) => runsThroughOrigin(place));
  const organism = organismOf(phage);
  const accession = oneWord(phage.archive_accession) || oneWord(phage.phage_name);
  const lost = genes.length + features.length - found.length;
  const table = found
    .toSorted((a, b) => startOf(a.place) - startOf(b.place))
    .map(({ text }) => text)
    .join('');
  const head = [
    locus(phage, bases.length, isCircular),
    section('DEFINITION', `${organism}${phage.seq_finished === true ? ', complete genome' : ''}.`),
    section('ACCESSION', accession.replace(/\.\d+$/, '')),
    section('VERSION', accession),
    section('KEYWORDS', '.'),
    // On one line, whatever its length: readers take the next line for something else.
    `SOURCE      ${onOneLine(organism)}\n  ORGANISM  ${onOneLine(organism)}\n            Viruses.\n`,
    lost === 0 ? '' : section('COMMENT', `Without ${lost} that have no place on this genome.`),
    'FEATURES             Location/Qualifiers\n',
    sourceText(phage, bases.length),
    table,
    'ORIGIN\n',
  ];
  return Buffer.concat([Buffer.from(head.join('')), origin(bases), Buffer.from('//\n')]);
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const nameAndLength = 28;

/** A name that is too long for its columns is cut off here; ORGANISM has the whole name. */
function locus(phage: LoosePhage, length: number, isCircular: boolean): string {
  const size = String(length);
  const room = nameAndLength - 1 - size.length;
  const shown = Array.from(oneWord(phage.phage_name))
    .slice(0, room)
    .join('')
    .padEnd(nameAndLength - size.length);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(phage.date_modified ?? '') ?? [];
  const date = year === undefined ? '' : `${day}-${months[Number(month) - 1]}-${year}`;
  // Only genes that wrap around the origin show that a genome is circular.
  const topology = (isCircular ? 'circular' : '').padEnd(8);
  // Padded to the length with a date: some readers take a shorter line for a truncated one.
  return `LOCUS       ${shown}${size} bp    DNA     ${topology} PHG ${date}`.padEnd(79) + '\n';
}

function oneWord(text: string | null): string {
  return onOneLine(text ?? '').replaceAll(' ', '_');
}

function sourceText(phage: LoosePhage, length: number): string {
  const { isolation_host: host, found_year: year, discovery_notes: notes } = phage;
  const strain = [host?.genus, host?.species, host?.strain_name].filter((one) => one);
  const place = [phage.found_city, phage.found_state].filter((one) => one).join(', ');
  const country = phage.found_country ?? '';
  const [latitude, longitude] = [phage.found_GPS_lat ?? '', phage.found_GPS_long ?? ''];
  const isPosition = /^[\d.]+ [NS]$/.test(latitude) && /^[\d.]+ [EW]$/.test(longitude);
  const [, isolatedFrom = ''] = /^Isolated from (.*)$/s.exec(notes ?? '') ?? [];
  return [
    featureLine('source', `1..${length}`),
    qualifier('organism', organismOf(phage)),
    qualifier('mol_type', 'genomic DNA'),
    qualifier('host', strain.length > 0 ? strain.join(' ') : (phage.host_genus?.genus_name ?? '')),
    qualifier('geo_loc_name', country === '' || place === '' ? country : `${country}: ${place}`),
    isPosition ? qualifier('lat_lon', `${latitude} ${longitude}`) : '',
    qualifier('isolation_source', isolatedFrom),
    // 0 in records of PhagesDB means that the year is unknown.
    qualifier('collection_date', String(year || '')),
    qualifier('collected_by', phage.finder_name),
  ].join('');
}

function geneText(gene: LooseGene, place: GenePlace): string {
  const { GeneID, Name, Notes, LocusTag, PhamID, Translation, Length } = gene;
  const pham = PhamID?.PhamID ?? null;
  const notes = [
    GeneID,
    pham === null ? null : `pham ${pham}`,
    place.isWhole ? `read as ${Length} bases of this span, it is not known which` : null,
  ];
  return [
    featureLine('CDS', locationOf(place)),
    qualifier('gene', Name),
    qualifier('locus_tag', LocusTag),
    numberQualifier('codon_start', 1),
    numberQualifier('transl_table', place.code),
    qualifier('product', Notes),
    qualifier('note', notes.filter((one) => one !== null).join('; ')),
    proteinQualifier(withoutEnd(Translation)),
  ].join('');
}

/** A protein without the stop at its end, which GenBank omits. */
function withoutEnd(protein: string | null): string {
  return (protein ?? '').replace(/\*$/, '');
}

function featureText({ Type, Name, Notes }: LooseFeature, place: Place): string {
  const located = (key: string) => featureLine(key, locationOf(place));
  const both = qualifier('note', [Name, Notes].filter((one) => one).join('; '));
  switch (Type) {
    case 'tRNA':
    case 'tmRNA':
    case 'rRNA':
      return located(Type) + qualifier('product', Name) + qualifier('note', Notes);
    case 'CRISPR':
      return located('repeat_region') + qualifier('rpt_family', Type) + both;
    case 'repeat':
      return located('repeat_region') + both;
    case 'other':
    case null:
      return located('misc_feature') + both;
  }
}

function startOf({ parts }: Place): number {
  return parts[0]?.first ?? 0;
}

function locationOf({ parts, strand }: Place): string {
  const spans = parts.map(({ first, last }) => (first === last ? `${first}` : `${first}..${last}`));
  const all = spans.length === 1 ? (spans[0] ?? '') : `join(${spans.join(',')})`;
  return strand === -1 ? `complement(${all})` : all;
}

const basesPerLine = 60;
const basesPerGroup = 10;

function origin(bases: Buffer): Buffer {
  const letters = bases.toString('latin1').toLowerCase();
  let text = '';
  for (let at = 0; at < letters.length; at += basesPerLine) {
    text += String(at + 1).padStart(9);
    const end = Math.min(at + basesPerLine, letters.length);
    for (let group = at; group < end; group += basesPerGroup) {
      text += ` ${letters.slice(group, Math.min(end, group + basesPerGroup))}`;
    }
    text += '\n';
  }
  return Buffer.from(text, 'latin1');
}
