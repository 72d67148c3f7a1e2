/** The lines of a preview that say where to open it. */
import { listLink } from '../contract/links.ts';

export function addressLines(url: string): string[] {
  return [`${url}/`, listLink(url, 'genes'), listLink(url, 'phages')].map((one) => `  ${one}`);
}
