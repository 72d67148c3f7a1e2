/**
 * The viewer-request function for CloudFront: runs the router and rewrites the request to the object in S3. What it
 * imports stays within CloudFront's JavaScript runtime and its limit on code: no destructuring, default, spread, for-of
 * or class, which `npm run build` refuses, and `||` for `??`, which is long once it is compiled.
 */
import { tableAt } from '../contract/bulkFiles.ts';
import { type Answer, route, type RoutedSite } from '../contract/route.ts';
import { viewFile } from '../contract/routes.ts';

type Fields = Readonly<Record<string, { readonly value: string }>>;

interface CloudFrontSite extends RoutedSite {
  readonly apiHeaders: Fields;
  readonly redirectHeaders: Fields;
  readonly optionsHeaders: Fields;
  readonly errorHeaders: Fields;
}

declare const site: CloudFrontSite;

interface ViewerRequest {
  readonly method: string;
  uri: string;
  querystring: Fields;
  readonly rawQueryString: () => string | undefined;
}

interface ViewerResponse {
  readonly statusCode: number;
  readonly headers: Fields;
  readonly body?: string;
}

export function handler(event: {
  readonly request: ViewerRequest;
}): ViewerRequest | ViewerResponse {
  const request = event.request;
  const method = request.method;
  const path = belowPrefix(request.uri);
  const query = request.rawQueryString() || '';
  const answer: Answer =
    request.uri === site.prefix
      ? { kind: 'redirect', status: 301, location: `${site.prefix}/${query && `?${query}`}` }
      : route({ method, path, query }, site);
  switch (answer.kind) {
    case 'outside':
      // S3 decodes a plus as a space.
      request.uri =
        (site.tables && tableAt(path, query)) ||
        (path.endsWith('/') ? `${path}index.html` : path.replace(/\+/g, '%2B'));
      return request;
    case 'file': {
      // Only S3 knows whether a record exists, and S3 does not support OPTIONS.
      if (answer.holds === 'description')
        return { statusCode: 204, headers: withHeaders(site.optionsHeaders) };
      // Other names of phages are published in lower case.
      const alias = answer.alias;
      const file = alias ? viewFile([alias.top, alias.name.toLowerCase()]) : answer.file;
      request.uri = `/${file.split('/').map(encodeURIComponent).join('/')}`;
      request.querystring = {};
      return request;
    }
    case 'redirect':
      return {
        statusCode: answer.status,
        headers: withHeaders(site.redirectHeaders, { location: { value: answer.location } }),
      };
    case 'error': {
      const error = { statusCode: answer.status, headers: withHeaders(site.errorHeaders) };
      return method === 'HEAD' ? error : Object.assign(error, { body: answer.body });
    }
  }
}

function withHeaders(fields: Fields, more?: Fields): Fields {
  return Object.assign({}, site.apiHeaders, fields, more);
}

/** A path outside the prefix stays as it is: a proxy in front may have stripped the prefix. */
function belowPrefix(uri: string): string {
  return uri.indexOf(`${site.prefix}/`) === 0 ? uri.slice(site.prefix.length) : uri;
}
