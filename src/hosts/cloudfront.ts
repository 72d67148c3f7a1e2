/** S3 and CloudFront: a function rewrites each request to the object in S3; a policy adds the headers. */
import { bulkTypes, topsWith } from '../contract/bulkFiles.ts';
import {
  apiHeaders,
  contentHeaders,
  errorHeaders,
  exposedByBulk,
  freshCache,
  type HeaderFields,
  lastingHeaders,
  optionsHeaders,
  redirectHeaders,
  variedHeaders,
} from '../contract/headers.ts';
import { assetFolder, codeFolder, errorFiles, welcomeFile } from '../contract/sitePaths.ts';
import { shellWord } from '../text/escapes.ts';
import { edgeCode, limitCode, routedSite } from './edgeCode.ts';
import { folderOf, type Host, type HostedSite, keepsAll, onlyOwnNames, plainHost } from './host.ts';

const title = 'S3 and CloudFront';
const codeBytes = 10 * 1024;

export const cloudFront: Host = {
  ...plainHost,
  title,
  testedOn: 'njs 0.7, the rest a stub',
  keeps: {
    ...keepsAll,
    'genome-aliases': onlyOwnNames,
    describes: 'its function cannot ask whether a record is there, so OPTIONS answers 204',
    webdav: 'CloudFront refuses them by itself',
    'beside-options': 'not known: no stub can tell',
    'no-origin': 'the policy adds it only where a request has an `Origin`',
    'any-method': 'CloudFront refuses it by itself',
    compresses: 'only answers of 1 kB to 10 MB',
  },
  limits: { codeBytes },
  hosting: ['root', 'bucket', 'distribution'],
  ownFiles: (site) => [
    { path: 'cloudfront/README.txt', text: howTo(site) },
    { path: 'cloudfront/function.js', text: functionCode(site) },
    { path: 'cloudfront/response-headers-policy.json', text: json(headersPolicy(site)) },
    { path: 'cloudfront/custom-error-responses.json', text: json(errorResponses) },
  ],
};

function functionCode(hosted: HostedSite): string {
  const { maxAge } = hosted;
  const site = {
    ...routedSite(hosted),
    apiHeaders: functionFields(everyHeaders),
    redirectHeaders: functionFields(besideApiHeaders(redirectHeaders(maxAge))),
    optionsHeaders: functionFields(besideApiHeaders(optionsHeaders(maxAge))),
    errorHeaders: functionFields(besideApiHeaders(errorHeaders)),
  };
  const how = ['A viewer-request function for CloudFront, made by phagepress: see README.txt.'];
  // CloudFront calls a function of this name, and supports no exports.
  const code = edgeCode('cloudfrontFunction', how, site).replace(
    /export\{(\w+) as handler\};\s*$/,
    '\nfunction handler(event){return $1(event)}\n',
  );
  return limitCode(title, code, codeBytes);
}

function functionFields(headers: HeaderFields): Record<string, { value: string }> {
  const fields = Object.entries(headers);
  return Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), { value }]));
}

/** The headers that are not in every response: the size of a function is limited. */
function besideApiHeaders(headers: HeaderFields): HeaderFields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in apiHeaders)));
}

const everyHeaders = variedHeaders(apiHeaders);

function headersPolicy({ maxAge }: HostedSite) {
  const custom = (name: string, value: string | undefined, Override: boolean) => ({
    Header: name,
    Value: value ?? '',
    Override,
  });
  const list = (...Items: string[]) => ({ Quantity: Items.length, Items });
  return {
    Name: 'phagepress',
    Comment: 'The headers of every answer of a site made by phagepress',
    CorsConfig: {
      AccessControlAllowOrigins: list('*'),
      AccessControlAllowHeaders: list('*'),
      AccessControlAllowMethods: list('GET', 'HEAD', 'OPTIONS'),
      AccessControlAllowCredentials: false,
      AccessControlExposeHeaders: list(...exposedByBulk),
      OriginOverride: false,
    },
    SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
    CustomHeadersConfig: {
      Quantity: 3,
      Items: [
        custom('Allow', apiHeaders['Allow'], true),
        custom('Vary', everyHeaders['Vary'], true),
        // Errors set their own.
        custom('Cache-Control', contentHeaders(maxAge)['Cache-Control'], false),
      ],
    },
  };
}

// S3 returns a 403 for a missing object to clients that may not list the bucket.
const errorResponses = {
  Quantity: 2,
  Items: [403, 404].map((code) => ({
    ErrorCode: code,
    ResponsePagePath: `/${errorFiles.notFound}`,
    ResponseCode: '404',
    ErrorCachingMinTTL: 10,
  })),
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function howTo(site: HostedSite): string {
  const { baseUrl, maxAge, hosting } = site;
  const folder = shellWord(folderOf(site));
  const bucket = `s3://${hosting.bucket ?? '<bucket>'}`;
  const named = Object.entries({
    '--bucket': hosting.bucket,
    '--distribution': hosting.distribution,
  })
    .filter(([, value]) => value === null)
    .map(([flag]) => flag);
  const unnamed =
    named.length === 0
      ? ''
      : `
Values in angle brackets are filled in by ${named.join(' and ')} of \`phagepress host cloudfront\`.
`;
  return `The site ${baseUrl} on S3 and CloudFront. Made by phagepress.
${unnamed}
1. Upload the folder of the site; caches must not keep the bodies of errors:

   aws s3 sync ${folder} ${bucket} --delete --cache-control "public, max-age=${maxAge}"
   aws s3 cp ${folder}/errors ${bucket}/errors --recursive --cache-control no-store
${pageUploads(site, { folder, bucket })}
   and then the bulk files, if there are any, with their types, which the aws program does not know:

${Object.entries(bulkTypes)
  .filter(([extension]) => extension !== 'json' && (extension !== 'tsv' || site.tables === true))
  .map(([extension, type]) => uploadOf(extension, type, { folder, bucket, maxAge }))
  .join('\n')}

2. Once, make the function and the policy:

   aws cloudfront create-function --name phagepress \\
     --function-config Comment=phagepress,Runtime=cloudfront-js-2.0 \\
     --function-code fileb://cloudfront/function.js
   aws cloudfront publish-function --name phagepress \\
     --if-match "$(aws cloudfront describe-function --name phagepress --query ETag --output text)"
   aws cloudfront create-response-headers-policy \\
     --response-headers-policy-config file://cloudfront/response-headers-policy.json

3. Once, set up a distribution:

   - origin: the bucket (not its website), with origin access control;
   - custom error responses: those of cloudfront/custom-error-responses.json;
   - in the default behaviour:
     - allowed methods: GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE (otherwise CloudFront answers POST
       with an error of its own; the function lets none of them through to the API's files);
     - cache policy: CachingOptimized, which leaves the query out of the key: the function has read it;
     - compress objects: yes;
     - response headers policy: the one of step 2;
     - function: the one of step 2, at viewer request.

4. After each build of the site, upload it again with all commands of step 1, and clear the cache:

   aws cloudfront create-invalidation --distribution-id ${hosting.distribution ?? '<id>'} --paths "/*"

   If the number of pages, --case-insensitive-names or --phage-aliases changed, make these files again, and update and
   publish the function, too.
`;
}

/** How long the pages for people may be cached (W1). */
function pageUploads(
  { pages }: HostedSite,
  { folder, bucket }: { folder: string; bucket: string },
) {
  if (!pages) return '';
  const lasting = lastingHeaders['Cache-Control'];
  return `
   and the pages for people, whose code never changes and whose other files browsers request again:

   aws s3 cp ${folder}/${codeFolder} ${bucket}/${codeFolder} --recursive --cache-control "${lasting}"
   aws s3 cp ${folder} ${bucket} --recursive --exclude "*" \\
     --include ${welcomeFile} --include "${assetFolder}*.json" --cache-control ${freshCache}
`;
}

function uploadOf(
  extension: string,
  type: string,
  { folder, bucket, maxAge }: { folder: string; bucket: string; maxAge: number },
): string {
  const among = topsWith(extension)
    .map((top) => `--include "${top}*.${extension}"`)
    .join(' ');
  return `   aws s3 cp ${folder} ${bucket} --recursive --exclude "*" \\
     ${among} \\
     --content-type ${type} --cache-control "public, max-age=${maxAge}"`;
}
