/** Commands within advice, as they can be typed: the way the program itself was called. */

/** `advice` names commands as `phagepress …` in backquotes; `calledAs` is how the program was called. */
export function asCalled(advice: string, calledAs: string): string {
  return advice.replaceAll('`phagepress ', () => `\`${calledAs} `);
}
