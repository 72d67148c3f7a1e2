/** The records of a sample, phage by phage, each phage with all its genes in the order of its genome. */
import type { GeneRecord, PhageRecord } from '../generated/records.ts';
import { blankInstitution, blankPhage } from '../importing/blankPhage.ts';
import {
  itemAt,
  lineageCount,
  type PlannedPhage,
  planPhages,
  Random,
  singletonLabel,
  type Slot,
  slotCount,
} from './planPhages.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** The parameters: the same numbers give the same records on every machine. */
export type Sample = Readonly<{ genes: number; seed: number }>;

/** Makes phages that have exactly that many genes in total, one at a time: memory does not grow with their number. */
export function* sampleRecords(sample: Sample) {
  for (const planned of planPhages(sample.genes, sample.seed)) {
    const genes = makeGenes(planned);
    yield { phage: makePhage(planned, genes), genes };
  }
}

function makePhage(phage: PlannedPhage, genes: readonly GeneRecord[]): PhageRecord {
  const { name, accession, lineage, isDraft, seed, index, trnaCount } = phage;
  const { cluster, subcluster, endType, temperate } = lineage;
  const random = new Random(seed, 'files', index);
  const { program, ...discovery } = drawDiscovery(new Random(seed, 'discovery', index));
  const yearFound = discovery.found_year;
  const { sequencing, dates } = drawSequencing(new Random(seed, 'sequencing', index), yearFound);
  const { isolation_host, taxa } = drawHost(new Random(seed, 'host', index), lineage.hostGenus);
  const overhangLength = endType === '3PRI' ? random.between(9, 14) : 0;
  const overhang = Array.from({ length: overhangLength }, () => random.pick([...'ACGGCT']));
  const hostLink = (min: number, max: number): string =>
    `https://phages.example/api/hosts/${random.between(min, max)}/`;
  const media = (percent: number, path: string): string | null =>
    random.chance(percent) ? `https://phages.example/media/${path}` : null;
  const known: Partial<PhageRecord> = {
    old_names: random.chance(16) ? `${name}Alpha, ${name}Beta` : '',
    program,
    naming_notes: random.pick(vocabulary.notes.naming),
    ...discovery,
    discovery_notes: 'Synthetic record made by phagepress sample.',
    growth_notes: random.pick(vocabulary.notes.growth),
    pcluster: { cluster, temperate },
    psubcluster: subcluster === null ? null : { subcluster },
    morphotype: lineage.morphotype,
    plaque_notes: random.pick(vocabulary.notes.plaque),
    lysogeny_notes: temperate ? random.pick(vocabulary.notes.lysogeny) : '',
    ...sequencing,
    genome_length: (genes.at(-1)?.Stop ?? 0) + random.between(30, 900),
    gcpercent: ((lineage.gc + random.between(-12, 12)) / 10).toFixed(1),
    end_type: endType,
    overhang_length: overhangLength,
    overhang_sequence: overhang.join(''),
    sequencing_notes: random.pick(vocabulary.notes.sequencing),
    is_annotated: !isDraft,
    is_grouped: true,
    num_ORFs: genes.length,
    num_tRNAs: trnaCount,
    num_tmRNAs: trnaCount > 4 ? 1 : 0,
    isolation_host,
    verified_hosts: random.chance(20) ? [hostLink(1, 30), hostLink(31, 60)] : [],
    verified_non_hosts: random.chance(10) ? [hostLink(61, 90)] : [],
    ...taxa,
    in_paper: !isDraft && random.chance(30),
    in_archive: !isDraft,
    archive_accession: accession,
    reference_accession: !isDraft && random.chance(30) ? `SYR_${accession.slice(3)}` : '',
    plaque_file: media(80, `plaques/${name}.jpg`),
    em_file: media(65, `micrographs/${name}_EM.jpg`),
    digest_file: media(50, `digests/${name}.png`),
    vdigest_file: media(20, `digests/${name}_virtual.png`),
    fasta_file: media(95, `fastas/${name}.fasta`),
    plaque_thumb_file: media(80, `thumbs/${name}.jpg`),
    em_thumb_file: media(65, `thumbs/${name}_EM.jpg`),
    dnam_file: media(25, `dnam/${name}.dnam5`),
    ...dates,
  };
  return { ...blankPhage(name), ...known } as PhageRecord;
}

// Positions of places are in ten-thousandths of a degree; south and west are negative. Those of institutions have both
// forms: a hemisphere letter, and a sign. Without an institution, the object is still there.
const { givenNames, familyNames, places, institutions, programs } = vocabulary;

/** Draws a discovery; sometimes the place, its position or the institution is unknown. */
function drawDiscovery(random: Random) {
  const { latitude, longitude, ...place } = random.pick(places);
  const isKnown = !random.chance(8);
  const hasPosition = isKnown && !random.chance(12);
  // Within about two kilometres.
  const north = latitude + random.between(-200, 200);
  const east = longitude + random.between(-200, 200);
  const finders = Array.from({ length: random.chance(25) ? 2 : 1 }, () =>
    [random.pick(givenNames.split(' ')), random.pick(familyNames.split(', '))].join(' '),
  );
  return {
    finder_name: finders.join(random.chance(50) ? ' and ' : ' & '),
    ...(isKnown ? place : { found_city: '', found_state: '', found_country: '' }),
    found_GPS_lat: hasPosition ? degrees(north, 'N', 'S') : '',
    found_GPS_long: hasPosition ? degrees(east, 'E', 'W') : '',
    found_year: random.between(2008, 2018),
    p_institution: random.chance(85) ? random.pick(institutions) : blankInstitution,
    program: random.chance(60) ? random.pick(programs) : null,
  };
}

function degrees(tenThousandths: number, above: string, below: string): string {
  return `${(Math.abs(tenThousandths) / 10_000).toFixed(4)} ${tenThousandths < 0 ? below : above}`;
}

const offsets = ['-05:00', '-04:00', '+00:00', '+02:00', '+05:30', '-03:30'];

/** Draws the sequencing of a phage found in a year, and the dates of its record. */
function drawSequencing(random: Random, foundYear: number) {
  const seq_facility = random.pick(vocabulary.facilities);
  const seq_method = random.pick(vocabulary.methods);
  const date_finished = drawDate(random, foundYear + 1);
  const date_added = drawDateTime(random, foundYear + 2);
  const date_modified = drawDateTime(random, foundYear + random.between(3, 5));
  const sequencing = { seq_finished: true, date_finished, seq_facility, seq_method };
  return { sequencing, dates: { date_added, date_modified } };
}

// Takes every month to have 28 days.
function drawDate(random: Random, year: number): string {
  const day = Date.UTC(year, random.below(12), random.between(1, 28));
  return new Date(day).toISOString().slice(0, 10);
}

function drawDateTime(random: Random, year: number): string {
  const date = drawDate(random, year);
  const time = [24, 60, 60].map((limit) => String(random.below(limit)).padStart(2, '0')).join(':');
  const hasFraction = random.chance(40);
  const fraction = hasFraction ? `.${String(random.below(1_000_000)).padStart(6, '0')}` : '';
  return `${date}T${time}${fraction}${random.pick(offsets)}`;
}

/** Draws a species of the genus, and a strain of it. */
function drawHost(random: Random, genus: string) {
  const ofGenus = vocabulary.genera.filter(({ genus_name }) => genus_name === genus);
  const { species, ...host_genus } = itemAt(ofGenus, 0);
  const { strains, species_encyclopedia, ...named } = random.pick(species);
  const host_species = { ...named, species_genus: host_genus, species_encyclopedia };
  const { strain_name, ...archived } = random.pick(strains);
  const isolation_host = {
    genus,
    species: named.species_name,
    strain_name,
    strain_species: host_species,
    ...archived,
    strain_information: '',
  };
  return { isolation_host, taxa: { host_species, host_genus } };
}

// The genes that every phage has at fixed places: first the structural genes, in the order of phages with a long tail.
const landmarkAt = new Map(vocabulary.landmarks.map((landmark) => [landmark.place, landmark]));

// Quantiles (twentieths) of the lengths of proteins without a known function, from shortest to longest.
const residuesByTwentieth = [
  25, 46, 54, 61, 68, 75, 81, 88, 95, 102, 110, 118, 127, 138, 151, 167, 188, 220, 268, 380, 900,
];

const kinSizes = [Infinity, 16, 4, 1];
const scopeCount = 1 + vocabulary.clusters.length + kinSizes.length * lineageCount;
const familiesInGroup = scopeCount * slotCount;
// Coprime to their count, so that each family of a group gets a different number.
const numberStep = 6151;

/** The family of the gene that a phage has at a place: computed, so that none need be stored. */
function familyOf(phage: PlannedPhage, slot: Slot) {
  const { scope, group } = sharedBy(phage, slot);
  const place = scope * slotCount + slot.place;
  const id = 1 + group * familiesInGroup + ((place * numberStep) % familiesInGroup);
  // Derived from the number alone, so that a pham has one colour wherever it appears.
  const color = Math.imul(id ^ (id >>> 7), 0x9e3779b1) >>> 8;
  const pham = { PhamID: id, Color: `#${color.toString(16).padStart(6, '0')}` };
  // Then draws the protein that those of the family descend from: the same for each member.
  const ancestor = new Random(phage.seed, 'pham', place, group);
  const { term, min, max } = drawFunction(ancestor, slot.place);
  // Shorter ones are more common.
  const residues = ancestor.between(min, ancestor.between(min, max));
  return { pham, term, residues, ancestor };
}

/** Numbers that are equal for exactly the phages that share the family at a place. */
function sharedBy({ lineage, kinNumber }: PlannedPhage, slot: Slot) {
  if (slot.reach === 'world') return { scope: 0, group: 0 };
  const reach = lineage.cluster === singletonLabel ? 1 : slot.reach;
  if (reach === 'cluster') return { scope: 1 + lineage.clusterId, group: 0 };
  const scope =
    1 + vocabulary.clusters.length + kinSizes.length * lineage.id + kinSizes.indexOf(reach);
  return { scope, group: Math.floor(kinNumber / reach) };
}

/** The function of the family, empty if unknown, and a range of residues. */
function drawFunction(random: Random, place: number) {
  const known =
    landmarkAt.get(place) ?? (random.chance(9) ? random.pick(vocabulary.scattered) : null);
  if (known !== null) return known;
  const twentieth = random.below(residuesByTwentieth.length - 1);
  const [min = 0, max = 0] = residuesByTwentieth.slice(twentieth);
  return { term: '', min, max };
}

// Counts of each residue among 256: as in phages of GC-rich bacteria.
const residueShares = 'A28 G21 L21 V19 R18 D17 E17 T16 P14 S14 I12 K11 Q9 N8 F7 Y7 M5 H5 W5 C2';
const residueTable = Buffer.from(
  residueShares.replace(/(\w)(\d+) ?/g, (_, residue: string, share) => residue.repeat(share)),
);

/** Returns at least one record; Stop - Start is one codon for each residue and the stop codon. */
function makeGenes(phage: PlannedPhage): GeneRecord[] {
  const { name, accession, isDraft, lineage, seed, index } = phage;
  const summary = {
    PhageID: name,
    Accession: accession,
    Name: isDraft ? `${name}_Draft` : name,
    HostGenus: lineage.hostGenus,
    Cluster: lineage.cluster,
    Subcluster: lineage.subcluster,
  };
  const percent = new Random(seed, 'genome', index, 1).below(13);
  let last: GeneRecord | undefined;
  return phage.slots.map((slot, before) => {
    const random = new Random(seed, 'gene', index, slot.place);
    const { pham, term, residues, ancestor } = familyOf(phage, slot);
    const endsEarly = residues > 45 && random.chance(15);
    const translated = endsEarly ? residues - random.between(1, 12) : residues;
    const length = 3 * (translated + 1);
    const start: number = (last?.Stop ?? 0) + drawGap(random, phage, slot, last);
    const number = before + 1;
    const label = labelOf(phage, number);
    last = {
      GeneID: `${name}_CDS_${number}`,
      PhageID: summary,
      PhamID: pham,
      Start: start,
      Stop: start + length,
      Length: length,
      Name: label,
      Translation: drawProtein(translated, percent, ancestor, random),
      Orientation: slot.orientation,
      Notes: isDraft ? '' : term,
      LocusTag: locusTag(phage, number, label),
    };
    return last;
  });
}

/** The number of nucleotides before a gene; negative if it overlaps the one before, most often by the four of ATGA. */
function drawGap(random: Random, phage: PlannedPhage, slot: Slot, last?: GeneRecord): number {
  if (last === undefined) return phage.startsAtZero ? 0 : random.between(12, 620);
  if (last.Orientation !== slot.orientation) return random.between(15, 210);
  const kind = random.below(100);
  if (kind < 33) return -4;
  if (kind < 45) return -1;
  if (kind < 53) return -3 * random.between(2, 8) - 2;
  if (kind < 72) return random.between(0, 15);
  if (kind < 96) return random.between(16, 115);
  return random.between(116, 480);
}

function labelOf({ labelStyle, plainLabels, trnaCount }: PlannedPhage, number: number): string {
  if (labelStyle === 'plain' || number <= plainLabels) return String(number);
  if (labelStyle === 'shifted') return String(number + trnaCount);
  return number === plainLabels + 1 ? `${plainLabels}.1` : String(number - 1);
}

/** None, numbered as in the archive (`AAB_0012`), or with the name of the phage. */
function locusTag(phage: PlannedPhage, number: number, label: string): string | null {
  if (phage.tagStyle === 'none') return null;
  if (phage.tagStyle === 'named') return `SYN_${phage.name.toUpperCase()}_${label}`;
  // The number in base 26, with the digits A to Z.
  const digits = [...phage.index.toString(26).padStart(3, '0')];
  const prefix = String.fromCharCode(...digits.map((digit) => 0x41 + parseInt(digit, 26)));
  return `${prefix}_${String(number).padStart(4, '0')}`;
}

/** Draws the ancestor's protein, then replaces `percent` of its residues. */
function drawProtein(length: number, percent: number, ancestor: Random, random: Random): string {
  const residues = Buffer.allocUnsafe(length);
  let draw = 0;
  for (let at = 0; at < length; at++) {
    // Four residues per draw, one from each of its bytes.
    draw = at % 4 === 0 ? ancestor.next() : draw >>> 8;
    residues[at] = residueTable[draw & 0xff] ?? 0;
  }
  for (let left = Math.floor((length * percent) / 100); left > 0; left--) {
    draw = random.next();
    residues[Math.floor(((draw >>> 8) * length) / 2 ** 24)] = residueTable[draw & 0xff] ?? 0;
  }
  return `M${residues.toString('latin1', 1)}`;
}
