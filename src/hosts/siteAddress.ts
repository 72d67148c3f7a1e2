/** The scheme, host and port on which a self-managed server must listen for a base URL. */
import type { HostedSite } from './host.ts';

interface SiteAddress {
  readonly isHttps: boolean;
  /**
   * Null if it has characters other than letters, digits, dots and hyphens: such a host cannot be named in a
   * configuration.
   */
  readonly host: string | null;
  readonly port: number;
}

export function siteAddress({ baseUrl, hosting }: HostedSite): SiteAddress {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return {
    isHttps,
    host:
      hosting.serverName ?? (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname) ? hostname : null),
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
  };
}
