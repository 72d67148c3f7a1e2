/** The contract's rows for the views of the tiny site. */
import { optionsFile } from '../../src/contract/sitePaths.ts';
import {
  content,
  description,
  notAllowed,
  notFound,
  redirect,
  type TableRow,
  tableRow as row,
} from '../../src/verifying/tableRow.ts';

const genesOf = (phage: string) => content(`api/genesbyphage/${phage}/index.json`);
const asOptions = { method: 'OPTIONS' };
const asOptionsOfNothing = { method: 'OPTIONS', specialNeed: 'describes' } as const;

/** Beside those that the contract's table has for every kind of view. */
export const oddViewRows: readonly TableRow[] = [
  row('V1 A3', 'a space', '/api/genesbyphage/Mr%20Spaced/', genesOf('Mr Spaced')),
  row('V1 A3', 'a percent sign', '/api/genesbyphage/100%25/', genesOf('100%')),
  row('V1 A3', 'an accent', '/api/genesbyphage/%C3%89clair/', genesOf('Éclair')),
  row('V1 A3', 'named like the pages', '/api/genesbyphage/page/', genesOf('page')),
  row(
    'V1 A3',
    'a space and an accent, in small digits, within a path',
    '/api/clusters/Z%c3%a9ta%202/phagelist/',
    content('api/clusters/Zéta 2/phagelist/index.json'),
  ),
  row(
    'V1 A2 A3',
    'a space and an accent without slash',
    '/api/clusters/Z%C3%A9ta%202/phagelist',
    redirect('/api/clusters/Z%C3%A9ta%202/phagelist/'),
  ),
  row('V1 D2', 'a view that is switched off', '/api/temperate_phages/', notFound),
  row('V1 D2', 'its file', '/api/temperate_phages/index.json', notFound),
  row('V1 D2', 'genes of an unknown phage', '/api/genesbyphage/Nobody/', notFound),
  row('V1 D2', 'an unknown cluster', '/api/clusters/B/', notFound),
  row('V1 D2', 'phages of an unknown cluster', '/api/clusters/B/phagelist/', notFound),
  row('V1 D2', 'an unknown genus', '/api/host_genera/8/', notFound),
  row('V1 D2', 'below the genes of a phage', '/api/genesbyphage/Trixie/phagelist/', notFound),
  row('V1 D2', 'below a name', '/api/clusters/A/genes/', notFound),
  row('V1 D2', 'a view that needs a name', '/api/genesbyphage/', notFound),
  row('V1 D2', 'a view that needs a name, by its file', '/api/genesbyphage/index.json', notFound),
  row('V1 D2', 'a page of a view as a file', '/api/clusters/page/1.json', notFound),
  row('V1 D2', 'a view in other letters', '/api/Clusters/', notFound),
  row('V1 D2', 'a name in other letters', '/api/clusters/a/', notFound),
  row('V1 D2', 'the end in other letters', '/api/clusters/A/PhageList/', notFound),
  row('V1 M3', 'HEAD of nothing', '/api/clusters/B/', notFound, { method: 'HEAD' }),
  row(
    'V1 M3',
    'OPTIONS by the file',
    '/api/clusters/A/index.json',
    description(optionsFile('clusters/*')),
    asOptions,
  ),
  row('V1 M3', 'OPTIONS of nothing', '/api/clusters/B/phagelist/', notFound, asOptionsOfNothing),
  row('V1 M3', 'OPTIONS of what is off', '/api/temperate_phages/', notFound, asOptionsOfNothing),
  row('V1 M4', 'POST to nothing', '/api/clusters/B/', notAllowed, { method: 'POST' }),
  row('V1 M5', 'any of what is not there', '/api/clusters/B/', notFound, {
    headers: { 'If-None-Match': '*' },
  }),
];
