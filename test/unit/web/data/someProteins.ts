/** Proteins drawn by a seed, and changed ones. */

/** Returns a function that draws an integer from 0 to below a number. */
export function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

// As often as in proteins, about.
const letters =
  'AAAAAAAARRRRRNNNDDDDDDCQQQEEEEEEGGGGGGGHHIIIIILLLLLLLLKKKKMMFFFPPPPSSSSSTTTTTTWWYYVVVVVVV';

export function randomProtein(draw: (below: number) => number, length: number): string {
  return Array.from({ length }, () => letters.charAt(draw(letters.length))).join('');
}

/** With about one of so many amino acids changed. */
export function changed(draw: (below: number) => number, protein: string, oneOf: number): string {
  return Array.from(protein, (letter) =>
    draw(oneOf) === 0 ? randomProtein(draw, 1) : letter,
  ).join('');
}
