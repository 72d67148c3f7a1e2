/** Vercel. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const vercel: Host = {
  title: 'Vercel',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
