/** S3 and CloudFront. */
import { type Host, keepsAll, refusesNothing } from './host.ts';

export const cloudFront: Host = {
  title: 'S3 and CloudFront',
  testedOn: '',
  keeps: keepsAll,
  limits: {},
  siteFiles: () => [],
  ownFiles: () => [],
  refuses: refusesNothing,
};
