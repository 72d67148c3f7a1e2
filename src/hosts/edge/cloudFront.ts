/**
 * The viewer-request function for CloudFront: the contract's route, made into the file that S3 is asked for.
 * It must keep to the language of CloudFront's runtime: no destructuring, no spread, no for-of, no classes.
 */
import { type Answer, route, type RoutedSite } from '../../contract/route.ts';

type Fields = Readonly<Record<string, { readonly value: string }>>;

interface CloudFrontSite extends RoutedSite {
  /** Of every answer; the others come on top. */
  readonly apiHeaders: Fields;
  readonly redirectHeaders: Fields;
  readonly optionsHeaders: Fields;
  readonly errorHeaders: Fields;
}

declare const site: CloudFrontSite;

interface ViewerRequest {
  readonly method: string;
  /** Percent-encoded, without query. */
  uri: string;
  querystring: Fields;
  readonly rawQueryString: () => string | undefined;
}

interface ViewerResponse {
  readonly statusCode: number;
  readonly headers: Fields;
  readonly body?: string;
}

/** A request goes on to the cache and S3; a response goes back to the client. */
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
      // A plus is a space to S3.
      request.uri = path.endsWith('/') ? `${path}index.html` : path.replace(/\+/g, '%2B');
      return request;
    case 'file':
      // Whether a record is there only S3 knows, and S3 does not know OPTIONS.
      if (answer.holds === 'description')
        return { statusCode: 204, headers: withHeaders(site.optionsHeaders) };
      request.uri = `/${answer.file.split('/').map(encodeURIComponent).join('/')}`;
      request.querystring = {};
      return request;
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

/** As it is where it lies elsewhere: a proxy in front may have taken the prefix off. */
function belowPrefix(uri: string): string {
  return uri.indexOf(`${site.prefix}/`) === 0 ? uri.slice(site.prefix.length) : uri;
}
