/** What file managers leave wherever somebody looks: nobody wrote it, and nobody misses it. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Whether a file of that name, without folders, is nobody's own. */
export function isLitter(name: string): boolean {
  return litter.has(name);
}
