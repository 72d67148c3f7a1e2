/** Who found a phage, where, on which host, and how it was sequenced: all but the genera is made up. */
import { itemAt, type Random } from './random.ts';
import { cellsOf, table } from './table.ts';

const givenNames = cellsOf(
  'Zoë|Ada|Ignác|Søren|Mei-Lin|Tomás|Ngozi|Jürgen|Françoise|Amir|Þóra|Wanjiru|Oleg|Łucja|Priya',
);
const familyNames = cellsOf(
  `Nuñez-Ångström|O'Sample|Exemplář|Testmann|van der Probe|Muestra|Échantillon
Çiftçi|Specimen|Demirtaş|Mockford|de la Prueba|Øvelse`,
);

// Positions are in ten-thousandths of a degree; south and west are negative.
const places = table(`found_city|found_state|found_country|latitude|longitude

Sampleton|New Example|Exemplaria|404381|-799412
Upper Placeholder|New Example|Exemplaria|411290|-780035
Puerto Prueba|Muestra del Río|República de Ejemplo|-343301|-585127
Småprøve||Prøveland|597204|107510
Ville-d'Essai|Haute-Épreuve|Spécimen|457733|48120
Mockwater|Test Coast|Exemplaria|-336120|1510094`);

// Both forms of position appear: a hemisphere letter, and a sign. The last is none: an object all the same.
const institutions = table(`institution_code|institution_name|institution_logo|institution_url
institution_city|institution_state|institution_country|institution_latitude|institution_longitude

USAM|University of Sampleton|https://usam.example/logo.png|https://usam.example/
Sampleton|New Example|Exemplaria|40.44 N|79.99 W
PLCC|Placeholder Community College
https://plcc.example/img/logo.svg|https://plcc.example/biology?lang=en&dept=7
Upper Placeholder|New Example|Exemplaria|41.13|-78.00
UPRU|Universidad Nacional de la Prueba||https://prueba.example/
Puerto Prueba|Muestra del Río|República de Ejemplo|-34.33|-58.51
ØVEL|Øvelseshøyskolen|||Småprøve||Prøveland|59.72 N|10.75 E
||||||||`);
const noInstitution = itemAt(institutions.splice(-1), 0);

const programs = table(`short_name|program_name|program_blurb|program_URL

SAMPLE-PHAGES|Sample Alliance for Made-up Phages in Learning and Education
First-year students find phages that nobody has, and name them.|https://sample-phages.example/
PREP|Placeholder Research Experience Program
A summer of "pretend" discovery; open to all.|https://prep.example/?track=phage&year=2
Muestreo|Muestreo de Fagos Imaginarios||`);

/** Draws a discovery; now and then the place, its position or the institution is not known. */
export function drawDiscovery(random: Random) {
  const { latitude, longitude, ...place } = random.pick(places);
  const isKnown = !random.chance(8);
  const hasPosition = isKnown && !random.chance(12);
  // Within about two kilometres.
  const north = Number(latitude) + random.between(-200, 200);
  const east = Number(longitude) + random.between(-200, 200);
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

const facilities = table(`short_name|facility_name|contact_person|shipping_address|facility_website

SSC|Sampleton Sequencing Core|Łucja Testmann
1 Example Way¶Sampleton, New Example 00001|https://ssc.usam.example/
Prueba-Seq|Laboratorio de Secuenciación Prueba|||
||||`);
const methods = table(`short_name|method_name

Short|Sequencing of short reads|Short|Sequencing of short reads
Long|Sequencing of long reads, 2nd edition`);
const offsets = ['-05:00', '-04:00', '+00:00', '+02:00', '+05:30', '-03:30'];

/** Draws the sequencing of a phage found in a year, and the dates of its record. */
export function drawSequencing(random: Random, foundYear: number) {
  const seq_facility = random.pick(facilities);
  const seq_method = random.pick(methods);
  const date_finished = drawDate(random, foundYear + 1);
  const date_added = drawDateTime(random, foundYear + 2);
  const date_modified = drawDateTime(random, foundYear + random.between(3, 5));
  const sequencing = { seq_finished: true, date_finished, seq_facility, seq_method };
  return { sequencing, dates: { date_added, date_modified } };
}

// Every month has 28 days.
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

// `order` is whether it is of the Actinomycetales, `article` whether an encyclopedia has one on the species.
const hosts = table(`id|genus|order|species|article|strain_name|ATCC_ID

10|Mycobacterium|yes|fictum|yes|fm²12|EX 7001|10|Mycobacterium|yes|fictum|yes|Δ9|
11|Mycobacterium|yes|exemplare|no|Example 1|EX 7019|20|Gordonia|yes|ficta|yes|GF-36|EX 2512
30|Arthrobacter|no|imaginarius|no|sp. nov. "blue"|
40|Streptomyces|no|paradigmatis|yes|SP/10|EX 1013|40|Streptomyces|no|paradigmatis|yes|SP/11|
50|Microbacterium|no|ficticium|yes|MF-B|EX 2422`);
const encyclopedia = 'https://encyclopedia.example/wiki';

/** Draws a species of the genus, and a strain of it. */
export function drawHost(random: Random, genus: string) {
  const ofGenus = hosts.filter((host) => host.genus === genus);
  const id = random.pick([...new Set(ofGenus.map((host) => host.id))]);
  const host = random.pick(ofGenus.filter((one) => one.id === id));
  const { species, strain_name, ATCC_ID } = host;
  const host_genus = {
    id: Math.floor(Number(id) / 10),
    genus_domain: 'Bacteria',
    genus_name: genus,
    genus_encyclopedia: `${encyclopedia}/${genus}`,
    is_actinomycetales: host.order === 'yes',
  };
  const host_species = {
    id: Number(id),
    genus,
    species_name: species,
    species_genus: host_genus,
    species_encyclopedia: host.article === 'yes' ? `${encyclopedia}/${genus}_${species}` : '',
  };
  const isolation_host = {
    genus,
    species,
    strain_name,
    strain_species: host_species,
    ATCC_ID,
    archive_accession: ATCC_ID === '' ? '' : `SYN_H${ATCC_ID.slice(3)}`,
    strain_information: '',
  };
  return { isolation_host, taxa: { host_species, host_genus } };
}
