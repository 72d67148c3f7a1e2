/** The examples that README.md gives to those who read a site: its fenced blocks, each under its own name. */
import { readFileSync } from 'node:fs';

export interface Snippet {
  /** The heading that it stands under and the bold words before it: `Python: Every page`. */
  readonly name: string;
  /** The word behind the fence. */
  readonly language: string;
  readonly text: string;
}

/** The address that all of them ask. */
export const exampleSite = 'https://phages.example.org';

const heading = '\n## Reading a site from a program\n';
const token =
  /^### (?<program>.+)$|^\*\*(?<title>[^*]+?)[.:]?\*\*|^```(?<language>.*)\n(?<text>[^]*?)^```$/gm;

/** Every fenced block of that section, in its order. */
export function readSnippets(): readonly Snippet[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, rest] = readme.split(heading);
  if (rest === undefined) throw new Error(`README.md has no heading${heading}`);
  const [section = ''] = rest.split(/^## /m);
  const snippets: Snippet[] = [];
  let [program, title] = ['', ''];
  for (const { groups = {} } of section.matchAll(token)) {
    program = groups['program'] ?? program;
    title = groups['title'] ?? title;
    const { language, text } = groups;
    if (text === undefined || language === undefined) continue;
    snippets.push({ name: `${program}: ${title}`, language, text });
  }
  return snippets;
}
