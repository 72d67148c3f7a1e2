/** Where a server of its own must listen for a site to be at its base URL. */
import type { HostedSite } from './host.ts';

interface SiteAddress {
  readonly isHttps: boolean;
  /** Null when it is not of letters, digits, dots and hyphens: such a host needs no name in a configuration. */
  readonly host: string | null;
  readonly port: number;
}

export function siteAddress({ baseUrl, setup }: HostedSite): SiteAddress {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return {
    isHttps,
    host: setup.serverName ?? (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname) ? hostname : null),
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
  };
}
