/** The URL of a preview, in the form of a base URL (A1). */
import { isIPv6 } from 'node:net';

/** `http://127.0.0.1:8080`, without a trailing slash. `port` is the bound port. */
export function previewUrl(address: string, port: number): string {
  const host = reachable(address.toLowerCase());
  return `http://${isIPv6(host) ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
}

/** Replaces a wildcard address, which cannot be connected to, by the loopback address. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
