/**
 * In the place of d3-transition and d3-interpolate, a sixth of the code of a map: maps move at once, so that all d3-zoom asks
 * of transitions is to end those under way, and of interpolation nothing.
 */
import { selection } from 'd3-selection';

export function interrupt(): void {}

/** The way of a transition, of which there is none. */
export const interpolateZoom = null;

Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this;
  },
});
