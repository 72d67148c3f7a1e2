/** Who found a phage, where, and for which institution and program: all people and places are made up. */
import type { Institution, Program } from '../generated/records.ts';
import { institutions, noInstitution, programs } from './institutions.ts';
import type { Random } from './random.ts';

interface Place {
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** In ten-thousandths of a degree; south and west are negative. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface Discovery {
  readonly finder: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly year: number;
  readonly institution: Institution;
  readonly program: Program | null;
}

const givenNames =
  'Zoë,Ada,Ignác,Søren,Mei-Lin,Tomás,Ngozi,Jürgen,Françoise,Amir,Þóra,Wanjiru,Oleg,Łucja,Priya'.split(
    ',',
  );

const familyNames = (
  "Nuñez-Ångström,O'Sample,Exemplář,Testmann,van der Probe,Muestra,Échantillon,Çiftçi,Specimen," +
  'Demirtaş,Mockford,de la Prueba,Øvelse'
).split(',');

const places: readonly Place[] = [
  place('Sampleton', 'New Example', 'Exemplaria', 404381, -799412),
  place('Upper Placeholder', 'New Example', 'Exemplaria', 411290, -780035),
  place('Puerto Prueba', 'Muestra del Río', 'República de Ejemplo', -343301, -585127),
  place('Småprøve', '', 'Prøveland', 597204, 107510),
  place("Ville-d'Essai", 'Haute-Épreuve', 'Spécimen', 457733, 48120),
  place('Mockwater', 'Test Coast', 'Exemplaria', -336120, 1510094),
];

/** Draws a discovery; now and then the place, its position or the institution is not known. */
export function drawDiscovery(random: Random): Discovery {
  const found = random.pick(places);
  const placeKnown = !random.chance(8);
  const positionKnown = placeKnown && !random.chance(12);
  // Within about two kilometres.
  const latitude = found.latitude + random.between(-200, 200);
  const longitude = found.longitude + random.between(-200, 200);
  return {
    finder: drawFinders(random),
    city: placeKnown ? found.city : '',
    state: placeKnown ? found.state : '',
    country: placeKnown ? found.country : '',
    latitude: positionKnown ? degrees(latitude, 'N', 'S') : '',
    longitude: positionKnown ? degrees(longitude, 'E', 'W') : '',
    year: random.between(2008, 2018),
    institution: random.chance(85) ? random.pick(institutions) : noInstitution,
    program: random.chance(60) ? random.pick(programs) : null,
  };
}

function drawFinders(random: Random): string {
  const names = Array.from({ length: random.chance(25) ? 2 : 1 }, () => {
    return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
  });
  return names.join(random.chance(50) ? ' and ' : ' & ');
}

function degrees(tenThousandths: number, positive: string, negative: string): string {
  const size = Math.abs(tenThousandths);
  const fraction = String(size % 10_000).padStart(4, '0');
  return `${Math.floor(size / 10_000)}.${fraction} ${tenThousandths < 0 ? negative : positive}`;
}

function place(
  city: string,
  state: string,
  country: string,
  latitude: number,
  longitude: number,
): Place {
  return { city, state, country, latitude, longitude };
}
