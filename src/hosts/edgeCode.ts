/** Code for a host's edge: how to use it, the site's numbers, and the bundle of the contract that `npm run build` made. */
import { readFileSync } from 'node:fs';
import { Failure } from '../failure.ts';
import { formatCount } from '../text/quantities.ts';
import type { HostedSite } from './host.ts';

/** The bundles in `lib/hosts/edge`; each is one file of `src/hosts/edge` with all that it imports. */
export type EdgeBundle = 'cloudflare' | 'cloudFront' | 'netlify' | 'vercel';

/**
 * The text of a module: `how` as a comment, one line for each; then `values`, each as a constant; then the
 * bundle, which reads them.
 */
export function edgeCode(
  bundle: EdgeBundle,
  how: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  const constants = Object.entries(values).map(
    ([name, value]) => `const ${name} = ${codeValue(value)};\n`,
  );
  return lineComment(how) + constants.join('') + readBundle(bundle);
}

/** `const site` of `src/hosts/edge/edgeSite.ts`. */
export function edgeSite({ prefix, lastPages, foldsNames, maxAge }: HostedSite) {
  return { prefix, lastPages, foldsNames, maxAge };
}

/** JSON that stays inside a script: no tag can end it, and no line separator breaks it in old engines. */
export function codeValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Lines after `mark` and a space. A line break within one, such as a folder's name may hold, ends no comment. */
export function lineComment(lines: readonly string[], mark = '//'): string {
  return lines
    .map((line) => `${mark} ${line.replace(/[\p{Cc}\u2028\u2029]/gu, '?')}`.trimEnd() + '\n')
    .join('');
}

/** The code as it is, or a Failure when the host takes less. */
export function limitCode(title: string, code: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(code);
  if (bytes <= maxBytes) return code;
  throw new Failure(
    'usage',
    `${title} takes functions of at most ${formatCount(maxBytes)} bytes; for this site it would have ${formatCount(bytes)}.`,
    { hint: 'Only the path of the base URL can make it longer: build for a shorter one.' },
  );
}

function readBundle(bundle: EdgeBundle): string {
  // The same place seen from src/, where tests run, and from lib/.
  const file = new URL(`../../lib/hosts/edge/${bundle}.js`, import.meta.url);
  try {
    return readFileSync(file).toString();
  } catch (error) {
    throw new Failure('machine', `The code for the edge is not there: ${file.pathname}.`, {
      hint: 'In a clone, `npm run build` makes it; an installed phagepress must be installed again.',
      cause: error,
    });
  }
}
