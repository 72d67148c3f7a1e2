/** Configuration as lines, for servers whose blocks stand in braces. */

type Lines = string | readonly string[];

/** A block: its head, a brace, what stands in it, and the other brace. */
export function block(head: string, ...body: readonly Lines[]): string[] {
  return [`${head} {`, ...body.flat().map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** Lines of a comment. What comes from outside must not hold a line break: it would end the comment. */
export function comment(...lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '#' : `# ${line}`));
}

export function joinLines(...lines: readonly Lines[]): string {
  return `${lines.flat().join('\n')}\n`;
}
