/** Cloudflare Pages. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const cloudflarePages: Host = {
  title: 'Cloudflare Pages',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
