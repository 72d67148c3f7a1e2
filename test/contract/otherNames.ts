/** The contract's rows for a site whose phages have other names, for servers that may find them in some letters only. */
import { aliasRows } from '../../src/verifying/otherRows.ts';
import { expects } from '../../src/verifying/tableRow.ts';
import { knownTinySite, neededByRow } from './requests.ts';
import { rowsWithFiles } from './rowsWithFiles.ts';
import { type ServerUnderTest, testRows } from './runContract.ts';

const names = ['Trixie_Draft', 'JN408461', 'Older Name', 'trixie'];
const media = (file: string) => ({ kind: 'file', file }) as const;

export const otherNamesRows = [
  ...aliasRows({
    ...knownTinySite,
    aliases: { phage: 'Trixie', names, genome: ['media/fastas/Trixie.fasta'] },
  }),
  ...rowsWithFiles(
    `
    D3 B1    | a genome by another name     | /media/fastas/100%25_draft.fasta     | hundred | genome-aliases
    D3 B1    | a genome by another name     | /media/genbank/mr%20SPACED.gbk       | spaced  | genome-aliases
    D3 B1    | a genome by another name     | /media/gff3/E%CC%81CLAIR.gff3        | accent  | genome-aliases
    D3 B1    | no file by another name      | /media/fastas/mr%20spaced.fasta      | missing
    D3 B1    | no file by another name      | /media/fastas/Trixie.gbk             | missing
    D3 B1    | no file by another name      | /media/fastas/trixie.FASTA           | missing
    D3 B1    | no file by another name      | /media/fastas/trixie                 | missing
    D3 B1    | no file by another name      | /media/trixie.fasta                  | missing
    D3 B1    | no file by another name      | /media/fastas/a%2Ftrixie.fasta       | missing
    D3 B1    | no file by another name      | /bulk/phages/trixie.faa              | missing
    D3       | an accent                    | /api/phages/%C3%A9clair_draft/       | api/phages/Éclair/index.json
    D3       | an accent in other letters   | /api/phages/%C3%89CLAIR/             | api/phages/Éclair/index.json | phage-aliases
    D3       | a percent sign               | /api/phages/100%25_draft/            | api/phages/100%/index.json
    D3       | named like the pages         | /api/phages/page_draft/              | api/phages/page/index.json
    D3 V1    | genes                        | /api/genesbyphage/mr%20spaced_draft/ | api/genesbyphage/Mr Spaced/index.json
    D3 V1    | features                     | /api/featuresbyphage/jn408461/       | api/featuresbyphage/Trixie/index.json
    D3 V1 M3 | OPTIONS of its genes         | /api/genesbyphage/JN408461/          | described | options
    D3 V1 M3 | OPTIONS in other letters     | /api/genesbyphage/jN408461/          | described | options | phage-aliases
    D3 V1 A2 | without slash                | /api/genesbyphage/JN408461?a=b       | to /api/genesbyphage/JN408461/?a=b
    D3 M3    | OPTIONS of a name of none    | /api/phages/Nobody_Draft/            | notFound | options | describes
    D3       | a name of every object       | /api/phages/constructor/             | notFound
    D3       | a name twice a draft         | /api/phages/Trixie_Draft_Draft/      | notFound
    D3 D2    | a cluster                    | /api/clusters/a/                     | notFound
    D3 D2    | nothing below                | /api/phages/Trixie_Draft/x/          | notFound
    D3       | HEAD of its own name         | /api/phages/Trixie/                  | api/phages/Trixie/index.json | head`,
    {
      hundred: media('media/fastas/100%.fasta'),
      spaced: media('media/genbank/Mr Spaced.gbk'),
      accent: media('media/gff3/Éclair.gff3'),
      described: expects.description('genesbyphage/*'),
    },
  ),
].map(neededByRow);

export function testOtherNames(serverOf: () => ServerUnderTest): void {
  testRows(otherNamesRows, serverOf);
}
