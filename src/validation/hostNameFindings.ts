/** The rule that the hosts a site is built for can serve every name at its address. */
import type { NamedPlace } from '../collections/rule.ts';
import type { Finding } from '../findings/finding.ts';
import type { Locate } from '../findings/recordPlace.ts';
import { showString } from '../json/showToken.ts';

/** A host, as far as this rule is concerned: its display name, and why it cannot serve a given name. */
interface Hiding {
  readonly title: string;
  readonly hides: (name: string) => string | null;
}

/** One finding per place and host. */
export function* hostNameFindings(
  names: Iterable<NamedPlace>,
  hosts: readonly Hiding[],
  locate: Locate,
): Generator<Finding> {
  if (hosts.length === 0) return;
  for (const { name, pointer, place } of names) {
    for (const { hides, title } of hosts) {
      const reason = hides(name);
      if (reason === null) continue;
      yield {
        rule: 'host-name',
        ...locate(place),
        pointer,
        expected: `a name that ${title} can serve`,
        found: `${showString(name)}, which ${reason}`,
        hint: 'Choose another --host, or say --allow host-name to publish it all the same.',
      };
    }
  }
}
