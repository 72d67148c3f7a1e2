/** Writes a phage with its genome as a GenBank flat file. */
import {
  featureLine,
  numberQualifier,
  onOneLine,
  proteinQualifier,
  qualifier,
  section,
} from './genbankText.ts';
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
