/** The files for people: `index.html`, and with pages their code and style. */
import type { Release } from '../contract/release.ts';
import { indexPage, type PagedSite } from './indexPage.ts';
import { readPageAssets } from './pageAssets.ts';
import type { SiteFile } from './siteFile.ts';
import { welcomePage } from './welcomePage.ts';

/** Throws a Failure when the program was not built. */
export function peopleFiles(site: PagedSite & Pick<Release, 'pages'>): SiteFile[] {
  if (site.pages !== true) return [welcomePage(site)];
  const assets = readPageAssets();
  return [indexPage(site, assets), ...assets.files];
}
