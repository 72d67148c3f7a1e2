/**
 * Whom the preview answers. A draft is for those at this machine: not for a web page that a browser here has
 * open, which reaches it by a request of its own (`Origin`), or by a name of its own that it has come to mean
 * this machine (DNS rebinding: `Host`).
 */
import { isIP } from 'node:net';
import { hostnameIn, isOfThisMachine } from '../contract/baseUrl.ts';

export interface Visitor {
  /** The header of that name; undefined for a client of HTTP/1.0, which is no browser. */
  readonly host: string | undefined;
  /** Of a page whose script asks; undefined for a program, and for a page of the preview itself. */
  readonly origin: string | undefined;
}

/** Why a request is not answered, as a sentence that says what to do; null when it is. */
export function refusalOf({ host, origin }: Visitor, allowed: ReadonlySet<string>): string | null {
  if (allowed.has('*')) return null;
  const own = host === undefined ? null : hostnameIn(host);
  // Who knows the address itself was led here by no name.
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
