/** The discovery of a phage: finder, place, host and sequencing. Everything but the genera is made up. */
import { itemAt, type Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

// Positions of places are in ten-thousandths of a degree; south and west are negative. Those of institutions have both
// forms: a hemisphere letter, and a sign. Without an institution, the object is still there.
const { givenNames, familyNames, places, institutions, noInstitution, programs } = vocabulary;

/** Draws a discovery; sometimes the place, its position or the institution is unknown. */
export function drawDiscovery(random: Random) {
  const { latitude, longitude, ...place } = random.pick(places);
  const isKnown = !random.chance(8);
  const hasPosition = isKnown && !random.chance(12);
  // Within about two kilometres.
  const north = latitude + random.between(-200, 200);
  const east = longitude + random.between(-200, 200);
  const finders = Array.from({ length: random.chance(25) ? 2 : 1 }, () =>
    [random.pick(givenNames), random.pick(familyNames)].join(' '),
  );
  return {
    finder_name: finders.join(random.chance(50) ? ' and ' : ' & '),
    ...(isKnown ? place : { found_city: '', found_state: '', found_country: '' }),
    found_GPS_lat: hasPosition ? degrees(north, 'N', 'S') : '',
    found_GPS_long: hasPosition ? degrees(east, 'E', 'W') : '',
    found_year: random.between(2008, 2018),
    p_institution: random.chance(85) ? random.pick(institutions) : noInstitution,
    program: random.chance(60) ? random.pick(programs) : null,
  };
}

function degrees(tenThousandths: number, above: string, below: string): string {
  return `${(Math.abs(tenThousandths) / 10_000).toFixed(4)} ${tenThousandths < 0 ? below : above}`;
}

const offsets = ['-05:00', '-04:00', '+00:00', '+02:00', '+05:30', '-03:30'];

/** Draws the sequencing of a phage found in a year, and the dates of its record. */
export function drawSequencing(random: Random, foundYear: number) {
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
export function drawHost(random: Random, genus: string) {
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
