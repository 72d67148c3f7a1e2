/** A host that takes less than any real one, so that a small site can have too much for it. */
import { onTestFinished } from 'vitest';
import type { HostLimits, HostName } from '../../../src/hosts/host.ts';
import { hosts } from '../../../src/hosts/hosts.ts';

/** Gives a host other limits until the test has ended. */
export function limitHost(name: HostName, limits: HostLimits): void {
  const real = hosts[name];
  Object.assign(hosts, { [name]: { ...real, limits } });
  onTestFinished(() => void Object.assign(hosts, { [name]: real }));
}
