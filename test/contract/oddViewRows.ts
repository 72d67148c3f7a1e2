/** The contract's rows for the views of the tiny site. */
import { expects, type TableRow, tableRow } from '../../src/verifying/tableRow.ts';

const { content, description, notAllowed, notFound, redirect } = expects;

const genesOf = (phage: string) => content(`api/genesbyphage/${phage}/index.json`);
const asOptions = { method: 'OPTIONS' };
const asOptionsOfNothing = { method: 'OPTIONS', specialNeed: 'describes' } as const;

const nothing: readonly [title: string, path: string][] = [
  ['a view that is switched off', '/api/temperate_phages/'],
  ['its file', '/api/temperate_phages/index.json'],
  ['genes of an unknown phage', '/api/genesbyphage/Nobody/'],
  ['an unknown cluster', '/api/clusters/B/'],
  ['phages of an unknown cluster', '/api/clusters/B/phagelist/'],
  ['an unknown genus', '/api/host_genera/8/'],
  ['below the genes of a phage', '/api/genesbyphage/Trixie/phagelist/'],
  ['below a name', '/api/clusters/A/genes/'],
  ['a view that needs a name', '/api/genesbyphage/'],
  ['a view that needs a name, by its file', '/api/genesbyphage/index.json'],
  ['a page of a view as a file', '/api/clusters/page/1.json'],
  ['a view in other letters', '/api/Clusters/'],
  ['a name in other letters', '/api/clusters/a/'],
  ['the end in other letters', '/api/clusters/A/PhageList/'],
];

const { invalidPage } = expects;
const spaced = '/api/genesbyphage/Mr%20Spaced/';

/** The page comes before the name: not every host can tell whether there is one. */
const onOnePage: readonly TableRow[] = [
  tableRow('V1', 'no second page of an unknown phage', '/api/genesbyphage/No/?page=2', invalidPage),
  tableRow('V1', 'a view that is off has none', '/api/temperate_phages/?page=2', invalidPage),
  tableRow('V1', 'its first page', '/api/temperate_phages/?page=1', notFound),
  tableRow('V1 A3', 'a space and no second page', `${spaced}?page=2`, invalidPage),
  tableRow('V1 A3', 'a space and page 1', `${spaced}?page=1`, genesOf('Mr Spaced')),
  tableRow('V1 D2', 'below a name', '/api/clusters/A/genes/?page=2', notFound),
  tableRow('V1 D2', 'views within', '/api/clusters/api/clusters/?page=2', notFound),
  tableRow('V1 D2', 'pages of what is no view', '/api/nothing/?page=2', notFound),
];

/** Beside those that the contract's table has for every kind of view. */
export const oddViewRows: readonly TableRow[] = [
  tableRow('V1 A3', 'a space', '/api/genesbyphage/Mr%20Spaced/', genesOf('Mr Spaced')),
  tableRow('V1 A3', 'a percent sign', '/api/genesbyphage/100%25/', genesOf('100%')),
  tableRow('V1 A3', 'an accent', '/api/genesbyphage/%C3%89clair/', genesOf('Éclair')),
  tableRow('V1 A3', 'named like the pages', '/api/genesbyphage/page/', genesOf('page')),
  tableRow(
    'V1 A3',
    'a space and an accent, in small digits, within a path',
    '/api/clusters/Z%c3%a9ta%202/phagelist/',
    content('api/clusters/Zéta 2/phagelist/index.json'),
  ),
  tableRow(
    'V1 A2 A3',
    'a space and an accent without slash',
    '/api/clusters/Z%C3%A9ta%202/phagelist',
    redirect('/api/clusters/Z%C3%A9ta%202/phagelist/'),
  ),
  ...onOnePage,
  ...nothing.map(([title, path]) => tableRow('V1 D2', title, path, notFound)),
  tableRow('V1 M3', 'HEAD of nothing', '/api/clusters/B/', notFound, {
    method: 'HEAD',
  }),
  tableRow(
    'V1 M3',
    'OPTIONS by the file',
    '/api/clusters/A/index.json',
    description('clusters/*'),
    asOptions,
  ),
  tableRow(
    'V1 M3',
    'OPTIONS of nothing',
    '/api/clusters/B/phagelist/',
    notFound,
    asOptionsOfNothing,
  ),
  tableRow(
    'V1 M3',
    'OPTIONS of what is off',
    '/api/temperate_phages/',
    notFound,
    asOptionsOfNothing,
  ),
  tableRow('V1 M4', 'POST to nothing', '/api/clusters/B/', notAllowed, {
    method: 'POST',
  }),
  tableRow('V1 M5', 'any of what is not there', '/api/clusters/B/', notFound, {
    headers: { 'If-None-Match': '*' },
  }),
];
