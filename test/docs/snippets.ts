/** The examples that docs/reading.md gives to those who read a site: its fenced blocks, each under its own name. */
import { readPage } from './pages.ts';

export interface Snippet {
  /** The heading that it stands under and the bold words before it: `Python: Every page`. */
  readonly name: string;
  /** The word behind the fence. */
  readonly language: string;
  readonly text: string;
}

/** The address that all of them ask. */
export const exampleSite = 'https://phages.example.org';

const token =
  /^## (?<program>.+)$|^\*\*(?<title>[^*]+?)[.:]?\*\*|^```(?<language>.*)\n(?<text>[^]*?)^```$/gm;

/** Every fenced block of that page, in its order. */
export function readSnippets(): readonly Snippet[] {
  const snippets: Snippet[] = [];
  let [program, title] = ['', ''];
  for (const { groups = {} } of readPage('docs/reading.md').matchAll(token)) {
    program = groups['program'] ?? program;
    title = groups['title'] ?? title;
    const { language, text } = groups;
    if (text === undefined || language === undefined) continue;
    snippets.push({ name: `${program}: ${title}`, language, text });
  }
  return snippets;
}
