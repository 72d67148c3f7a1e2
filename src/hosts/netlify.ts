/** Netlify: an edge function serves the API; everything else is served from the site's folder. */
import { basename } from 'node:path';
import { edgeCode, edgeSite, lineComment } from './edgeCode.ts';
import { edgeHost, type Host, type HostedSite, keepsAll } from './host.ts';

const name = 'phagepress';

function configuration({ hosting, dir }: HostedSite): string {
  const how = lineComment(
    [
      'For Netlify, made by phagepress. Keep this file and the folder netlify/ in the base folder of the',
      'deployment, and deploy from there: npx netlify deploy --prod',
      '--root gives the path of the folder of the site, as seen from there.',
      'After each build that changes the number of pages, --case-insensitive-names or --phage-aliases, make these files again.',
    ],
    '#',
  );
  return `${how}
[build]
  publish = ${JSON.stringify(hosting.root ?? basename(dir))}

[[edge_functions]]
  # It leaves files outside the API to Netlify.
  path = "/*"
  function = "${name}"
`;
}

export const netlify: Host = {
  ...edgeHost,
  title: 'Netlify',
  testedOn: 'Deno 2.9, the rest a stub',
  keeps: {
    ...keepsAll,
    'beside-methods': 'not known: no stub can tell',
    'beside-options': 'not known: no stub can tell',
  },
  limits: { folderEntries: 54_000 },
  hosting: ['root'],
  ownFiles: (site) => [
    { path: 'netlify.toml', text: configuration(site) },
    {
      path: `netlify/edge-functions/${name}.js`,
      text: edgeCode(
        'netlifyRuntime',
        ['The API of a site made by phagepress. How to use it is in netlify.toml.'],
        edgeSite(site),
      ),
    },
  ],
  // Names that Netlify's CLI does not deploy, according to its documentation.
  hides: (record) => {
    if (/[#?]/.test(record)) return 'has a character that Netlify accepts in no file name';
    const isHidden = record.startsWith('.') && record !== '.well-known';
    return isHidden || record === 'node_modules' || record.startsWith('__MACOSX')
      ? 'Netlify leaves out'
      : null;
  },
};
