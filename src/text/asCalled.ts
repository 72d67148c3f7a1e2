/** Rewrites the commands in a hint so that they can be typed: as the program itself was called. */

/** `advice` contains commands as `phagepress …` in backquotes; `calledAs` is how the program was called. */
export function asCalled(advice: string, calledAs: string): string {
  return advice.replaceAll('`phagepress ', () => `\`${calledAs} `);
}
