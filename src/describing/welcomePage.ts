/** Builds `index.html`: the welcome page at the site's root. */
import { defaultTitle } from '../contract/about.ts';
import { inAlphabet, recordNouns } from '../contract/collectionName.ts';
import { collectionsOf, type Release } from '../contract/release.ts';
import { welcomeFile } from '../contract/sitePaths.ts';
import { escapeHtml } from '../text/escapeHtml.ts';
import { formatCounted } from '../text/quantities.ts';
import { type SiteFile, textFile } from './siteFile.ts';

export type WelcomedSite = Pick<Release, 'about' | 'bulk' | 'collections' | 'views'>;

/** Uses relative links only, so that the page works at any address. */
export function welcomePage(site: WelcomedSite): SiteFile {
  const title = escapeHtml(site.about?.title ?? defaultTitle);
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>
      body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
    </style>
  </head>
  <body>
${welcomeText(site)}
  </body>
</html>
`;
  return textFile(welcomeFile, html);
}

/** The text of the page, as HTML: what the site is, and where to start. */
export function welcomeText({ about = {}, collections, views, bulk }: WelcomedSite): string {
  const among = views.length === 0 ? '' : `, among them ${views.join(', ')}`;
  const files =
    bulk.length === 0
      ? ''
      : '\n    <p>Everything at once: <a href="bulk/index.json">bulk/index.json</a> names files to download.</p>';
  const names = inAlphabet(collectionsOf({ collections }));
  const lists = names.map((name) => {
    const { count = 0, pages = 0 } = collections[name] ?? {};
    const records = `${formatCounted(count, recordNouns[name])} on ${formatCounted(pages, 'page')}`;
    return `      <li><a href="api/${name}/">api/${name}/</a>: ${records}</li>`;
  });
  const schemas = names.map((name) => {
    const noun = recordNouns[name];
    return `      <a href="schemas/${noun}.schema.json">${noun} schema</a>`;
  });
  const { title = defaultTitle, description } = about;
  const said = description === undefined ? '' : `\n    <p>${escapeHtml(description)}</p>`;
  return `    <h1>${escapeHtml(title)}</h1>${said}
    <p>A read-only, paginated JSON service. Start at one of its lists and follow <code>next</code>:</p>
    <ul>
${lists.join('\n')}
    </ul>
    <p><a href="api/">api/</a> names every address${among}.</p>
    <p><a href="openapi.json">openapi.json</a> describes them to programs (OpenAPI 3.1).</p>${files}
    <p>
      What the fields mean:
${schemas.join(',\n')}.
    </p>`;
}
