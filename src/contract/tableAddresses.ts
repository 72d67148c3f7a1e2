/**
 * The tables beside the API that programs fetch: of phages at `/data/`, and of a gene family's genes at
 * `/phams/genelist/<PhamID>/`. A site has them if `phagesdb` is among its bulk files (B1).
 */
import { queryValue } from './pageParameter.ts';

/** The tables of phages, by the value of `type`; any other value selects the first. */
export const phageTables = {
  full: { path: 'data/full.tsv' },
  simple: { path: 'data/simple.tsv' },
} as const;

export type PhageTable = keyof typeof phageTables;

export const phageTableNames = ['full', 'simple'] as const satisfies readonly PhageTable[];

/** Kept apart from the paths, so that code at the edge is bundled without them. */
export const phageTableTitles: Readonly<Record<PhageTable, string>> = {
  full: 'The sequenced phages as a table, in 41 columns',
  simple: 'The sequenced phages with their cluster and subcluster',
};

export const tableType = 'text/tab-separated-values';

export const phageTableAddress = '/data/';
export const familyFolder = 'phams/genelist/';
export const familyTitle = 'The genes of one gene family';

/** The path of the table of a family's genes. */
export function familyFile(phamId: number | string): string {
  return `${familyFolder}${phamId}.tsv`;
}

/** The PhamID in the path of such a table; null for any other. */
export function familyOf(file: string): number | null {
  const match = /^phams\/genelist\/([0-9]+)\.tsv$/.exec(file);
  return match === null ? null : Number(match[1]);
}

/** Whether a path below the site's root is that of a table, whether or not the site has it. */
export function isTablePath(file: string): boolean {
  return phageTableNames.some((name) => phageTables[name].path === file) || familyOf(file) !== null;
}

/** The top folders of a site that has tables. */
export const tableTops = ['data/', 'phams/'] as const;

// Programs ask for it with or without the final slash.
const familyAddress = /^\/phams\/genelist\/([0-9]+)\/?$/;

/** The path of the requested file, with its leading `/`; null for a path that is not the address of a table. */
export function tableAt(path: string, query: string): string | null {
  if (path === phageTableAddress)
    return `/${phageTables[queryValue('type', query) === 'simple' ? 'simple' : 'full'].path}`;
  const match = familyAddress.exec(path);
  return match === null ? null : `/${familyFile(match[1] || '')}`;
}
