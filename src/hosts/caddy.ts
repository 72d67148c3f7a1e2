/** Caddy. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const caddy: Host = {
  title: 'Caddy',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
