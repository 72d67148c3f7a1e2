/** The contract's rows for a site whose phages have other names, for servers that may find them in some letters only. */
import { aliasRows } from '../../src/verifying/otherRows.ts';
import { expects, tableRow } from '../../src/verifying/tableRow.ts';
import { knownTinySite, neededByRow } from './requests.ts';
import { type ServerUnderTest, testRows } from './runContract.ts';

const { content, description, notFound, redirect } = expects;

const inMedia = { specialNeed: 'genome-aliases' } as const;
const missing = { kind: 'refused', statuses: [404] } as const;
const inAnyCase = { specialNeed: 'phage-aliases' } as const;
const names = ['Trixie_Draft', 'JN408461', 'Older Name', 'trixie'];
const trixie = content('api/phages/Trixie/index.json');

export const otherNamesRows = [
  ...aliasRows({
    ...knownTinySite,
    aliases: { phage: 'Trixie', names, genome: ['media/fastas/Trixie.fasta'] },
  }),
  ...[
    ['media/fastas/100%.fasta', '/media/fastas/100%25_draft.fasta'],
    ['media/genbank/Mr Spaced.gbk', '/media/genbank/mr%20SPACED.gbk'],
    ['media/gff3/Éclair.gff3', '/media/gff3/E%CC%81CLAIR.gff3'],
  ].map(([file = '', target = '']) =>
    tableRow('D3 B1', 'a genome by another name', target, { kind: 'file', file }, inMedia),
  ),
  ...[
    '/media/fastas/mr%20spaced.fasta',
    '/media/fastas/Trixie.gbk',
    '/media/fastas/trixie.FASTA',
    '/media/fastas/trixie',
    '/media/trixie.fasta',
    '/media/fastas/a%2Ftrixie.fasta',
    '/bulk/phages/trixie.faa',
  ].map((target) => tableRow('D3 B1', 'no file by another name', target, missing)),
  tableRow(
    'D3',
    'an accent',
    '/api/phages/%C3%A9clair_draft/',
    content('api/phages/Éclair/index.json'),
  ),
  tableRow(
    'D3',
    'an accent in other letters',
    '/api/phages/%C3%89CLAIR/',
    content('api/phages/Éclair/index.json'),
    inAnyCase,
  ),
  tableRow(
    'D3',
    'a percent sign',
    '/api/phages/100%25_draft/',
    content('api/phages/100%/index.json'),
  ),
  tableRow(
    'D3',
    'named like the pages',
    '/api/phages/page_draft/',
    content('api/phages/page/index.json'),
  ),
  tableRow(
    'D3 V1',
    'genes',
    '/api/genesbyphage/mr%20spaced_draft/',
    content('api/genesbyphage/Mr Spaced/index.json'),
  ),
  tableRow(
    'D3 V1',
    'features',
    '/api/featuresbyphage/jn408461/',
    content('api/featuresbyphage/Trixie/index.json'),
  ),
  tableRow(
    'D3 V1 M3',
    'OPTIONS of its genes',
    '/api/genesbyphage/JN408461/',
    description('genesbyphage/*'),
    { method: 'OPTIONS' },
  ),
  tableRow(
    'D3 V1 M3',
    'OPTIONS in other letters',
    '/api/genesbyphage/jN408461/',
    description('genesbyphage/*'),
    { method: 'OPTIONS', ...inAnyCase },
  ),
  tableRow(
    'D3 V1 A2',
    'without slash',
    '/api/genesbyphage/JN408461?a=b',
    redirect('/api/genesbyphage/JN408461/?a=b'),
  ),
  tableRow('D3 M3', 'OPTIONS of another name of none', '/api/phages/Nobody_Draft/', notFound, {
    method: 'OPTIONS',
    specialNeed: 'describes',
  }),
  tableRow('D3', 'a name of every object', '/api/phages/constructor/', notFound),
  tableRow('D3', 'a name twice a draft', '/api/phages/Trixie_Draft_Draft/', notFound),
  tableRow('D3 D2', 'a cluster', '/api/clusters/a/', notFound),
  tableRow('D3 D2', 'nothing below', '/api/phages/Trixie_Draft/x/', notFound),
  tableRow('D3', 'HEAD of its own name', '/api/phages/Trixie/', trixie, { method: 'HEAD' }),
].map(neededByRow);

export function testOtherNames(serverOf: () => ServerUnderTest): void {
  testRows(otherNamesRows, serverOf);
}
