/** Shortens a body for a message. */
import { showToken } from '../../json/showToken.ts';

export function showBody(body: Buffer): string {
  return body.length === 0 ? 'no body' : `the body ${showToken(body.toString('utf8', 0, 300))}`;
}
