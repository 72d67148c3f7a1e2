/** Takes files out of the packs of the site, where the host runs no code that does. */
import { firstStep, nextStep, packedPlace, type PackStep } from '../../contract/packs.ts';
import { fetchBytes, unlessMissing } from './fetching.ts';

/** Null for a file that is in no pack. Throws an error where packs do not fit together. */
export async function unpack(address: string): Promise<Response | null> {
  const names = address.split('/').map(decodeURIComponent);
  // A name with a slash in it would be two.
  const place = names.some((name) => name.includes('/')) ? null : packedPlace(names.join('/'));
  if (place === null) return null;
  let found: PackStep | Uint8Array | null = firstStep(place);
  while (found !== null && 'file' in found)
    found = nextStep(place, found, await unlessMissing(fetchBytes(found.file), null));
  return found && new Response(found.slice());
}
