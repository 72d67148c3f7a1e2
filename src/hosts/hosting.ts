/** The settings of hosts that only the publisher knows: texts that can go into configurations unescaped. */
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

export const hostingValues = {
  /** The path of the site's folder on the host. */
  root: path,
  /** The server's host name, if it differs from that of the base URL. */
  serverName: { pattern: domain, expected: 'a name such as phages.example.org' },
  /** Paths of the TLS certificate and of its key. */
  certificate: path,
  certificateKey: path,
  /** For S3. */
  bucket: {
    pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    expected: 'the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
  },
  /** For CloudFront. */
  distribution: {
    pattern: /^[A-Z0-9]{1,64}$/,
    expected: 'the id of a distribution: letters A-Z and digits',
  },
  /** For Cloudflare Workers. */
  workerName: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    expected: 'the name of a worker: up to 63 of a-z, 0-9 and hyphens',
  },
  /** The Cloudflare domain (zone) that the worker's route belongs to. */
  zone: { pattern: domain, expected: 'a domain such as example.org' },
} as const satisfies Readonly<Record<string, HostingValue>>;

/** Null for settings that are not given. */
export type Hosting = Readonly<Record<keyof typeof hostingValues, string | null>>;

export const hostingNames = Object.keys(hostingValues) as readonly (keyof Hosting)[];

export const noHosting = Object.fromEntries(hostingNames.map((name) => [name, null])) as Hosting;
