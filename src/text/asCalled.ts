/** Rewrites the commands in advice, `phagepress …` in backquotes, so that they can be typed as the program was called. */
export function asCalled(advice: string, calledAs: string): string {
  return advice.replaceAll('`phagepress ', () => `\`${calledAs} `);
}
