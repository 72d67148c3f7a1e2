/** Files that file managers create by themselves, such as `.DS_Store`. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Whether a file of that name (without folders) is such a file. */
export function isLitter(name: string): boolean {
  return litter.has(name);
}
