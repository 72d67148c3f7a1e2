/** Normalizes the address of a page, so that pages can be compared whatever style a service uses. */

/** Equal for all addresses of the same page. */
export function pageIdentity(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('format');
  if (!url.searchParams.has('page')) url.searchParams.set('page', '1');
  url.searchParams.sort();
  return url.href;
}
