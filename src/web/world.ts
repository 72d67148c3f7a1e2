/** The map of the world with its coasts, which are loaded where it is drawn. */
import type { DrawingSpace } from './map/scene.ts';
import { type FoundAt, worldMap } from './map/worldMap.ts';

const land = JSON.parse(landOutlines) as readonly (readonly number[])[];

export function drawWorld(places: readonly FoundAt[], space: DrawingSpace) {
  return worldMap(places, land, space);
}
