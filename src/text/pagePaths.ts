/** The addresses of pages for people that are there before any script runs: of phages, and of clusters and subclusters. */

/** By their folders: what the script calls a page in one, and the list at the folder itself. */
const pages = { clusters: ['cluster', null], phages: ['phage', 'phages'] } as const;

export type PageFolder = keyof typeof pages;

export const pageFolders = /* @__PURE__ */ Object.keys(pages) as readonly PageFolder[];

/** Relative to the site; without a name, that of the list. */
export function pagePath(folder: PageFolder, name = ''): string {
  return name === '' ? `${folder}/` : `${folder}/${encodeURIComponent(name)}/`;
}

/** The query by which the pages' script knows the page at a path; null for a path that is none of these. */
export function queryOfPage(path: string): string | null {
  const [, folder, name] = /^([a-z]+)\/(?:([^/]+)\/)?(?:index\.html)?$/.exec(path) ?? [];
  const known = pageFolders.find((one) => one === folder);
  if (known === undefined) return null;
  const [one, all] = pages[known];
  if (name === undefined) return all;
  try {
    return new URLSearchParams([[one, decodeURIComponent(name)]]).toString();
  } catch {
    return null;
  }
}
