/**
 * Access control of the preview: a draft is only for the users of this machine. Rejects requests of web pages open in a
 * local browser, which may send requests of their own (`Origin`) or use a host name that now resolves to this machine
 * (DNS rebinding: `Host`).
 */
import { isIP } from 'node:net';
import { hostnameIn, isOfThisMachine } from '../contract/baseUrl.ts';

export interface Visitor {
  /** The Host header; undefined for an HTTP/1.0 client, which cannot be a browser. */
  readonly host: string | undefined;
  /** The origin of the page whose script sends the request; undefined for programs and for the preview's own pages. */
  readonly origin: string | undefined;
}

/** Why a request is rejected, as a sentence that says what to do; null if it is not. */
export function refusalOf({ host, origin }: Visitor, allowed: ReadonlySet<string>): string | null {
  if (allowed.has('*')) return null;
  const own = host === undefined ? null : hostnameIn(host);
  // A request to an IP address cannot be DNS rebinding, which needs a name.
  const isKnown = own !== null && (isAddress(own) || isOfThisMachine(own) || allowed.has(own));
  if (host !== undefined && !isKnown) {
    return `The preview does not answer to the name ${own ?? JSON.stringify(host)}. Start it with --allow-host ${own ?? '<name>'} if it should.`;
  }
  if (origin === undefined) return null;
  const page = hostnameIn(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''));
  const isOurs = page !== null && (page === own || isOfThisMachine(page) || allowed.has(page));
  if (isOurs) return null;
  const named = origin === 'null' ? '"*"' : (page ?? '<name>');
  return `The preview does not answer web pages of ${origin}. Start it with --allow-host ${named} if it should.`;
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
