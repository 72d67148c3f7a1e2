/** What a preview prints of where it can be opened. */
import { listLink } from '../contract/links.ts';

export function addressLines(url: string): string[] {
  return [`${url}/`, listLink(url, 'genes'), listLink(url, 'phages')].map((one) => `  ${one}`);
}
