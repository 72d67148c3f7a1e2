/** Ways to break the small site's folder, and the clauses that must give each away. */
import { aliasFile } from '../../src/contract/aliases.ts';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ListName } from '../../src/contract/collectionName.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tinyGene } from '../integration/tinyData.ts';
import type { BrokenSite } from './verifySites.ts';

type Sabotage = readonly [
  name: string,
  clauses: readonly string[],
  damage: (site: BrokenSite) => void,
];

const base = 'https://example.org/phages';
const page2 = 'api/genes/page/2.json';
const page3 = 'api/genes/page/3.json';
const quillon1 = 'api/genes/Quillon_CDS_1/index.json';
const genesOfQuillon = 'api/genesbyphage/Quillon/index.json';
const genesOfPham = 'api/phams/512/index.json';
const trouble = 'Quillon_CDS_2';

export const swap = ([a = '', b = '', ...rest]: string[]) => [b, a, ...rest];

const inPage = (page: number, from: string | RegExp, to: string) => (site: BrokenSite) =>
  site.editPage('genes', page, (text) => text.replace(from, to));

const inGene = (from: string | RegExp, to: string) => (site: BrokenSite) =>
  site.editGene(trouble, (text) => text.replace(from, to));

interface SaidOfList {
  readonly count?: number;
  readonly pages?: number;
  readonly page_size?: number;
}

const says = (site: BrokenSite, list: ListName, change: (of: { count: number }) => SaidOfList) =>
  site.editRelease((release) => {
    const lists = release['collections'] as Record<ListName, { count: number }>;
    Object.assign(lists[list], change(lists[list]));
  });
const saysGenes = (site: BrokenSite, said: SaidOfList) => says(site, 'genes', () => said);

/** Changes what is in a compressed file, and what the index says of it. */
function repack(site: BrokenSite, file: string, change: (text: string) => string): void {
  const before = gunzipSync(readFileSync(site.at(file))).toString();
  const after = change(before);
  if (after === before) throw new Error(`${file} stays as it is`);
  const old = readFileSync(site.at(file));
  const packed = gzipSync(after);
  site.write(file, packed);
  site.edit('bulk/index.json', (text) =>
    text
      .replace(`"bytes": ${old.length}`, `"bytes": ${packed.length}`)
      .replace(hash('sha256', old), hash('sha256', packed)),
  );
}

/** The manifest is made anew behind these: nothing but the content gives them away. */
export const sabotages: readonly Sabotage[] = [
  // Records
  ['page lacks a record', ['count', 'D1'], (s) => s.editRecords(2, (all) => all.slice(1))],
  ['records are swapped within a page', ['L3'], (s) => s.editRecords(2, swap)],
  [
    'records are swapped over a border of pages',
    ['L3'],
    (s) => {
      const [last = '', first = ''] = [s.records(1)[2], s.records(2)[0]];
      s.editRecords(1, ([a = '', b = '']) => [a, b, first]);
      s.editRecords(2, ([, b = '', c = '']) => [last, b, c]);
    },
  ],
  ['record stands twice', ['D1', 'S3'], (s) => s.editRecords(2, ([a = '', , c = '']) => [a, a, c])],
  [
    'record stands twice, on two pages',
    ['D1', 'S3'],
    (s) => {
      const last = s.records(1)[2] ?? '';
      s.editRecords(2, ([, b = '', c = '']) => [last, b, c]);
    },
  ],
  [
    'record moved to the next page',
    ['count'],
    (s) => {
      const last = s.records(1)[2] ?? '';
      s.editRecords(1, (all) => all.slice(0, 2));
      s.editRecords(2, (all) => [last, ...all]);
    },
  ],
  // Envelopes
  ['page says another count', ['count'], inPage(2, '"count":8', '"count":9')],
  [
    'pages and release.json say another count',
    ['count'],
    (s) => {
      for (const page of [1, 2, 3]) inPage(page, '"count":8', '"count":9')(s);
      saysGenes(s, { count: 9 });
    },
  ],
  ['count is text', ['S2'], inPage(2, '"count":8', '"count":"8"')],
  ['count is written as 8.0', ['L1'], inPage(2, '"count":8', '"count":8.0')],
  ['page has a member too many', ['L1', 'S2'], inPage(2, '{"count"', '{"size":3,"count"')],
  ['page lacks a member', ['S2'], inPage(3, '"next":null,', '')],
  ['page repeats a member', ['L1', 'count', 'D1'], inPage(2, '{"count":8', '{"count":8,"count":8')],
  [
    'page has its members in another order',
    ['L1'],
    inPage(3, /("next":null),("prev[^,]*)/, '$2,$1'),
  ],
  ['page is an array', ['L1', 'count', 'D1'], (s) => s.write(page2, '[]')],
  ['page is empty', ['L1', 'count', 'D1'], (s) => s.write(page2, '')],
  // Links
  [
    'last page leads back to the first',
    ['L2'],
    inPage(3, '"next":null', `"next":"${base}/api/genes/?format=api&page=1"`),
  ],
  ['page 1 leads past page 2', ['L2'], inPage(1, 'page=2', 'page=3')],
  ['page 2 names none before it', ['L2'], inPage(2, /"previous":"[^"]*"/, '"previous":null')],
  ['page leads into another list', ['L2'], inPage(1, '/genes/?', '/phages/?')],
  [
    'link has its parameters in another order',
    ['L2'],
    inPage(1, 'format=api&page=2', 'page=2&format=api'),
  ],
  ['link leads to another host', ['A1'], inPage(1, 'example.org', 'example.com')],
  ['links are http where the site is https', ['A1'], inPage(1, 'https:', 'http:')],
  ['links lack the path of the site', ['A1'], inPage(1, 'org/phages/', 'org/')],
  ['link is no address', ['A1', 'S2'], inPage(1, `"next":"${base}`, '"next":"')],
  [
    'root leads elsewhere',
    ['A1'],
    (s) => s.edit('api/index.json', (text) => text.replace('.org', '.com')),
  ],
  // The form of JSON
  [
    'page is indented',
    ['L1', 'D1'],
    (s) => s.editPage('genes', 3, (text) => JSON.stringify(JSON.parse(text), null, 1)),
  ],
  ['page has a space between records', ['L1'], inPage(3, '},{"GeneID"', '}, {"GeneID"')],
  [
    'page begins with a byte order mark',
    ['L1'],
    (s) => s.editPage('genes', 3, (text) => `\ufeff${text}`),
  ],
  ['page ends in a line break', ['L1'], (s) => s.editPage('genes', 3, (text) => `${text}\n`)],
  ['page ends in another page', ['L1'], (s) => s.editPage('genes', 3, (text) => text + text)],
  ['page is cut short', ['L1', 'count', 'D1'], (s) => s.truncate(page2, 700)],
  [
    'page is not UTF-8',
    ['L1', 'D1'],
    (s) => s.write(page3, Buffer.from(s.read(page3).replace('two', 't\xffo'), 'latin1')),
  ],
  [
    'plain gene is not UTF-8 wherever it stands',
    ['L1'],
    (s) => s.replaceBytes('"Notes":"tail fibre"', Buffer.from('"Notes":"tail \xffibre"', 'latin1')),
  ],
  [
    'plain gene ends in half of a character wherever it stands',
    ['L1'],
    (s) => s.replaceBytes('"Notes":"tail fibre"', Buffer.from('"Notes":"tail fibr\xe2"', 'latin1')),
  ],
  [
    'link is not UTF-8',
    ['L2'],
    (s) => s.replaceBytes('format=api&page=3', Buffer.from('format=\xffpi&page=3', 'latin1')),
  ],
  ['page holds U+2028 as it is', ['L1'], (s) => s.replaceAll('\\u2028', '\u2028')],
  ['page escapes what needs no escape', ['L1'], (s) => s.replaceAll('two', '\\u0074wo')],
  ['page escapes slashes', ['L1'], inPage(1, 'https://', 'https:\\/\\/')],
  ['record has its keys in another order', ['L1'], inGene(/("Start":\d+),("Stop":\d+)/, '$2,$1')],
  ['record repeats a key', ['L1'], inGene('"Start":', '"Start":0,"Start":')],
  ['record has a number written as 1.0', ['L1'], inGene(/"Stop":(\d+)/, '"Stop":$1.0')],
  ['record has a number written with an exponent', ['L1'], inGene(/"Stop":(\d+)/, '"Stop":$1e0')],
  [
    'record is nested beyond all measure',
    ['S2'],
    (s) =>
      s.replaceAll(
        '"verified_hosts":[',
        `"verified_hosts":[${'['.repeat(5000)}${']'.repeat(5000)},`,
      ),
  ],
  // Schemas and rules
  ['record has a field of a wrong type', ['S2'], inGene(/"Start":(\d+)/, '"Start":"$1"')],
  ['record has an unknown field', ['S2'], inGene('{"GeneID"', '{"Extra":1,"GeneID"')],
  ['record lacks a field', ['S2'], inGene(/"Orientation":"[FR]",/, '')],
  ['record is null where only a type is named', ['S2'], inGene(/"Notes":"[^"]*"/, '"Notes":null')],
  [
    'record is a phage among genes',
    ['count', 'D1', 'S2'],
    (s) => s.editRecords(3, () => [s.read('api/phages/Quillon/index.json')]),
  ],
  ['record is a number', ['D1', 'S2'], (s) => s.editRecords(3, (all) => [...all.slice(1), '5'])],
  ['gene has another length', ['S3'], inGene(/"Length":\d+/, '"Length":1')],
  ['phage has two summaries', ['S3'], inGene(/"Accession":"[^"]*"/, '"Accession":"X1"')],
  ['gene family has two colours', ['S3'], inGene(/"Color":"#[0-9a-fA-F]+"/, '"Color":"#123456"')],
  // Files
  [
    'first page differs from the list itself',
    ['L7'],
    (s) => s.edit('api/genes/index.json', () => s.read(page2)),
  ],
  ['list has no index', ['L7'], (s) => s.remove('api/genes/index.json')],
  ['page is missing', ['count', 'L7', 'D1'], (s) => s.remove(page2)],
  ['last page is missing', ['count', 'L7', 'D1'], (s) => s.remove(page3)],
  ['pages are one too many', ['L7'], (s) => s.write('api/genes/page/4.json', s.read(page3))],
  [
    'page has a name with a zero before it',
    ['L7'],
    (s) => s.write('api/genes/page/02.json', s.read(page2)),
  ],
  [
    'single record differs from its list',
    ['D1'],
    (s) => s.edit(quillon1, (text) => text.replace('"Stop":', '"Stop":1')),
  ],
  ['single record ends in a line break', ['D1'], (s) => s.append(quillon1, '\n')],
  ['single record is missing', ['D1'], (s) => s.remove(quillon1)],
  ['single phage is missing', ['D1'], (s) => s.remove('api/phages/Éclair 5%/index.json')],
  [
    'single records are one too many',
    ['D1'],
    (s) => s.write('api/genes/Quillon_CDS_9/index.json', JSON.stringify(tinyGene('Quillon', 9))),
  ],
  [
    'single record lies under its name in other letters',
    ['D1'],
    (s) => {
      s.write('api/phages/quillon/index.json', s.read('api/phages/Quillon/index.json'));
      s.remove('api/phages/Quillon');
    },
  ],
  // Views
  [
    'genes of a phage lack one',
    ['V1'],
    (s) => s.edit(genesOfQuillon, (text) => text.replace('"count":6', '"count":5')),
  ],
  [
    'genes of a phage are those of a build before',
    ['V1'],
    (s) => s.edit(genesOfQuillon, (text) => text.replace('"Notes":"', '"Notes":"old ')),
  ],
  ['genes of a phage are missing', ['V1'], (s) => s.remove(genesOfQuillon)],
  [
    'genes of a phage are of one that is not there',
    ['V1'],
    (s) => s.write('api/genesbyphage/Nobody/index.json', s.read(genesOfQuillon)),
  ],
  // Bulk files
  ['bulk file is missing', ['B1'], (s) => s.remove('bulk/genes.tsv.gz')],
  [
    'bulk file lacks its last record',
    ['B1'],
    (s) => repack(s, 'bulk/genes.ndjson.gz', (text) => text.replace(/.*\n$/, '')),
  ],
  [
    'bulk file has a record too many',
    ['B1'],
    (s) => repack(s, 'bulk/phages.ndjson.gz', (text) => text + text),
  ],
  [
    'bulk file is of a build before',
    ['B1'],
    (s) =>
      repack(s, 'bulk/genes.tsv.gz', (text) => text.replace('Quillon_CDS_2\t', 'Quillon_CDS_9\t')),
  ],
  [
    'proteins are in another order',
    ['B1'],
    (s) =>
      repack(s, 'bulk/proteins.faa.gz', (text) =>
        text
          .split(/(?=^>)/m)
          .toReversed()
          .join(''),
      ),
  ],
  [
    'genes begin at 0 in GFF3',
    ['B1'],
    (s) => repack(s, 'bulk/genes.gff3.gz', (text) => text.replaceAll('\tCDS\t1', '\tCDS\t0')),
  ],
  [
    'bulk file is not compressed',
    ['B1'],
    (s) => s.write('bulk/genes.gff3.gz', '##gff-version 3\n'),
  ],
  ['bulk file is cut short', ['B1'], (s) => s.truncate('bulk/genes.ndjson.gz', 300)],
  ['bulk file is empty', ['B1'], (s) => s.write('bulk/genes.ndjson.gz', '')],
  [
    'proteins of a phage are of a build before',
    ['B1'],
    (s) => s.edit('bulk/phages/Quillon.faa', (text) => text.replace('|', '| ')),
  ],
  ['genes of a phage are missing in GFF3', ['B1'], (s) => s.remove('bulk/phages/Vexmoor.gff3')],
  [
    'proteins are of a phage that is not there',
    ['B1'],
    (s) => s.write('bulk/phages/Nobody.faa', s.read('bulk/phages/Quillon.faa')),
  ],
  [
    'bulk file is of a form that there is not',
    ['B1'],
    (s) => s.write('bulk/genes.csv', 'GeneID\n'),
  ],
  [
    'index of bulk files says another number of records',
    ['B1'],
    (s) => s.edit('bulk/index.json', (text) => text.replace('"records": 8', '"records": 9')),
  ],
  [
    'Parquet file of genes is that of phages',
    ['B1'],
    (s) => copyFileSync(s.at('bulk/phages.parquet'), s.at('bulk/genes.parquet')),
  ],
  ['Parquet file is missing', ['B1'], (s) => s.remove('bulk/phages.parquet')],
  ['data package is missing', ['B1'], (s) => s.remove('bulk/datapackage.json')],
  [
    'data package promises another key',
    ['B1'],
    (s) => s.edit('bulk/datapackage.json', (text) => text.replace('"GeneID"', '"Name"')),
  ],
  ['index of bulk files is missing', ['B1'], (s) => s.remove('bulk/index.json')],
  [
    'bulk files are there that release.json does not know',
    ['release', 'B1'],
    (s) => s.editRelease((release) => (release['bulk'] = [])),
  ],
  ['bulk files are not there that release.json knows', ['B1'], (s) => s.remove('bulk')],
  [
    'list of all sequenced phages is empty',
    ['V1'],
    (s) =>
      s.write(
        'api/sequenced_phages/index.json',
        '{"count":0,"next":null,"previous":null,"results":[]}',
      ),
  ],
  [
    'list of clusters has one too many',
    ['V1'],
    (s) =>
      s.edit('api/clusters/index.json', (text) =>
        text.replace('[', '[{"cluster":"Q","subclusters_set":[]},'),
      ),
  ],
  [
    'list of families says one gene too few',
    ['V1'],
    (s) =>
      s.edit('api/phams/page/1.json', (text) =>
        text.replace(/"gene_count":[0-9]+/, '"gene_count":0'),
      ),
  ],
  ['first page of families is another', ['V1'], (s) => s.write('api/phams/index.json', '{}')],
  ['page of families too many', ['V1'], (s) => s.write('api/phams/page/99.json', '{}')],
  [
    'genes of a family are those of no family',
    ['V1'],
    (s) => s.write('api/phams/999999/index.json', s.read('api/sequenced_phages/index.json')),
  ],
  [
    'gene of a family is that of a build before',
    ['V1'],
    (s) => s.edit(genesOfPham, (text) => text.replace('"Notes":"', '"Notes":"old ')),
  ],
  [
    'genes of a family are in another order',
    ['V1'],
    (s) =>
      s.edit(genesOfPham, (text) =>
        text.replace(/(\{"GeneID".*\}),(\{"GeneID".*\})(?=\])/, '$2,$1'),
      ),
  ],
  [
    'genes of a family have more behind them',
    ['V1'],
    (s) => s.edit(genesOfPham, (text) => `${text} `),
  ],
  ['genes of a family are missing', ['V1'], (s) => s.remove(genesOfPham)],
  [
    'release says another number of families',
    ['count'],
    (s) =>
      says(s, 'phams', ({ count }) => ({ count: count + 1, pages: Math.ceil((count + 1) / 2) })),
  ],
  [
    'release says pages of families of no size',
    ['release'],
    (s) => says(s, 'phams', () => ({ page_size: 0 })),
  ],
  ['API has a file too many', ['D1'], (s) => s.write('api/notes.txt', 'x')],
  ['OPTIONS body is another', ['M3'], (s) => s.write('options/genes.json', '{}')],
  [
    'body of a bad page is another',
    ['L4'],
    (s) => s.write('errors/invalid-page.json', '{"detail":"No."}'),
  ],
  ['body of a 404 is another', ['D2'], (s) => s.write('errors/not-found.json', '<html>')],
  ['body of a 405 is missing', ['M4'], (s) => s.remove('errors/method-not-allowed.json')],
  [
    'schema is of another address',
    ['release'],
    (s) => s.edit('schemas/gene.schema.json', (text) => text.replace(base, 'https://example.com')),
  ],
  ['schema is missing', ['files'], (s) => s.remove('schemas/pham.schema.json')],
  [
    'schema says more than it should',
    ['release'],
    (s) => s.edit('schemas/gene.schema.json', (text) => text.replace('"type"', '"Type"')),
  ],
  [
    'schema ends in a space',
    ['release'],
    (s) => s.edit('schemas/pham.schema.json', (text) => `${text} `),
  ],
  ['schemas are one too many', ['files'], (s) => s.write('schemas/more.schema.json', '{}')],
  [
    'welcome page leads elsewhere',
    ['release'],
    (s) => s.edit('index.html', (text) => text.replace('href="api/"', 'href="//example.com/"')),
  ],
  [
    '_headers say another age',
    ['release'],
    (s) => s.edit('_headers', (text) => text.replace('max-age=300', 'max-age=301')),
  ],
  ['_headers are missing', ['files'], (s) => s.remove('_headers')],
  ['error bodies are one too many', ['files'], (s) => s.write('errors/more.json', '{}')],
  ['root has a page too many', ['files'], (s) => s.write('more.html', '<html>')],
  [
    'root has the code of a host that it was not built for',
    ['files'],
    (s) => s.write('_worker.js', 'export default {}'),
  ],
  ['welcome page is missing', ['files'], (s) => s.remove('index.html')],
  ['description of addresses is missing', ['files'], (s) => s.remove('openapi.json')],
  [
    'description of addresses lacks one',
    ['release'],
    (s) => s.edit('openapi.json', (text) => text.replace('"/api/clusters/": {', '"/api/c/": {')),
  ],
  [
    'description of addresses leads elsewhere',
    ['release'],
    (s) => s.edit('openapi.json', (text) => text.replace('.org', '.com')),
  ],
  [
    'description of addresses has the examples of a build before',
    ['release'],
    (s) => s.edit('openapi.json', (text) => text.replaceAll('Quillon', 'Quillan')),
  ],
  [
    'description of addresses says that answers may be kept for longer',
    ['release'],
    (s) => s.edit('openapi.json', (text) => text.replace('max-age=300', 'max-age=301')),
  ],
  ['description of addresses is empty', ['release'], (s) => s.write('openapi.json', '')],
  // release.json
  ['release says other pages', ['release', 'L2', 'L7'], (s) => saysGenes(s, { pages: 4 })],
  [
    'release says pages beyond all measure',
    ['release', 'L2', 'L7'],
    (s) => saysGenes(s, { pages: 9e15 }),
  ],
  ['release says pages of no size', ['release', 'count'], (s) => saysGenes(s, { page_size: 0 })],
  [
    'release names another base URL',
    ['release', 'A1'],
    (s) => s.editRelease((release) => (release['base_url'] = 'https://example.com')),
  ],
  [
    'release names no schemas',
    ['release'],
    (s) => s.editRelease((release) => (release['schemas'] = [])),
  ],
  [
    'release says more than it should',
    ['release'],
    (s) => s.editRelease((release) => (release['more'] = 1)),
  ],
  [
    'release allows what cannot be allowed',
    ['release'],
    (s) => s.editRelease((release) => (release['allowed'] = ['schema'])),
  ],
  [
    'release names a host that there is not',
    ['release'],
    (s) => s.editRelease((release) => (release['hosts'] = ['elsewhere'])),
  ],
  [
    'release names a host whose files are not there',
    ['files'],
    (s) => s.editRelease((release) => (release['hosts'] = ['cloudflare-pages'])),
  ],
  [
    'release says that names match in any case',
    ['release', 'D1', 'V1'],
    (s) => s.editRelease((release) => (release['case_insensitive_names'] = true)),
  ],
  [
    'release says of names what is neither yes nor no',
    ['release'],
    (s) => s.editRelease((release) => (release['case_insensitive_names'] = 'yes')),
  ],
  [
    'release names a base URL that is none',
    ['release', 'A1'],
    (s) => s.editRelease((release) => (release['base_url'] = `${base}/`)),
  ],
];

const inLowerCase = 'api/phages/quillon/index.json';
const genesInLowerCase = 'api/genesbyphage/quillon/index.json';

/** Of a site whose names match in any case; the manifest is made anew behind these, too. */
export const foldingSabotages: readonly Sabotage[] = [
  ['alias of a phage is missing', ['D1'], (s) => s.remove(inLowerCase)],
  ['alias of a gene is missing', ['D1'], (s) => s.remove('api/genes/quillon_cds_3/index.json')],
  [
    'alias of the first gene of a list is missing',
    ['D1'],
    (s) => s.remove('api/genes/quillon_cds_1/index.json'),
  ],
  [
    'alias of a phage is another phage',
    ['D1'],
    (s) => s.write(inLowerCase, s.read('api/phages/Vexmoor/index.json')),
  ],
  ['alias of a phage ends in a line break', ['D1'], (s) => s.append(inLowerCase, '\n')],
  [
    'alias is in capitals',
    ['D1'],
    (s) => s.write('api/phages/QUILLON/index.json', s.read(inLowerCase)),
  ],
  ['published name is missing', ['D1'], (s) => s.remove('api/phages/Quillon')],
  ['alias of the genes of a phage is missing', ['V1'], (s) => s.remove(genesInLowerCase)],
  [
    'alias of the genes of a phage is of a build before',
    ['V1'],
    (s) => s.edit(genesInLowerCase, (text) => text.replace('"Notes":"', '"Notes":"old ')),
  ],
  [
    'alias of the genes of a phage is of one that is not there',
    ['V1'],
    (s) => s.write('api/genesbyphage/nobody/index.json', s.read(genesInLowerCase)),
  ],
  [
    'alias of the phages of a cluster is missing',
    ['V1'],
    (s) => s.remove('api/clusters/q/phagelist'),
  ],
  [
    'release says that names match exactly',
    ['release', 'D1', 'V1'],
    (s) => s.editRelease((release) => (release['case_insensitive_names'] = false)),
  ],
];

const aliasesOfQuillon = aliasFile('quillon_draft');

/** Of a site whose phages have other names; the manifest is made anew behind these, too. */
export const namingSabotages: readonly Sabotage[] = [
  ['file by another name is missing', ['D3'], (s) => s.remove('api/phages/Quillon_Draft')],
  ['file by another name in lower case is missing', ['D3'], (s) => s.remove(inLowerCase)],
  [
    'file by another name is another phage',
    ['D3'],
    (s) => s.write('api/phages/quillon_draft/index.json', s.read('api/phages/Vexmoor/index.json')),
  ],
  [
    'genes by another name are of a build before',
    ['D3'],
    (s) => s.edit(genesInLowerCase, (text) => text.replace('"Notes":"', '"Notes":"old ')),
  ],
  [
    'file is of another name that no phage has',
    ['D1'],
    (s) => s.write('api/phages/quillon_x/index.json', s.read(inLowerCase)),
  ],
  ['index lacks a file', ['D3'], (s) => s.remove(aliasesOfQuillon)],
  [
    'index leads to another phage',
    ['D3'],
    (s) => s.edit(aliasesOfQuillon, (text) => text.replace('"Quillon"', '"Vexmoor"')),
  ],
  ['index has a file too many', ['D3'], (s) => s.write('aliases/x.json', '{}')],
  [
    'release says of no other names',
    ['release', 'D1', 'D3', 'V1'],
    (s) => s.editRelease((release) => delete release['phage_aliases']),
  ],
];

/** Of a site that was built for hosts; the manifest is made anew behind these, too. */
export const hostedSabotages: readonly Sabotage[] = [
  [
    'rules of Apache lead elsewhere',
    ['release'],
    (s) => s.edit('.htaccess', (text) => text.replace('example.org', 'example.com')),
  ],
  ['rules of Apache are missing', ['files'], (s) => s.remove('.htaccess')],
  ['code of Pages does more', ['release'], (s) => s.append('_worker.js', '//')],
  [
    'code of Pages is called for nothing',
    ['release'],
    (s) => s.write('_routes.json', '{"version":1,"include":[],"exclude":[]}'),
  ],
  ['page of Pages for what is not there is another', ['release'], (s) => s.write('404.html', '')],
  [
    'release names none of its hosts',
    ['files'],
    (s) => s.editRelease((release) => (release['hosts'] = [])),
  ],
  ['compressed form of a page is missing', ['files'], (s) => s.remove('api/genes/page/1.json.gz')],
  [
    'compressed form of a small file is there',
    ['files'],
    (s) => s.write('errors/not-found.json.gz', gzipSync(s.read('errors/not-found.json'))),
  ],
  [
    'compressed form of the settings of a host is there',
    ['files'],
    (s) => s.write('.htaccess.gz', gzipSync(s.read('.htaccess'))),
  ],
  [
    'release says that nothing is compressed',
    ['files', 'release'],
    (s) => s.editRelease((release) => (release['precompress'] = [])),
  ],
];

/** The manifest stays what it was, or is what is wrong. */
export const unsignedSabotages: readonly Sabotage[] = [
  [
    'a page of another release',
    ['manifest', 'D1', 'V1', 'B1'],
    (s) => s.editRecords(2, (all) => all.map((text) => text.replace('"Notes":"', '"Notes":"old '))),
  ],
  ['a file was cut short', ['manifest', 'release'], (s) => s.truncate('index.html', 10)],
  ['a file was emptied', ['manifest', 'D2'], (s) => s.write('errors/not-found.json', '')],
  ['a file too many', ['files'], (s) => s.write('notes.txt', 'x')],
  ['a hidden file too many', ['files'], (s) => s.write('api/.hidden', 'x')],
  [
    'a file too many beside a record',
    ['files'],
    (s) => s.write('api/phages/Quillon/stray.json', 'x'),
  ],
  [
    'a folder too many below a record',
    ['files'],
    (s) => s.write('api/phages/Quillon/deep/er/stray.json', 'x'),
  ],
  [
    'a link too many beside a record',
    ['files'],
    (s) => symlinkSync(s.at('index.html'), s.at('api/phages/Quillon/link.json')),
  ],
  ['a file is missing', ['files'], (s) => s.remove('_headers')],
  ['a record is missing', ['files', 'D1'], (s) => s.remove(quillon1)],
  ['a page is missing', ['files', 'count', 'L7', 'D1'], (s) => s.remove(page2)],
  [
    'a folder stands for a file',
    ['files', 'count', 'L7', 'D1'],
    (s) => {
      s.remove(page2);
      mkdirSync(s.at(page2));
    },
  ],
  [
    'a link stands for a file',
    ['files', 'count', 'L7', 'D1'],
    (s) => {
      s.write('../elsewhere.json', s.read(page2));
      s.remove(page2);
      symlinkSync(path.resolve(s.root, '../elsewhere.json'), s.at(page2));
    },
  ],
  [
    'a link stands for a folder',
    ['files', 'D1'],
    (s) => {
      rmSync(s.at('api/phages/Ö'), { recursive: true });
      symlinkSync(s.at('api/phages/Quillon'), s.at('api/phages/Ö'));
    },
  ],
  [
    'a wrong hash',
    ['manifest'],
    (s) => {
      s.edit('manifest.json', (text) =>
        text.replace(/(1\.json","bytes":\d+,"sha256":")....../, '$1abcdef'),
      );
      s.signRelease();
    },
  ],
  [
    'a wrong size',
    ['manifest'],
    (s) => {
      s.edit('manifest.json', (text) => text.replace(/(1\.json","bytes":)\d+/, '$11'));
      s.signRelease();
    },
  ],
  [
    'another release id',
    ['release'],
    (s) => s.editRelease((release) => (release['release'] = 'a'.repeat(64))),
  ],
  [
    'a manifest with another order',
    ['manifest'],
    (s) => {
      s.edit('manifest.json', (text) =>
        text.replace(/(\{"path":"api\/index.*\}),\n(\{.*\}),/, '$2,\n$1,'),
      );
      s.signRelease();
    },
  ],
  [
    'a manifest in another form',
    ['manifest'],
    (s) => {
      s.edit('manifest.json', (text) => JSON.stringify(JSON.parse(text), null, 2));
      s.signRelease();
    },
  ],
  [
    'a manifest that leads out',
    ['files', 'manifest'],
    (s) => {
      s.edit('manifest.json', (text) => text.replace('"index.html"', '"../index.html"'));
      s.signRelease();
    },
  ],
  [
    'a release.json in another form',
    ['release'],
    (s) => s.edit('release.json', (text) => JSON.stringify(JSON.parse(text))),
  ],
  ['no release.json', ['release'], (s) => s.remove('release.json')],
  ['a release.json that is none', ['release'], (s) => s.write('release.json', '<html>')],
  ['no manifest.json', ['manifest'], (s) => s.remove('manifest.json')],
  [
    'a manifest.json that is none',
    ['manifest', 'release'],
    (s) => s.write('manifest.json', '{"files":{}}'),
  ],
];
