/** The contract's rows for a site whose names match in any case, for servers that may be unable to fold them. */
import { foldedRows } from '../../src/verifying/contractTable.ts';
import { expects, tableRow } from '../../src/verifying/tableRow.ts';
import { knownTinySite, neededByRow } from './requests.ts';
import { type ServerUnderTest, testRows } from './runContract.ts';

const { content, description, notFound, redirect } = expects;

const caseInsensitive = { specialNeed: 'case-insensitive-names' } as const;
const trixie = content('api/phages/Trixie/index.json');
const phagesOfZeta = content('api/clusters/Zéta 2/phagelist/index.json');

export const anyCaseRows = [
  ...foldedRows({ ...knownTinySite, caseInsensitiveNames: true }),
  tableRow('D1', 'a name as it is published', '/api/phages/Trixie/', trixie),
  tableRow('M3', 'HEAD of a name in lower case', '/api/phages/trixie/', trixie, { method: 'HEAD' }),
  tableRow('D1', 'an accent', '/api/phages/%C3%A9clair/', content('api/phages/Éclair/index.json')),
  tableRow(
    'D1',
    'an accent in other letters',
    '/api/phages/%C3%A9CLAIR/',
    content('api/phages/Éclair/index.json'),
    caseInsensitive,
  ),
  tableRow(
    'V1',
    'genes of a phage in lower case',
    '/api/genesbyphage/mr%20spaced/',
    content('api/genesbyphage/Mr Spaced/index.json'),
  ),
  tableRow('V1', 'a cluster', '/api/clusters/a/', content('api/clusters/A/index.json')),
  tableRow('V1', 'its phages', '/api/clusters/z%C3%A9ta%202/phagelist/', phagesOfZeta),
  tableRow(
    'V1',
    'in other letters',
    '/api/clusters/Z%C3%89TA%202/phagelist/',
    phagesOfZeta,
    caseInsensitive,
  ),
  tableRow(
    'V1 A2',
    'without slash',
    '/api/clusters/Z%C3%89TA%202/phagelist',
    redirect('/api/clusters/Z%C3%89TA%202/phagelist/'),
  ),
  tableRow('M3', 'OPTIONS', '/api/phages/tRIXIE/', description('phage'), {
    method: 'OPTIONS',
    ...caseInsensitive,
  }),
  tableRow('D2', 'an unknown name', '/api/phages/TRIXI/', notFound),
  tableRow('V1 D2', 'a view in other letters', '/api/Clusters/A/', notFound),
  tableRow('V1 D2', 'the end in other letters', '/api/clusters/a/PhageList/', notFound),
].map(neededByRow);

export function testNamesInAnyCase(serverOf: () => ServerUnderTest): void {
  testRows(anyCaseRows, serverOf);
}
