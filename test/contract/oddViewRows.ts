/** The contract's rows for the views of the tiny site, beside those that its table has for every kind of view. */
import { expects, type TableRow } from '../../src/verifying/tableRow.ts';
import { rowsWithFiles } from './rowsWithFiles.ts';

/** Where a view that is off and views of unknown names would be, and what lies below views. */
const nothing = `
    V1 D2 | a view that is switched off         | /api/temperate_phages/                 | notFound
    V1 D2 | its file                            | /api/temperate_phages/index.json       | notFound
    V1 D2 | genes of an unknown phage           | /api/genesbyphage/Nobody/              | notFound
    V1 D2 | an unknown cluster                  | /api/clusters/B/                       | notFound
    V1 D2 | phages of an unknown cluster        | /api/clusters/B/phagelist/             | notFound
    V1 D2 | an unknown genus                    | /api/host_genera/8/                    | notFound
    V1 D2 | below the genes of a phage          | /api/genesbyphage/Trixie/phagelist/    | notFound
    V1 D2 | below a name                        | /api/clusters/A/genes/                 | notFound
    V1 D2 | a view that needs a name            | /api/genesbyphage/                     | notFound
    V1 D2 | a view that needs a name, as a file | /api/genesbyphage/index.json           | notFound
    V1 D2 | a page of a view as a file          | /api/clusters/page/1.json              | notFound
    V1 D2 | a view in other letters             | /api/Clusters/                         | notFound
    V1 D2 | a name in other letters             | /api/clusters/a/                       | notFound
    V1 D2 | the end in other letters            | /api/clusters/A/PhageList/             | notFound`;

/** The page comes before the name: not every host can tell whether there is one. */
const onOnePage = `
    V1    | no second page of an unknown phage  | /api/genesbyphage/No/?page=2           | invalidPage
    V1    | a view that is off has none         | /api/temperate_phages/?page=2          | invalidPage
    V1    | its first page                      | /api/temperate_phages/?page=1          | notFound
    V1 A3 | a space and no second page          | /api/genesbyphage/Mr%20Spaced/?page=2  | invalidPage
    V1 A3 | a space and page 1                  | /api/genesbyphage/Mr%20Spaced/?page=1  | api/genesbyphage/Mr Spaced/index.json
    V1 D2 | below a name                        | /api/clusters/A/genes/?page=2          | notFound
    V1 D2 | views within                        | /api/clusters/api/clusters/?page=2     | notFound
    V1 D2 | pages of what is no view            | /api/nothing/?page=2                   | notFound`;

export const oddViewRows: readonly TableRow[] = rowsWithFiles(
  `
    V1 A3    | a space                          | /api/genesbyphage/Mr%20Spaced/         | api/genesbyphage/Mr Spaced/index.json
    V1 A3    | a percent sign                   | /api/genesbyphage/100%25/              | api/genesbyphage/100%/index.json
    V1 A3    | an accent                        | /api/genesbyphage/%C3%89clair/         | api/genesbyphage/Éclair/index.json
    V1 A3    | named like the pages             | /api/genesbyphage/page/                | api/genesbyphage/page/index.json
    V1 A3    | escapes in small digits          | /api/clusters/Z%c3%a9ta%202/phagelist/ | api/clusters/Zéta 2/phagelist/index.json
    V1 A2 A3 | a space and an accent, no slash  | /api/clusters/Z%C3%A9ta%202/phagelist  | to /api/clusters/Z%C3%A9ta%202/phagelist/
    ${onOnePage}
    ${nothing}
    V1 M3    | HEAD of nothing                  | /api/clusters/B/                       | notFound    | head
    V1 M3    | OPTIONS by the file              | /api/clusters/A/index.json             | described   | options
    V1 M3    | OPTIONS of nothing               | /api/clusters/B/phagelist/             | notFound    | options | describes
    V1 M3    | OPTIONS of what is off           | /api/temperate_phages/                 | notFound    | options | describes
    V1 M4    | POST to nothing                  | /api/clusters/B/                       | notAllowed  | post
    V1 M5    | any of what is not there         | /api/clusters/B/                       | notFound    | ifAny`,
  { described: expects.description('clusters/*') },
);
