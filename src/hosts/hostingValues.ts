/** Validates a host's settings: texts that can go into configurations of hosts unescaped. */
import type { Hosting } from './host.ts';

interface HostingValue {
  readonly pattern: RegExp;
  /** Completes the sentence "Expected …". */
  readonly expected: string;
}

const domain = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const path: HostingValue = {
  pattern: /^[^\p{C}]+$/u,
  expected: 'a path without control characters',
};

export const hostingValues: Readonly<Record<keyof Hosting, HostingValue>> = {
  root: path,
  serverName: { pattern: domain, expected: 'a name such as phages.example.org' },
  certificate: path,
  certificateKey: path,
  bucket: {
    pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    expected: 'the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
  },
  distribution: {
    pattern: /^[A-Z0-9]{1,64}$/,
    expected: 'the id of a distribution: letters A-Z and digits',
  },
  workerName: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    expected: 'the name of a worker: up to 63 of a-z, 0-9 and hyphens',
  },
  zone: { pattern: domain, expected: 'a domain such as example.org' },
};
