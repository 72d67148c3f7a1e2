/** The body of `/api/`. */
import { keyFields } from './collectionName.ts';
import { listLink } from './links.ts';
import { type ViewName, viewOfTemplate, viewPath, viewTable, viewTemplates } from './views.ts';

/** What a site publishes besides its lists and single phages. */
export interface PublishedAddresses {
  readonly geneFiles: boolean;
  readonly views: readonly ViewName[];
}

/** The body of `/api/`: all addresses, as URI templates. */
export function rootBody(baseUrl: string, { geneFiles, views }: PublishedAddresses): string {
  const [genes, phages] = [listLink(baseUrl, 'genes'), listLink(baseUrl, 'phages')];
  const addresses = views.flatMap((view) =>
    viewTemplates
      .filter((template) => viewOfTemplate(template) === view)
      .map((template) => [viewTable[template].key, baseUrl + viewPath(template)] as const),
  );
  const links = {
    genes,
    phages,
    ...(geneFiles ? { gene: `${genes}{${keyFields.genes}}/` } : {}),
    phage: `${phages}{${keyFields.phages}}/`,
    ...(views.includes('phams') ? { phams: listLink(baseUrl, 'phams') } : {}),
    ...Object.fromEntries(addresses),
  };
  return JSON.stringify(links);
}
