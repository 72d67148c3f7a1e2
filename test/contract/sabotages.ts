/** Ways to break the small site's folder, by the clauses that must give each away. */
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { aliasFile } from '../../src/contract/aliases.ts';
import type { ListName } from '../../src/contract/collectionName.ts';
import { tinyGene } from '../integration/tinyData.ts';
import type { BrokenSite } from './verifySites.ts';

type Damage = (site: BrokenSite) => void;

/** The clauses, in the order of the report, then what is broken. */
export type Sabotages = Readonly<Record<string, Readonly<Record<string, Damage>>>>;

const base = 'https://example.org/phages';
const page2 = 'api/genes/page/2.json';
const page3 = 'api/genes/page/3.json';
const quillon1 = 'api/genes/Quillon_CDS_1/index.json';
const genesOfQuillon = 'api/genesbyphage/Quillon/index.json';
const similarToQuillon = 'api/similarbyphage/Quillon/index.json';
const genesOfPham = 'api/phams/512/index.json';
const trouble = 'Quillon_CDS_2';

/** A way to break a site, made of what it takes to say which. */
const damage =
  <Args extends unknown[]>(use: (site: BrokenSite, ...args: Args) => unknown) =>
  (...args: Args): Damage =>
  (site) =>
    void use(site, ...args);

const remove = damage((s, file: string) => s.remove(file));
const write = damage((s, file: string, content: string) => s.write(file, content));
const append = damage((s, file: string, more: string) => s.append(file, more));
const truncate = damage((s, file: string, bytes: number) => s.truncate(file, bytes));
const edit = damage((s, file: string, from: string | RegExp, to: string) =>
  s.edit(file, (text) => text.replace(from, to)),
);
/** Writes to one file what is in another. */
const copy = damage((s, from: string, to: string) => s.write(to, s.read(from)));
const replaceAll = damage((s, from: string, to: string) => s.replaceAll(from, to));
/** Bytes that need not be UTF-8, wherever they stand. */
const replaceBytes = damage((s, from: string, to: string) =>
  s.replaceBytes(from, Buffer.from(to, 'latin1')),
);
const inPage = damage((s, page: number, from: string | RegExp, to: string) =>
  s.editPage('genes', page, (text) => text.replace(from, to)),
);
const inGene = damage((s, from: string | RegExp, to: string) =>
  s.editGene(trouble, (text) => text.replace(from, to)),
);
const inRecords = damage((s, page: number, change: (records: string[]) => string[]) =>
  s.editRecords(page, change),
);
/** What release.json says. */
const says = damage((s, members: Readonly<Record<string, unknown>>) =>
  s.editRelease((release) => Object.assign(release, members)),
);
const saysOf = damage((s, list: ListName, members: Readonly<Record<string, unknown>>) =>
  s.editRelease((release) =>
    Object.assign((release['collections'] as Record<ListName, object>)[list], members),
  ),
);
/** As in the build before. */
const old = (file: string) => edit(file, '"Notes":"', '"Notes":"old ');
/** What a phage has, for one that is not there. */
const forNobody = (file: string) => copy(file, file.replace('Quillon', 'Nobody'));

/** Changes what is in a compressed file, and what the index says of it. */
const repack = damage((s, file: string, change: (text: string) => string) => {
  const before = readFileSync(s.at(file));
  const text = gunzipSync(before).toString();
  if (change(text) === text) throw new Error(`${file} stays as it is`);
  const packed = gzipSync(change(text));
  s.write(file, packed);
  s.edit('bulk/index.json', (index) =>
    index
      .replace(`"bytes": ${before.length}`, `"bytes": ${packed.length}`)
      .replace(hash('sha256', before), hash('sha256', packed)),
  );
});

export const swap = ([a = '', b = '', ...rest]: string[]) => [b, a, ...rest];

const twoGenesOfPham = /(\{"GeneID".*\}),(\{"GeneID".*\})(?=\])/;

/** The manifest is made anew behind these: nothing but the content gives them away. */
export const sabotages: Sabotages = {
  count: {
    'record moved to the next page': (s) => {
      const last = s.records(1)[2] ?? '';
      s.editRecords(1, (all) => all.slice(0, 2));
      s.editRecords(2, (all) => [last, ...all]);
    },
    'page says another count': inPage(2, '"count":8', '"count":9'),
    'pages and release.json say another count': (s) => {
      for (const page of [1, 2, 3]) inPage(page, '"count":8', '"count":9')(s);
      saysOf('genes', { count: 9 })(s);
    },
    'release says another number of families': saysOf('phams', { count: 2 }),
  },
  'count D1': { 'page lacks a record': inRecords(2, (all) => all.slice(1)) },
  L3: {
    'records are swapped within a page': inRecords(2, swap),
    'records are swapped over a border of pages': (s) => {
      const [last = '', first = ''] = [s.records(1)[2], s.records(2)[0]];
      s.editRecords(1, ([a = '', b = '']) => [a, b, first]);
      s.editRecords(2, ([, b = '', c = '']) => [last, b, c]);
    },
  },
  'D1 S3': {
    'record stands twice': inRecords(2, ([a = '', , c = '']) => [a, a, c]),
    'record stands twice, on two pages': (s) => {
      const last = s.records(1)[2] ?? '';
      s.editRecords(2, ([, b = '', c = '']) => [last, b, c]);
    },
  },
  'L1 count D1': {
    'page repeats a member': inPage(2, '{"count":8', '{"count":8,"count":8'),
    'page is an array': write(page2, '[]'),
    'page is empty': write(page2, ''),
    'page is cut short': truncate(page2, 700),
  },
  L2: {
    'last page leads back to the first': inPage(
      3,
      '"next":null',
      `"next":"${base}/api/genes/?format=api&page=1"`,
    ),
    'page 1 leads past page 2': inPage(1, 'page=2', 'page=3'),
    'page 2 names none before it': inPage(2, /"previous":"[^"]*"/, '"previous":null'),
    'page leads into another list': inPage(1, '/genes/?', '/phages/?'),
    'link has its parameters in another order': inPage(1, 'format=api&page=2', 'page=2&format=api'),
    'link is not UTF-8': replaceBytes('format=api&page=3', 'format=\xffpi&page=3'),
  },
  A1: {
    'link leads to another host': inPage(1, 'example.org', 'example.com'),
    'links are http where the site is https': inPage(1, 'https:', 'http:'),
    'links lack the path of the site': inPage(1, 'org/phages/', 'org/'),
    'root leads elsewhere': edit('api/index.json', '.org', '.com'),
  },
  'A1 S2': { 'link is no address': inPage(1, `"next":"${base}`, '"next":"') },
  L1: {
    'count is written as 8.0': inPage(2, '"count":8', '"count":8.0'),
    'page has its members in another order': inPage(3, /("next":null),("prev[^,]*)/, '$2,$1'),
    'page has a space between records': inPage(3, '},{"GeneID"', '}, {"GeneID"'),
    'page begins with a byte order mark': inPage(3, /^/, '\ufeff'),
    'page ends in a line break': inPage(3, /$/, '\n'),
    'page ends in another page': inPage(3, /^.*$/s, '$&$&'),
    'page holds U+2028 as it is': replaceAll('\\u2028', '\u2028'),
    'page escapes what needs no escape': replaceAll('two', '\\u0074wo'),
    'page escapes slashes': inPage(1, 'https://', 'https:\\/\\/'),
    'record has its keys in another order': inGene(/("Start":\d+),("Stop":\d+)/, '$2,$1'),
    'record repeats a key': inGene('"Start":', '"Start":0,"Start":'),
    'record has a number written as 1.0': inGene(/"Stop":(\d+)/, '"Stop":$1.0'),
    'record has a number written with an exponent': inGene(/"Stop":(\d+)/, '"Stop":$1e0'),
    'plain gene is not UTF-8': replaceBytes('"Notes":"tail fibre"', '"Notes":"tail \xffibre"'),
    'plain gene ends in half of a character': replaceBytes(
      '"Notes":"tail fibre"',
      '"Notes":"tail fibr\xe2"',
    ),
  },
  'L1 D1': {
    'page is indented': (s) =>
      s.editPage('genes', 3, (text) => JSON.stringify(JSON.parse(text), null, 1)),
    'page is not UTF-8': (s) =>
      s.write(page3, Buffer.from(s.read(page3).replace('two', 't\xffo'), 'latin1')),
  },
  'L1 S2': { 'page has a member too many': inPage(2, '{"count"', '{"size":3,"count"') },
  S2: {
    'count is text': inPage(2, '"count":8', '"count":"8"'),
    'page lacks a member': inPage(3, '"next":null,', ''),
    'record is nested beyond all measure': replaceAll(
      '"verified_hosts":[',
      `"verified_hosts":[${'['.repeat(5000)}${']'.repeat(5000)},`,
    ),
    'record has a field of a wrong type': inGene(/"Start":(\d+)/, '"Start":"$1"'),
    'record has an unknown field': inGene('{"GeneID"', '{"Extra":1,"GeneID"'),
    'record lacks a field': inGene(/"Orientation":"[FR]",/, ''),
    'record is null where only a type is named': inGene(/"Notes":"[^"]*"/, '"Notes":null'),
  },
  'count D1 S2': {
    'record is a phage among genes': (s) =>
      s.editRecords(3, () => [s.read('api/phages/Quillon/index.json')]),
  },
  'D1 S2': { 'record is a number': inRecords(3, (all) => [...all.slice(1), '5']) },
  S3: {
    'gene has another length': inGene(/"Length":\d+/, '"Length":1'),
    'phage has two summaries': inGene(/"Accession":"[^"]*"/, '"Accession":"X1"'),
    'gene family has two colours': inGene(/"Color":"#[0-9a-fA-F]+"/, '"Color":"#123456"'),
  },
  L7: {
    'first page differs from the list itself': copy(page2, 'api/genes/index.json'),
    'list has no index': remove('api/genes/index.json'),
    'pages are one too many': copy(page3, 'api/genes/page/4.json'),
    'page has a name with a zero before it': copy(page2, 'api/genes/page/02.json'),
  },
  'count L7 D1': { 'page is missing': remove(page2), 'last page is missing': remove(page3) },
  D1: {
    'single record differs from its list': edit(quillon1, '"Stop":', '"Stop":1'),
    'single record ends in a line break': append(quillon1, '\n'),
    'single record is missing': remove(quillon1),
    'single phage is missing': remove('api/phages/Éclair 5%/index.json'),
    'single records are one too many': write(
      'api/genes/Quillon_CDS_9/index.json',
      JSON.stringify(tinyGene('Quillon', 9)),
    ),
    'single record lies under its name in other letters': (s) => {
      copy('api/phages/Quillon/index.json', 'api/phages/quillon/index.json')(s);
      s.remove('api/phages/Quillon');
    },
    'API has a file too many': write('api/notes.txt', 'x'),
  },
  V1: {
    'genes of a phage lack one': edit(genesOfQuillon, '"count":6', '"count":5'),
    'genes of a phage are those of a build before': old(genesOfQuillon),
    'genes of a phage are missing': remove(genesOfQuillon),
    'genes of a phage are of one that is not there': forNobody(genesOfQuillon),
    'a phage is similar to none': edit(similarToQuillon, /"similar":\[[^\]]*\]/, '"similar":[]'),
    'similar phages are missing': remove('api/similarbyphage/Vexmoor/index.json'),
    'similar phages are of one that is not there': forNobody(similarToQuillon),
    'list of all sequenced phages is empty': write(
      'api/sequenced_phages/index.json',
      '{"count":0,"next":null,"previous":null,"results":[]}',
    ),
    'list of clusters has one too many': edit(
      'api/clusters/index.json',
      '[',
      '[{"cluster":"Q","subclusters_set":[]},',
    ),
    'list of families says one gene too few': edit(
      'api/phams/page/1.json',
      /"gene_count":[0-9]+/,
      '"gene_count":0',
    ),
    'first page of families is another': write('api/phams/index.json', '{}'),
    'page of families too many': write('api/phams/page/99.json', '{}'),
    'genes of a family are those of no family': copy(
      'api/sequenced_phages/index.json',
      'api/phams/999999/index.json',
    ),
    'gene of a family is that of a build before': old(genesOfPham),
    'genes of a family are in another order': edit(genesOfPham, twoGenesOfPham, '$2,$1'),
    'genes of a family have more behind them': append(genesOfPham, ' '),
    'genes of a family are missing': remove(genesOfPham),
  },
  B1: {
    'bulk file is missing': remove('bulk/genes.tsv.gz'),
    'bulk file lacks its last record': repack('bulk/genes.ndjson.gz', (text) =>
      text.replace(/.*\n$/, ''),
    ),
    'bulk file has a record too many': repack('bulk/phages.ndjson.gz', (text) => text + text),
    'bulk file is of a build before': repack('bulk/genes.tsv.gz', (text) =>
      text.replace('Quillon_CDS_2\t', 'Quillon_CDS_9\t'),
    ),
    'table of similar phages is of a build before': repack('bulk/similarity.tsv.gz', (text) =>
      text.replace(/\n[^\n]*\n$/, '\n'),
    ),
    'table of similar phages is missing': remove('bulk/similarity.tsv.gz'),
    'proteins are in another order': repack('bulk/proteins.faa.gz', (text) =>
      text
        .split(/(?=^>)/m)
        .toReversed()
        .join(''),
    ),
    'genes begin at 0 in GFF3': repack('bulk/genes.gff3.gz', (text) =>
      text.replaceAll('\tCDS\t1', '\tCDS\t0'),
    ),
    'bulk file is not compressed': write('bulk/genes.gff3.gz', '##gff-version 3\n'),
    'bulk file is cut short': truncate('bulk/genes.ndjson.gz', 300),
    'bulk file is empty': write('bulk/genes.ndjson.gz', ''),
    'proteins of a phage are of a build before': edit('bulk/phages/Quillon.faa', '|', '| '),
    'genes of a phage are missing in GFF3': remove('bulk/phages/Vexmoor.gff3'),
    'proteins are of a phage that is not there': forNobody('bulk/phages/Quillon.faa'),
    'bulk file is of a form that there is not': write('bulk/genes.csv', 'GeneID\n'),
    'index of bulk files says another number of records': edit(
      'bulk/index.json',
      '"records": 8',
      '"records": 9',
    ),
    'Parquet file of genes is that of phages': (s) =>
      copyFileSync(s.at('bulk/phages.parquet'), s.at('bulk/genes.parquet')),
    'Parquet file is missing': remove('bulk/phages.parquet'),
    'data package is missing': remove('bulk/datapackage.json'),
    'data package promises another key': edit('bulk/datapackage.json', '"GeneID"', '"Name"'),
    'index of bulk files is missing': remove('bulk/index.json'),
    'bulk files are not there that release.json knows': remove('bulk'),
  },
  'release B1': { 'bulk files are there that release.json does not know': says({ bulk: [] }) },
  M3: { 'OPTIONS body is another': write('options/genes.json', '{}') },
  L4: { 'body of a bad page is another': write('errors/invalid-page.json', '{"detail":"No."}') },
  D2: { 'body of a 404 is another': write('errors/not-found.json', '<html>') },
  M4: { 'body of a 405 is missing': remove('errors/method-not-allowed.json') },
  files: {
    'schema is missing': remove('schemas/pham.schema.json'),
    'schemas are one too many': write('schemas/more.schema.json', '{}'),
    '_headers are missing': remove('_headers'),
    'error bodies are one too many': write('errors/more.json', '{}'),
    'root has a page too many': write('more.html', '<html>'),
    'root has the code of a host that it was not built for': write(
      '_worker.js',
      'export default {}',
    ),
    'welcome page is missing': remove('index.html'),
    'description of addresses is missing': remove('openapi.json'),
    'release names a host whose files are not there': says({ hosts: ['cloudflare-pages'] }),
  },
  release: {
    'release says pages of families of no size': saysOf('phams', { page_size: 0 }),
    'schema is of another address': edit('schemas/gene.schema.json', base, 'https://example.com'),
    'schema says more than it should': edit('schemas/gene.schema.json', '"type"', '"Type"'),
    'schema ends in a space': append('schemas/pham.schema.json', ' '),
    'welcome page leads elsewhere': edit('index.html', 'href="api/"', 'href="//example.com/"'),
    '_headers say another age': edit('_headers', 'max-age=300', 'max-age=301'),
    'description of addresses lacks one': edit(
      'openapi.json',
      '"/api/clusters/": {',
      '"/api/c/": {',
    ),
    'description of addresses has the examples of a build before': edit(
      'openapi.json',
      /Quillon/g,
      'Quillan',
    ),
    'description of addresses is empty': write('openapi.json', ''),
    'release names no schemas': says({ schemas: [] }),
    'release says more than it should': says({ more: 1 }),
    'release allows what cannot be allowed': says({ allowed: ['schema'] }),
    'release names a host that there is not': says({ hosts: ['elsewhere'] }),
    'release says of names what is neither yes nor no': says({ case_insensitive_names: 'yes' }),
  },
  'release L2 L7': {
    'release says other pages': saysOf('genes', { pages: 4 }),
    'release says pages beyond all measure': saysOf('genes', { pages: 9e15 }),
  },
  'release count': { 'release says pages of no size': saysOf('genes', { page_size: 0 }) },
  'release A1': {
    'release names another base URL': says({ base_url: 'https://example.com' }),
    'release names a base URL that is none': says({ base_url: `${base}/` }),
  },
  'release D1 V1': {
    'release says that names match in any case': says({ case_insensitive_names: true }),
  },
};

const inLowerCase = 'api/phages/quillon/index.json';
const genesInLowerCase = 'api/genesbyphage/quillon/index.json';

/** Of a site whose names match in any case; the manifest is made anew behind these, too. */
export const foldingSabotages: Sabotages = {
  D1: {
    'alias of a phage is missing': remove(inLowerCase),
    'alias of a gene is missing': remove('api/genes/quillon_cds_3/index.json'),
    'alias of the first gene of a list is missing': remove('api/genes/quillon_cds_1/index.json'),
    'alias of a phage is another phage': copy('api/phages/Vexmoor/index.json', inLowerCase),
    'alias of a phage ends in a line break': append(inLowerCase, '\n'),
    'alias is in capitals': copy(inLowerCase, 'api/phages/QUILLON/index.json'),
    'published name is missing': remove('api/phages/Quillon'),
  },
  V1: {
    'alias of the genes of a phage is missing': remove(genesInLowerCase),
    'alias of the genes of a phage is of a build before': old(genesInLowerCase),
    'alias of the genes of a phage is of one that is not there': copy(
      genesInLowerCase,
      'api/genesbyphage/nobody/index.json',
    ),
    'alias of the phages of a cluster is missing': remove('api/clusters/q/phagelist'),
  },
  'release D1 V1': {
    'release says that names match exactly': says({ case_insensitive_names: false }),
  },
};

/** Of a site whose phages have other names; the manifest is made anew behind these, too. */
export const namingSabotages: Sabotages = {
  D3: {
    'file by another name is missing': remove('api/phages/Quillon_Draft'),
    'file by another name in lower case is missing': remove(inLowerCase),
    'file by another name is another phage': copy(
      'api/phages/Vexmoor/index.json',
      'api/phages/quillon_draft/index.json',
    ),
    'genes by another name are of a build before': old(genesInLowerCase),
    'index lacks a file': remove(aliasFile('quillon_draft')),
    'index leads to another phage': edit(aliasFile('quillon_draft'), '"Quillon"', '"Vexmoor"'),
    'index has a file too many': write('aliases/x.json', '{}'),
  },
  D1: {
    'file is of another name that no phage has': copy(
      inLowerCase,
      'api/phages/quillon_x/index.json',
    ),
  },
  'release D1 D3 V1': {
    'release says of no other names': (s) =>
      s.editRelease((release) => delete release['phage_aliases']),
  },
};

const everySize = 'api/genes/page-size/all/page/1.json';
const second = 'api/genes/page-size/5/page/2.json';

/** Of a site that offers several sizes of pages; the manifest is made anew behind these, too. */
export const sizeSabotages: Sabotages = {
  L7: {
    'byte is another': edit(everySize, 'Notes":"', 'Notes":"x'),
    'link leaves the size': edit(second, '&page_size=5', ''),
    'last record is gone': edit(second, /,\{"GeneID".*$/, ']}'),
    'page is gone': remove(second),
    'page is one too many': write(second.replace('2.json', '3.json'), '{}'),
    'page is of a size that is not offered': copy(second, second.replace('/5/', '/6/')),
    'families are others': edit('api/phams/page-size/all/page/1.json', '#', '#1'),
  },
  'release L7 M3': { 'release says of one size less': saysOf('genes', { page_sizes: [3, 5] }) },
};

/** Of a site that was built for hosts; the manifest is made anew behind these, too. */
export const hostedSabotages: Sabotages = {
  release: {
    'rules of Apache lead elsewhere': edit('.htaccess', 'example.org', 'example.com'),
    'code of Pages does more': append('_worker.js', '//'),
    'code of Pages is called for nothing': write(
      '_routes.json',
      '{"version":1,"include":[],"exclude":[]}',
    ),
    'page of Pages for what is not there is another': write('404.html', ''),
  },
  files: {
    'rules of Apache are missing': remove('.htaccess'),
    'release names none of its hosts': says({ hosts: [] }),
    'compressed form of a page is missing': remove('api/genes/page/1.json.gz'),
    'compressed form of a small file is there': (s) =>
      s.write('errors/not-found.json.gz', gzipSync(s.read('errors/not-found.json'))),
    'compressed form of the settings of a host is there': (s) =>
      s.write('.htaccess.gz', gzipSync(s.read('.htaccess'))),
  },
  'files release': { 'release says that nothing is compressed': says({ precompress: [] }) },
};

/** Changes manifest.json, and the id of the release with it. */
const inManifest = damage((s, change: (text: string) => string) => {
  s.edit('manifest.json', change);
  s.signRelease();
});

/** The manifest stays what it was, or is what is wrong. */
export const unsignedSabotages: Sabotages = {
  'manifest D1 V1 B1': {
    'a page of another release': inRecords(2, (all) =>
      all.map((text) => text.replace('"Notes":"', '"Notes":"old ')),
    ),
  },
  'manifest release': {
    'a file was cut short': truncate('index.html', 10),
    'a manifest.json that is none': write('manifest.json', '{"files":{}}'),
  },
  'manifest D2': { 'a file was emptied': write('errors/not-found.json', '') },
  files: {
    'a file too many': write('notes.txt', 'x'),
    'a hidden file too many': write('api/.hidden', 'x'),
    'a file too many beside a record': write('api/phages/Quillon/stray.json', 'x'),
    'a folder too many below a record': write('api/phages/Quillon/deep/er/stray.json', 'x'),
    'a link too many beside a record': (s) =>
      symlinkSync(s.at('index.html'), s.at('api/phages/Quillon/link.json')),
    'a file is missing': remove('_headers'),
  },
  'files D1': {
    'a record is missing': remove(quillon1),
    'a link stands for a folder': (s) => {
      rmSync(s.at('api/phages/Ö'), { recursive: true });
      symlinkSync(s.at('api/phages/Quillon'), s.at('api/phages/Ö'));
    },
  },
  'files count L7 D1': {
    'a page is missing': remove(page2),
    'a folder stands for a file': (s) => {
      s.remove(page2);
      mkdirSync(s.at(page2));
    },
    'a link stands for a file': (s) => {
      s.write('../elsewhere.json', s.read(page2));
      s.remove(page2);
      symlinkSync(path.resolve(s.root, '../elsewhere.json'), s.at(page2));
    },
  },
  manifest: {
    'a wrong hash': inManifest((text) =>
      text.replace(/(1\.json","bytes":\d+,"sha256":")....../, '$1abcdef'),
    ),
    'a wrong size': inManifest((text) => text.replace(/(1\.json","bytes":)\d+/, '$11')),
    'a manifest with another order': inManifest((text) =>
      text.replace(/(\{"path":"api\/index.*\}),\n(\{.*\}),/, '$2,\n$1,'),
    ),
    'a manifest in another form': inManifest((text) => JSON.stringify(JSON.parse(text), null, 2)),
    'no manifest.json': remove('manifest.json'),
  },
  'files manifest': {
    'a manifest that leads out': inManifest((text) =>
      text.replace('"index.html"', '"../index.html"'),
    ),
  },
  release: {
    'another release id': says({ release: 'a'.repeat(64) }),
    'a release.json in another form': (s) =>
      s.edit('release.json', (text) => JSON.stringify(JSON.parse(text))),
    'no release.json': remove('release.json'),
    'a release.json that is none': write('release.json', '<html>'),
  },
};
