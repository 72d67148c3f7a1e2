/** Cloudflare Workers. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const cloudflareWorkers: Host = {
  title: 'Cloudflare Workers',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
