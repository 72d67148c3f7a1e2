/** The contract's rows for a site whose names match in any case, for servers that may be unable to fold them. */
import { foldedRows } from '../../src/verifying/contractTable.ts';
import { expects } from '../../src/verifying/tableRow.ts';
import { knownTinySite, neededByRow } from './requests.ts';
import { rowsWithFiles } from './rowsWithFiles.ts';
import { type ServerUnderTest, testRows } from './runContract.ts';

export const anyCaseRows = [
  ...foldedRows({ ...knownTinySite, caseInsensitiveNames: true }),
  ...rowsWithFiles(
    `
    D1    | a name as it is published       | /api/phages/Trixie/                    | api/phages/Trixie/index.json
    M3    | HEAD of a name in lower case    | /api/phages/trixie/                    | api/phages/Trixie/index.json | head
    D1    | an accent                       | /api/phages/%C3%A9clair/               | api/phages/Éclair/index.json
    D1    | an accent in other letters      | /api/phages/%C3%A9CLAIR/               | api/phages/Éclair/index.json | case-insensitive-names
    V1    | genes of a phage in lower case  | /api/genesbyphage/mr%20spaced/         | api/genesbyphage/Mr Spaced/index.json
    V1    | a cluster                       | /api/clusters/a/                       | api/clusters/A/index.json
    V1    | its phages                      | /api/clusters/z%C3%A9ta%202/phagelist/ | api/clusters/Zéta 2/phagelist/index.json
    V1    | in other letters                | /api/clusters/Z%C3%89TA%202/phagelist/ | api/clusters/Zéta 2/phagelist/index.json | case-insensitive-names
    V1 A2 | without slash                   | /api/clusters/Z%C3%89TA%202/phagelist  | to /api/clusters/Z%C3%89TA%202/phagelist/
    M3    | OPTIONS                         | /api/phages/tRIXIE/                    | described | options | case-insensitive-names
    D2    | an unknown name                 | /api/phages/TRIXI/                     | notFound
    V1 D2 | a view in other letters         | /api/Clusters/A/                       | notFound
    V1 D2 | the end in other letters        | /api/clusters/a/PhageList/             | notFound`,
    { described: expects.description('phage') },
  ),
].map(neededByRow);

export function testNamesInAnyCase(serverOf: () => ServerUnderTest): void {
  testRows(anyCaseRows, serverOf);
}
