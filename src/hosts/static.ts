/** Plain file servers: GitHub Pages, plain S3, a folder of a university's web server. */
import { listNames } from '../contract/collectionName.ts';
import { byFilesAlone, type Host, type HostedSite, keepsAll, plainHost } from './host.ts';

const noCode = 'it runs no code and knows no rules';

export const staticFiles: Host = {
  ...plainHost,
  title: 'Any file server',
  testedOn: 'http-server 14',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    indexes: 'only where `index.json` can be made the index of a folder; elsewhere its file does',
    pages: `${noCode}: the query is ignored`,
    'page-sizes': 'the query is ignored; the pages are there as files',
    'decodes-query': 'the query is ignored',
    redirects:
      'as the server does it, often without the query; http-server 14 lets `//host/..` lead to that host',
    'json-errors': "the server's own error pages",
    options: noCode,
    describes: noCode,
    'not-allowed': "the server's own answer, often 501",
    'names-method': "the server's own answer",
    webdav: "the server's own answer, often 501",
    'beside-methods': "the server's own answer, often 405 or 501",
    'beside-options': noCode,
    headers: "the server's own",
    'no-origin': "the server's own",
    validators: "the server's own",
    compresses: 'as the server does it',
    tables: 'the tables are there as files',
    'raw-path': "the server's own",
    'long-names': "the server's own",
    'long-queries': "the server's own",
    preconditions: "the server's own",
    'any-method': "the server's own answer, often 501",
  },
  // The limits of GitHub Pages, the only one of them that states any.
  limits: { fileBytes: 100 * 1024 ** 2, siteBytes: 1024 ** 3 },
  hides: (name) => (/^[._#]|~$/.test(name) ? 'GitHub Pages and many file servers hide' : null),
  refuses,
};

/** With links by query, a client that follows `next` would get page 1 for ever. */
function refuses({ lastPages, viewPages = {}, links }: HostedSite) {
  const long = listNames.filter((name) => lastPages[name] > 1);
  const ofLists = long.map((name) => `the ${name} have ${lastPages[name]} pages`);
  const ofViews = Object.entries(viewPages).map(([view, last]) => `${view} has ${last} pages`);
  const pages = [...ofLists, ...ofViews].join(' and ');
  if (pages === '' || links === 'path') return null;
  return {
    message: `A file server ignores \`?page=2\` and would answer page 1 for ever: ${pages}.`,
    hint:
      'Either --links path, which names the next page by its file (it departs from L2, and release.json says so), ' +
      (ofLists.length > 0
        ? 'or a --page-size that gives one page.'
        : 'or --views without those that are cut into pages.'),
  };
}
