/** The contract's table for the tiny site: requests to a server of it, and what each is answered. */
import { perList, perCollection } from '../../src/contract/collectionName.ts';
import type { Capability } from '../../src/contract/capabilities.ts';
import { contractTable } from '../../src/verifying/contractTable.ts';
import { type KnownSite, neededFor, type TableRow } from '../../src/verifying/tableRow.ts';
import { tinySets } from './tinySite.ts';
import { tinyViewExamples, tinyViewPages } from './tinyViews.ts';
import { oddViewRows } from './oddViewRows.ts';
import { rowsWithFiles } from './rowsWithFiles.ts';

export interface ContractRow extends Omit<TableRow, 'specialNeed'> {
  /** A server that keeps all of these answers as expected. */
  readonly needs: readonly Capability[];
}

// No record can have them, so that nothing is there to be led to.
const unfitNames = [
  'x'.repeat(201),
  // Some servers look for it with an ending.
  'x'.repeat(250),
  '%C3%A9'.repeat(101),
  'NUL',
  'com1.txt',
  'x.',
  'x%20',
  'INDEX.json',
  'index.json.gz',
];
const fitNames = ['x'.repeat(200), '%C3%A9'.repeat(100), 'null', 'x.y', 'x%20y', 'an%20index.json'];

/** Names that only the tiny site has. */
const oddNames = rowsWithFiles(
  [
    ...unfitNames.flatMap((name) => [
      `A2 A3 | what can be no name | /api/phages/${name}             | notFound`,
      `A2 A3 | what can be no name | /api/clusters/${name}/phagelist | notFound`,
    ]),
    ...fitNames.map((name) => {
      const path = `/api/phages/${name}`;
      return `A2 A3 | what can be a name | ${path} | to ${path}/`;
    }),
    `
    A3    | a space                              | /api/phages/Mr%20Spaced/ | api/phages/Mr Spaced/index.json
    A3    | a percent sign                       | /api/phages/100%25/      | api/phages/100%/index.json
    A3    | an accent                            | /api/phages/%C3%89clair/ | api/phages/Éclair/index.json
    A3    | an accent, in small digits           | /api/phages/%c3%89clair/ | api/phages/Éclair/index.json
    A3    | named like the pages                 | /api/phages/page/        | api/phages/page/index.json
    A3    | decoded once                         | /api/phages/100%2525/    | notFound
    A3    | a plus is no space in a path         | /api/phages/Mr+Spaced/   | notFound
    A2 A3 | a record in escapes without slash    | /api/phages/100%25       | to /api/phages/100%25/`,
  ].join('\n'),
);

export const knownTinySite: KnownSite = {
  lastPages: perList(() => 3),
  pageSets: tinySets,
  viewPages: tinyViewPages,
  records: {
    ...perCollection(() => []),
    phages: ['Trixie'],
    genes: ['Trixie_CDS_1', 'Trixie_CDS_18'],
  },
  caseInsensitiveNames: false,
  otherLetters: 'trixie',
  unknown: { ...perCollection(() => 'Nobody'), genes: 'Trixie_CDS_999' },
  views: tinyViewExamples,
  bulk: [
    'bulk/index.json',
    'bulk/genes.ndjson.gz',
    'bulk/genes.parquet',
    'bulk/phages/Trixie.faa',
    'bulk/phages/Trixie.gff3',
    'data/full.tsv',
    'phams/genelist/102.tsv',
  ],
  pages: {
    code: ['app-TINYHASH.js', 'style-TINYHASH.css', 'licences-TINYHASH.txt'].map(
      (name) => `web/code/${name}`,
    ),
    indexes: ['web/phages.json'],
  },
};

export function neededByRow(row: TableRow): ContractRow {
  const { specialNeed: _, ...rest } = row;
  return { ...rest, needs: neededFor(row) };
}

/** Every clause that a request can show. */
export const contractRows: readonly ContractRow[] = [
  ...contractTable(knownTinySite),
  ...oddNames,
  ...oddViewRows,
].map(neededByRow);
