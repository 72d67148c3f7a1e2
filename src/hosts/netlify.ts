/** Netlify: an edge function answers the API; the rest is served as it lies in the site's folder. */
import { edgeCode, edgeSite, lineComment } from './edgeCode.ts';
import { type Host, keepsAll, refusesNothing } from './host.ts';

const name = 'phagepress';

const configuration =
  lineComment(
    [
      'For Netlify, made by phagepress. Keep this file and the folder netlify/ in the base folder of the',
      'deployment, and deploy from there, naming the folder of the site:',
      '  npx netlify deploy --prod --dir <folder>',
      'After each build of the site that changes how many pages there are, or --case-insensitive-names, make these files again.',
    ],
    '#',
  ) +
  `
[[edge_functions]]
  # It leaves to Netlify what is not the API's.
  path = "/*"
  function = "${name}"
`;

export const netlify: Host = {
  title: 'Netlify',
  testedOn: 'Deno 2.9, the rest a stub',
  keeps: keepsAll,
  limits: { folderEntries: 54_000 },
  siteFiles: () => [],
  ownFiles: (site) => [
    { path: 'netlify.toml', text: configuration },
    {
      path: `netlify/edge-functions/${name}.js`,
      text: edgeCode(
        'netlify',
        ['The API of a site made by phagepress. How to use it stands in netlify.toml.'],
        { site: edgeSite(site) },
      ),
    },
  ],
  refuses: refusesNothing,
};
