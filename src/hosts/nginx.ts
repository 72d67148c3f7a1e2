/** nginx. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const nginx: Host = {
  title: 'nginx',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
