/** The rule that a record's name can be a path of the site (A3). */
import { unsafeNameReason } from '../contract/recordName.ts';
import type { Breach } from '../findings/finding.ts';
import { showString } from '../json/showToken.ts';

/** Checks that a name can be a path of the site (A3). */
export function pathNameBreaches(pointer: string, name: string): Breach[] {
  const reason = unsafeNameReason(name);
  if (reason === null) return [];
  return [
    {
      rule: 'path-name',
      pointer,
      expected: 'a name that can be a file name on every machine',
      found: `${showString(name)}, which ${reason}`,
    },
  ];
}
