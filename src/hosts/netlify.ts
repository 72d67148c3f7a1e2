/** Netlify. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const netlify: Host = {
  title: 'Netlify',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
