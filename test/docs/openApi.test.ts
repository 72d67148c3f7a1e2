/** The openapi.json of sites is one that a linter of such documents has nothing against. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { BuildOptions } from '../../src/pipeline/planSite.ts';
import { viewNames } from '../../src/contract/routes.ts';
import { nodeFile, plainEnvironment } from '../integration/runCli.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { build } from '../unit/publishing/build.ts';

const require = createRequire(import.meta.url);
const bin = require.resolve('@redocly/cli/bin/cli.js');
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url));

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
}

/** What the linter says of each of the files in a folder, with nothing asked of the network and nothing told to anyone. */
function lint(folder: string, files: readonly string[]): Promise<readonly Problem[][]> {
  const args = [bin, 'lint', ...files, '--config', config, '--format', 'json'];
  const env = {
    ...plainEnvironment(),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise((resolve, reject) => {
    // It ends with 1 when it finds something.
    execFile(nodeFile, args, { env, cwd: folder, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      try {
        // One report behind the other, in the order of the files.
        const reports = JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`);
        resolve((reports as { problems: Problem[] }[]).map(({ problems }) => problems));
      } catch {
        reject(new Error(`the linter failed: ${stderr}`, { cause: error }));
      }
    });
  });
}

const genes = asLines([1, 2].map((number) => tinyGene('Quillon', number)));
const phages = asLines(['Quillon', 'Vexmoor'].map((name) => tinyPhage(name)));
const nullGene = JSON.stringify({ ...tinyGene('Quillon', 1), Notes: null });
const nullPhage = JSON.stringify({ ...tinyPhage('Quillon'), host_genus: null, found_year: null });

const sites: readonly (readonly [
  title: string,
  changes: Partial<BuildOptions>,
  data: { genes: string; phages: string },
])[] = [
  ['with everything', {}, { genes, phages }],
  [
    'below a path, without views and files of genes',
    { baseUrl: 'https://example.org/phages', views: [], geneFiles: false },
    { genes, phages },
  ],
  ['without a record', {}, { genes: '', phages: '' }],
  [
    'that is null where its schema does not allow it',
    { allowed: new Set(['null-value'] as const) },
    { genes: nullGene, phages: nullPhage },
  ],
  ...viewNames.map((view) => {
    return [`with ${view} alone`, { views: [view] }, { genes, phages }] as const;
  }),
];

/** The openapi.json of a site of these genes and phages. */
async function documentOf(
  data: { readonly genes: string; readonly phages: string },
  changes: Partial<BuildOptions> = {},
): Promise<string> {
  return inWorkFolder(async (folder) => {
    for (const [collection, text] of Object.entries(data)) {
      mkdirSync(path.join(folder, 'data', collection), { recursive: true });
      const [name, content] = text === '' ? ['none.json', '[]'] : ['a.ndjson', text];
      writeFileSync(path.join(folder, 'data', collection, name), content);
    }
    await build(folder, changes);
    return readFileSync(path.join(folder, 'site/openapi.json'), 'utf8');
  });
}

/** What the linter says of each document. */
async function problemsOf(documents: readonly string[]): Promise<readonly Problem[][]> {
  return inWorkFolder(async (folder) => {
    const files = documents.map((text, index) => {
      writeFileSync(path.join(folder, `${index}.json`), text);
      return `${index}.json`;
    });
    return lint(folder, files);
  });
}

test('nothing is wrong with that of a site with everything, or without something', async () => {
  const documents: string[] = [];
  for (const [, changes, data] of sites) documents.push(await documentOf(data, changes));
  const found = await problemsOf(documents);
  const bySite = found.map((problems, index) => [sites[index]?.[0], problems]);
  expect(bySite).toEqual(sites.map(([title]) => [title, []]));
});

test('the linter does find what is wrong, in examples and references, too', async () => {
  const breakages = [
    ['"Orientation": "R"', '"Orientation": "X"', 'no-invalid-media-type-examples'],
    ['#/components/schemas/Pham"', '#/components/schemas/Phan"', 'no-unresolved-refs'],
    ['"operationId": "headGenes"', '"operationId": "getGenes"', 'operation-operationId-unique'],
  ] as const;
  const good = await documentOf({ genes, phages });
  for (const [from] of breakages) expect(good).toContain(from);
  const found = await problemsOf(breakages.map(([from, to]) => good.replace(from, to)));
  for (const [index, [, , rule]] of breakages.entries()) {
    expect(found[index]?.map(({ ruleId }) => ruleId)).toContain(rule);
  }
});
