/** Vercel: a middleware names the file that answers, and the rules of `vercel.json` add its headers. */
import { basename } from 'node:path';
import { bulkTypes } from '../contract/bulkFiles.ts';
import { bulkHeaders, contentHeaders, errorHeaders, variedHeaders } from '../contract/headers.ts';
import { errorFiles } from '../contract/sitePaths.ts';
import { edgeCode, edgeSite } from './edgeCode.ts';
import { type Host, type HostedSite, keepsAll, refusesNothing } from './host.ts';

// JSON takes no comments, so what is to be known of vercel.json stands here, too.
const how = ({ dir }: HostedSite) => [
  'The API of a site made by phagepress, for Vercel. Keep this file and vercel.json in the folder that',
  'holds the folder of the site, and deploy from there: npx vercel deploy --prod',
  `The site's folder is ${JSON.stringify(basename(dir))} there. Where it lies deeper or has another name, write its path,`,
  'as seen from vercel.json, at "outputDirectory".',
  'After each build of the site that changes how many pages there are, or --case-insensitive-names, make both files again.',
];

export const vercel: Host = {
  title: 'Vercel',
  testedOn: 'routing-utils 6.6, the rest a stub',
  keeps: {
    ...keepsAll,
    'raw-path': 'the runtime resolves `.` and `..` before the middleware sees the path',
  },
  limits: { files: 15_000, fileBytes: 100 * 1000 ** 2 },
  siteFiles: () => [],
  ownFiles: (site) => [
    { path: 'vercel.json', text: `${JSON.stringify(rules(site), null, 2)}\n` },
    { path: 'middleware.js', text: edgeCode('vercel', how(site), { site: edgeSite(site) }) },
  ],
  refuses: refusesNothing,
};

function rules({ dir, maxAge }: HostedSite) {
  const api = '^/api/.*$';
  return {
    framework: null,
    installCommand: '',
    buildCommand: '',
    outputDirectory: basename(dir),
    routes: [
      { handle: 'filesystem' },
      {
        src: api,
        status: 404,
        dest: `/${errorFiles.notFound}`,
        headers: variedHeaders(errorHeaders),
      },
      { handle: 'hit' },
      { src: api, headers: variedHeaders(contentHeaders(maxAge)), continue: true },
      {
        src: '^/(?:release|manifest|openapi)\\.json$',
        headers: contentHeaders(maxAge),
        continue: true,
      },
      ...Object.entries(bulkTypes).map(([extension, type]) => ({
        src: `^/bulk/.*\\.${extension}$`,
        headers: { ...bulkHeaders(maxAge), 'Content-Type': type },
        continue: true,
      })),
    ],
  };
}
