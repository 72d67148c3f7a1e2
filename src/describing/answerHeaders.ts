/** Describes response headers for OpenAPI, derived from those that hosts send (M1, M3, M5). */
import {
  apiHeaders,
  bulkHeaders,
  bulkPreflightHeaders,
  contentHeaders,
  errorHeaders,
  type HeaderFields,
  optionsHeaders,
} from '../contract/headers.ts';
import type { JsonObject } from '../contract/jsonObject.ts';

const etag = 'ETag';
const contentRange = 'Content-Range';
const anyRange = '';
const anyTag = '';

const descriptions: Readonly<Record<string, string>> = {
  Allow: 'The methods that are answered.',
  'Access-Control-Allow-Origin': 'Scripts of every site may read the answer.',
  'Access-Control-Allow-Headers': 'The headers that scripts of other sites may send.',
  'Access-Control-Expose-Headers': 'The headers that scripts of other sites may read.',
  'Access-Control-Allow-Methods': 'The methods that scripts of other sites may use.',
  'X-Content-Type-Options': 'The type of the answer is not to be guessed.',
  Vary: 'Holds Accept, and Accept-Encoding where the host compresses.',
  'Cache-Control': 'How long the answer may be kept.',
  [etag]: 'Changes whenever the bytes of the answer change; for If-None-Match.',
  [contentRange]: 'Which bytes these are, and of how many.',
};

// Hosts add to the first, and generate the others.
const patterns: Readonly<Record<string, string>> = {
  Vary: '(?:^|, *)Accept(?: *,|$)',
  [etag]: '^(?:W/)?"[^"]*"$',
  [contentRange]: '^bytes [0-9]+-[0-9]+/[0-9]+$',
};

/** The headers of each kind of answer. */
export function headerSets(maxAgeSeconds: number) {
  const content = contentHeaders(maxAgeSeconds);
  const validated = { ...content, [etag]: anyTag };
  const file = { ...bulkHeaders(maxAgeSeconds), [etag]: anyTag };
  return {
    content: validated,
    unchanged: validated,
    description: optionsHeaders(maxAgeSeconds),
    noDescription: { ...apiHeaders, 'Access-Control-Allow-Methods': apiHeaders['Allow'] ?? '' },
    error: errorHeaders,
    file,
    filePart: { ...file, [contentRange]: anyRange },
    filePreflight: bulkPreflightHeaders,
  } as const satisfies Readonly<Record<string, HeaderFields>>;
}

/** References to the descriptions of some headers; the content type is described elsewhere. */
export function headerRefs(fields: HeaderFields): JsonObject {
  return Object.fromEntries(
    described(fields).map(([name, value]) => [
      name,
      { $ref: `#/components/headers/${componentName(name, value)}` },
    ]),
  );
}

/** The descriptions of all headers, by the names used in references. */
export function headerComponents(maxAgeSeconds: number): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.values(headerSets(maxAgeSeconds))
      .flatMap(described)
      .map(([name, value]) => [componentName(name, value), headerObject(name, value)]),
  );
}

function described(fields: HeaderFields): [name: string, value: string][] {
  return Object.entries(fields).filter(([name]) => name !== 'Content-Type');
}

/** Cache-Control has two components, since errors must not be cached. */
function componentName(name: string, value: string): string {
  return name === 'Cache-Control' && value === errorHeaders[name] ? `${name}-of-errors` : name;
}

function headerObject(name: string, value: string): JsonObject {
  const pattern = patterns[name];
  return {
    description: descriptions[name] ?? name,
    required: true,
    schema: { type: 'string', ...(pattern === undefined ? { const: value } : { pattern }) },
  };
}
