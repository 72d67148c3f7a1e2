/** Vercel: a middleware rewrites to the file, and the rules of `vercel.json` add its headers. */
import { basename } from 'node:path';
import { bulkTops, bulkTypes } from '../contract/bulkFiles.ts';
import {
  bulkHeaders,
  contentHeaders,
  errorHeaders,
  lastingHeaders,
  variedHeaders,
} from '../contract/headers.ts';
import { codeFolder, errorFiles } from '../contract/sitePaths.ts';
import { edgeCode, edgeSite } from './edgeCode.ts';
import { edgeHost, type Host, type HostedSite, keepsAll } from './host.ts';

// JSON has no comments, so the usage notes for vercel.json are here, too.
const outputOf = ({ hosting, dir }: HostedSite) => hosting.root ?? basename(dir);

const how = (site: HostedSite) => [
  'The API of a site made by phagepress, for Vercel. Keep this file and vercel.json in the folder that',
  'holds the folder of the site, and deploy from there: npx vercel deploy --prod',
  `The site's folder is ${JSON.stringify(outputOf(site))} there. If it is in a deeper folder or has another name, --root says`,
  'its path, as seen from vercel.json.',
  'After each build that changes the number of pages, --case-insensitive-names or --phage-aliases, make both files again.',
];

// What Vercel's own program does not deploy by default, according to its documentation.
const leftOut =
  /^(?:\.hg|\.git|\.gitmodules|\.svn|\.cache|\.next|\.now|\.vercel|\.npmignore|\.dockerignore|\.gitignore|\..*\.swp|\.DS_Store|\.wafpicke-.*|\.lock-wscript|\.env\.local|\.env\..*\.local|\.venv|npm-debug\.log|config\.gypi|node_modules|__pycache__|venv|CVS)$/;

export const vercel: Host = {
  ...edgeHost,
  title: 'Vercel',
  testedOn: 'routing-utils 6.6, the rest a stub',
  keeps: {
    ...keepsAll,
    'beside-methods': 'not known: no stub can tell',
    'beside-options': 'not known: no stub can tell',
    'raw-path': 'the runtime resolves `.` and `..` before the middleware sees the path',
    'any-method': 'not known: no stub can tell',
  },
  limits: { files: 15_000, fileBytes: 100 * 1000 ** 2 },
  hosting: ['root'],
  ownFiles: (site) => [
    { path: 'vercel.json', text: `${JSON.stringify(rules(site), null, 2)}\n` },
    {
      path: 'middleware.js',
      text: edgeCode('vercelRuntime', how(site), edgeSite(site)),
    },
  ],
  hides: (name) => (leftOut.test(name) ? 'Vercel leaves out' : null),
};

function rules(site: HostedSite) {
  const { maxAge } = site;
  const api = '^/api/.*$';
  const tops = bulkTops(site)
    .map((top) => top.slice(0, -1))
    .join('|');
  return {
    framework: null,
    installCommand: '',
    buildCommand: '',
    outputDirectory: outputOf(site),
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
      ...(site.pages
        ? [{ src: `^/${codeFolder}.*$`, headers: lastingHeaders, continue: true }]
        : []),
      ...Object.entries(bulkTypes).map(([extension, type]) => ({
        src: `^/(?:${tops})/.*\\.${extension}$`,
        headers: { ...bulkHeaders(maxAge), 'Content-Type': type },
        continue: true,
      })),
    ],
  };
}
