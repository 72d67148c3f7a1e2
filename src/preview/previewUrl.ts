/** The address under which a preview is reached, in the form of a base URL (A1). */
import { isIPv6 } from 'node:net';

/** `http://127.0.0.1:8080`; no trailing slash. `port` is the one that was bound. */
export function previewUrl(address: string, port: number): string {
  const host = reachable(address.toLowerCase());
  return `http://${isIPv6(host) ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
}

/** "All addresses" is nowhere to go to: this machine's own always works. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
