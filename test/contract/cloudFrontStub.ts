/**
 * A stub of S3 and a CloudFront distribution, set up as the generated README.txt says, from the generated
 * files. What it knows of both is from their documentation; only the function is the real one.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { matchesEntityTag } from '../../src/contract/headers.ts';
import type { HostFile } from '../../src/hosts/host.ts';
import { serveIncoming, type Stub } from './edgeStub.ts';

/** Calls the function with an event, both as text; gives its decision as JSON. */
export type Decide = (event: string) => string;

/** Without any globals but those of the language: no URL, no TextEncoder, no timers. */
export function decideInNode(code: string): Decide {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  runInContext(code, context);
  return (event) => String(runInContext(callOf(event), context));
}

/** The expression that calls the function. */
export function callOf(event: string): string {
  return `JSON.stringify(handler(${event}))`;
}

/** The function among the files of its host. */
export function functionIn(files: readonly HostFile[]): string {
  return textIn(files, 'function.js');
}

function textIn(files: readonly HostFile[], name: string): string {
  return files.find(({ path }) => path === `cloudfront/${name}`)?.text ?? '';
}

interface Decision {
  readonly uri?: string;
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
  readonly body?: string;
}

interface HeadersPolicy {
  readonly CorsConfig: {
    readonly AccessControlAllowOrigins: { readonly Items: readonly string[] };
    readonly AccessControlExposeHeaders: { readonly Items: readonly string[] };
  };
  readonly SecurityHeadersConfig: { readonly ContentTypeOptions: { readonly Override: boolean } };
  readonly CustomHeadersConfig: {
    readonly Items: readonly { Header: string; Value: string; Override: boolean }[];
  };
}

interface ErrorResponses {
  readonly Items: readonly { ErrorCode: number; ResponsePagePath: string; ResponseCode: string }[];
}

const allowedMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE']);

/** Serves a site's folder. */
export function startCloudFrontStub(
  site: string,
  port: number,
  files: readonly HostFile[],
): Promise<Stub> {
  const decide = decideInNode(functionIn(files));
  const policy = JSON.parse(textIn(files, 'response-headers-policy.json')) as HeadersPolicy;
  const errors = JSON.parse(textIn(files, 'custom-error-responses.json')) as ErrorResponses;
  const types = uploadedTypes(textIn(files, 'README.txt'));
  const kept = uploadedCaching(textIn(files, 'README.txt'));
  const stored = (uri: string, method = 'GET') => fromS3(site, uri, method, types, kept);

  const answer = async (request: IncomingMessage): Promise<Response> => {
    const method = request.method ?? '';
    if (!allowedMethods.has(method)) return plain(403, 'This method is not configured.');
    const decided = JSON.parse(decide(eventFor(request))) as Decision;
    if (decided.statusCode !== undefined) {
      const fields = Object.entries(decided.headers).map(([name, { value }]) => [name, value]);
      const headers = Object.fromEntries(fields) as Record<string, string>;
      return new Response(decided.body ?? null, { status: decided.statusCode, headers });
    }

    const found = await stored(decided.uri ?? '', method);
    const known = errors.Items.find(({ ErrorCode }) => ErrorCode === found.status);
    if (known !== undefined) {
      const { body, headers } = await stored(known.ResponsePagePath);
      return new Response(body, { status: Number(known.ResponseCode), headers });
    }
    const etag = found.headers.get('etag') ?? '';
    return matchesEntityTag(request.headers['if-none-match'], etag)
      ? new Response(null, { status: 304, headers: { etag } })
      : found;
  };
  return serveIncoming(port, async (request) =>
    withPolicy(policy, request.headers.origin !== undefined, await answer(request)),
  );
}

type AskedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The event of a request, as an expression. */
export function eventFor({ method, url = '', headers }: AskedRequest): string {
  const mark = url.indexOf('?');
  const request = {
    method,
    uri: mark === -1 ? url : url.slice(0, mark),
    // The function has no use for it: it could not tell in which order parameters came.
    querystring: {},
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
    cookies: {},
  };
  const raw = mark === -1 ? 'undefined' : JSON.stringify(url.slice(mark + 1));
  return `{ version: '1.0', context: { eventType: 'viewer-request' }, viewer: { ip: '198.51.100.1' },
    request: Object.assign(${JSON.stringify(request)}, { rawQueryString: () => ${raw} }) }`;
}

/** By extension, the types with which the commands of README.txt upload bulk files. */
function uploadedTypes(readme: string): ReadonlyMap<string, string> {
  const commands = readme.matchAll(/--include "media\/\*\.(\w+)"[^\\]* \\\s+--content-type (\S+)/g);
  return new Map(Array.from(commands, ([, extension = '', type = '']) => [extension, type]));
}

/** By pattern of the key, what the commands of README.txt say of caching; the last that matches counts. */
function uploadedCaching(readme: string): readonly (readonly [RegExp, string])[] {
  const folders = readme.matchAll(
    /aws s3 cp \S+ s3:\/\/[^/\s]+\/(\S+) --recursive --cache-control (?:"([^"]*)"|(\S+))/g,
  );
  const pages = readme.matchAll(
    /--include index\.html --include "web\/\*\.json" --cache-control (\S+)/g,
  );
  return [
    ...Array.from(folders, ([, folder = '', quoted, bare]): [RegExp, string] => [
      new RegExp(`^${folder.replace(/\/$/, '')}/`),
      quoted ?? bare ?? '',
    ]),
    ...Array.from(pages, ([, value = '']): [RegExp, string] => [
      /^index\.html$|^web\/.*\.json$/,
      value,
    ]),
  ];
}

/** The policy must do for what was uploaded without metadata. */
async function fromS3(
  site: string,
  uri: string,
  method: string,
  types: ReadonlyMap<string, string>,
  caching: ReturnType<typeof uploadedCaching>,
): Promise<Response> {
  // In S3 a plus is a space, in paths as well.
  const key = decodeURIComponent(uri.slice(1).replaceAll('+', ' '));
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'MethodNotAllowed');
  try {
    const body = await readFile(join(site, key));
    const headers = new Headers({
      ETag: `"${createHash('md5').update(body).digest('hex')}"`,
      'Content-Type':
        types.get(key.replace(/^.*\./, '')) ??
        (key.endsWith('.json') ? 'application/json' : 'text/html'),
      'Content-Length': String(body.length),
    });
    const said = caching.findLast(([pattern]) => pattern.test(key))?.[1];
    if (said !== undefined) headers.set('Cache-Control', said);
    return new Response(body, { headers });
  } catch {
    return plain(403, 'AccessDenied');
  }
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain' } });
}

function withPolicy(policy: HeadersPolicy, hasOrigin: boolean, response: Response): Response {
  const { headers } = response;
  const set = (name: string, value: string, override: boolean) => {
    if (override || !headers.has(name)) headers.set(name, value);
  };
  for (const { Header, Value, Override } of policy.CustomHeadersConfig.Items) {
    set(Header, Value, Override);
  }
  const { Override } = policy.SecurityHeadersConfig.ContentTypeOptions;
  set('X-Content-Type-Options', 'nosniff', Override);
  const [origin = ''] = policy.CorsConfig.AccessControlAllowOrigins.Items;
  if (hasOrigin) {
    set('Access-Control-Allow-Origin', origin, false);
    const exposed = policy.CorsConfig.AccessControlExposeHeaders.Items.join(', ');
    set('Access-Control-Expose-Headers', exposed, false);
  }
  return response;
}
