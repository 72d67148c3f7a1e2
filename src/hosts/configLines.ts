/** Builds configuration text line by line, for servers whose blocks have braces. */

type Lines = string | readonly string[];

/** A block: its head, an opening brace, its body, and a closing brace. */
export function block(head: string, ...body: readonly Lines[]): string[] {
  return [`${head} {`, ...body.flat().map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** Comment lines. External text must not contain a line break, which would end the comment. */
export function comment(...lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '#' : `# ${line}`));
}

export function joinLines(...lines: readonly Lines[]): string {
  return `${lines.flat().join('\n')}\n`;
}
