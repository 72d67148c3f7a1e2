/** How much is tried, and by which seed: what `fuzz.mjs` was asked for, or what a test run has time for. */

export const seed = Number(process.env['PHAGEPRESS_SEED'] ?? 1);

/** Single records. */
export const cases = Number(process.env['PHAGEPRESS_CASES'] ?? 25_000);

/** Whole files, each read in several ways. */
export const files = Math.ceil(cases / 80);

/** Whole data folders that are built. */
export const folders = Math.ceil(cases / 1000);
