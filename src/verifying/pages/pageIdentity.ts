/** Tells pages apart by their addresses, in whatever style a service writes them. */

/** The same for all addresses of one page, however they are written. */
export function pageIdentity(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('format');
  if (!url.searchParams.has('page')) url.searchParams.set('page', '1');
  url.searchParams.sort();
  return url.href;
}
