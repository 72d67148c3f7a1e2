/** Apache. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const apache: Host = {
  title: 'Apache',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
