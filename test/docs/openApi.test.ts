/** The openapi.json of sites is one that a linter of such documents has nothing against. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { BuildOptions } from '../../src/build/building.ts';
import { viewNames } from '../../src/contract/views.ts';
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

/** What the linter says of the file, with nothing asked of the network and nothing told to anyone. */
function lint(file: string): Promise<readonly Problem[]> {
  const args = [bin, 'lint', file, '--config', config, '--format', 'json'];
  const env = {
    ...plainEnvironment(),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise((resolve, reject) => {
    // It ends with 1 when it finds something.
    execFile(nodeFile, args, { env, cwd: path.dirname(file) }, (error, stdout, stderr) => {
      try {
        resolve((JSON.parse(stdout) as { problems: Problem[] }).problems);
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

test.each(sites)('of a site %s', async (_, changes, data) => {
  await inWorkFolder(async (folder) => {
    for (const [collection, text] of Object.entries(data)) {
      mkdirSync(path.join(folder, 'data', collection), { recursive: true });
      const [name, content] = text === '' ? ['none.json', '[]'] : ['a.ndjson', text];
      writeFileSync(path.join(folder, 'data', collection, name), content);
    }
    await build(folder, changes);
    expect(await lint(path.join(folder, 'site/openapi.json'))).toEqual([]);
  });
});

test('the linter does find what is wrong, in examples and references, too', async () => {
  await inWorkFolder(async (folder) => {
    mkdirSync(path.join(folder, 'data/genes'), { recursive: true });
    mkdirSync(path.join(folder, 'data/phages'), { recursive: true });
    writeFileSync(path.join(folder, 'data/genes/a.ndjson'), genes);
    writeFileSync(path.join(folder, 'data/phages/a.ndjson'), phages);
    await build(folder);
    const file = path.join(folder, 'site/openapi.json');
    const good = readFileSync(file, 'utf8');
    const breakages = [
      ['"Orientation": "R"', '"Orientation": "X"', 'no-invalid-media-type-examples'],
      ['#/components/schemas/Pham"', '#/components/schemas/Phan"', 'no-unresolved-refs'],
      ['"operationId": "headGenes"', '"operationId": "getGenes"', 'operation-operationId-unique'],
    ] as const;
    for (const [from, to, rule] of breakages) {
      expect(good).toContain(from);
      writeFileSync(file, good.replace(from, to));
      expect((await lint(file)).map(({ ruleId }) => ruleId)).toContain(rule);
    }
  });
});
