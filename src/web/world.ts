/** The map of the world and its coasts, which are loaded where they are needed. */
export { worldMap } from './map/worldMap.ts';

export const land = JSON.parse(landOutlines) as readonly (readonly number[])[];
