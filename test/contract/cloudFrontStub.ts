/**
 * A stub of S3 and a CloudFront distribution, set up as the generated README.txt says, from the generated
 * files. What it knows of both is from their documentation; only the function is the real one.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { matchesEntityTag } from '../../src/serving/fileHead.ts';
import type { HostFile } from '../../src/hosts/host.ts';

/** Runs a script in some engine and gives what its last expression is: a string. */
export type RunScript = (script: string) => Promise<string>;

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

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const allowedMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE']);

/** Serves a site's folder; `close` ends it. */
export async function startCloudFrontStub(
  site: string,
  port: number,
  files: readonly HostFile[],
  run: RunScript,
): Promise<{ readonly close: () => void }> {
  const textOf = (name: string) => files.find((file) => file.path === `cloudfront/${name}`)?.text;
  const code = textOf('function.js') ?? '';
  const policy = JSON.parse(textOf('response-headers-policy.json') ?? '') as HeadersPolicy;
  const errors = JSON.parse(textOf('custom-error-responses.json') ?? '') as ErrorResponses;

  const types = uploadedTypes(textOf('README.txt') ?? '');
  const kept = uploadedCaching(textOf('README.txt') ?? '');

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const method = request.method ?? '';
    if (!allowedMethods.has(method)) return plain(403, 'This method is not configured.');
    const decided = JSON.parse(await run(scriptFor(code, request))) as Decision;
    if (decided.statusCode !== undefined) {
      const fields = Object.entries(decided.headers).map(([name, { value }]) => [name, value]);
      const body = Buffer.from(decided.body ?? '');
      return { status: decided.statusCode, headers: Object.fromEntries(fields), body };
    }
    const stored = await fromS3(site, decided.uri ?? '', method, types, kept);
    const known = errors.Items.find(({ ErrorCode }) => ErrorCode === stored.status);
    if (known !== undefined) {
      const page = await fromS3(site, known.ResponsePagePath, 'GET', types, kept);
      return { ...page, status: Number(known.ResponseCode) };
    }
    return matchesEntityTag(request.headers['if-none-match'], stored.headers['etag'] ?? '')
      ? { status: 304, headers: { etag: stored.headers['etag'] ?? '' }, body: Buffer.alloc(0) }
      : stored;
  };

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) => plain(503, String(error)))
      .then(({ status, headers, body }) => {
        response.writeHead(status, withPolicy(policy, request, headers));
        response.end(body);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { close: () => server.close() };
}

function scriptFor(code: string, { method, url = '', headers }: IncomingMessage): string {
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
  return `${code}
    const request = ${JSON.stringify(request)};
    request.rawQueryString = () => ${raw};
    const context = { eventType: 'viewer-request' };
    JSON.stringify(handler({ version: '1.0', context, viewer: { ip: '198.51.100.1' }, request }));`;
}

/** By extension, the types with which the commands of README.txt upload bulk files. */
function uploadedTypes(readme: string): ReadonlyMap<string, string> {
  const commands = readme.matchAll(/--include "media\/\*\.(\w+)"[^\\]* \\\s+--content-type (\S+)/g);
  return new Map(Array.from(commands, ([, extension = '', type = '']) => [extension, type]));
}

/** By pattern of the key, what the commands of README.txt say of caching; the last that matches counts. */
function uploadedCaching(readme: string): readonly (readonly [RegExp, string])[] {
  const folders = readme.matchAll(
    /aws s3 cp \S+?\/(\w[\w/]*) \S+ --recursive --cache-control (?:"([^"]*)"|(\S+))/g,
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
): Promise<Answer> {
  // In S3 a plus is a space, in paths as well.
  const key = decodeURIComponent(uri.slice(1).replaceAll('+', ' '));
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'MethodNotAllowed');
  try {
    const body = await readFile(join(site, key));
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const type =
      types.get(key.replace(/^.*\./, '')) ??
      (key.endsWith('.json') ? 'application/json' : 'text/html');
    const headers = { etag, 'content-type': type, 'content-length': String(body.length) };
    const said = caching.findLast(([pattern]) => pattern.test(key))?.[1];
    const kept = said === undefined ? {} : { 'cache-control': said };
    return { status: 200, headers: { ...headers, ...kept }, body };
  } catch {
    return plain(403, 'AccessDenied');
  }
}

function plain(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
}

function withPolicy(
  policy: HeadersPolicy,
  request: IncomingMessage,
  own: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  const headers: Record<string, string> = { ...own };
  const set = (name: string, value: string, override: boolean) => {
    if (override || headers[name] === undefined) headers[name] = value;
  };
  for (const { Header, Value, Override } of policy.CustomHeadersConfig.Items) {
    set(Header.toLowerCase(), Value, Override);
  }
  set(
    'x-content-type-options',
    'nosniff',
    policy.SecurityHeadersConfig.ContentTypeOptions.Override,
  );
  const [origin = ''] = policy.CorsConfig.AccessControlAllowOrigins.Items;
  if (request.headers.origin !== undefined) {
    set('access-control-allow-origin', origin, false);
    const exposed = policy.CorsConfig.AccessControlExposeHeaders.Items.join(', ');
    set('access-control-expose-headers', exposed, false);
  }
  return headers;
}
