/** A signal ends an import between two phages, whatever it reads. */
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HttpResult } from '../../../src/base/httpClient.ts';
import { type StagedData, withDataFolder } from '../../../src/importing/dataFolder.ts';
import { importApi } from '../../../src/importing/importApi.ts';
import { listInputs } from '../../../src/importing/inputs.ts';
import { importPhamerator } from '../../../src/importing/importPhamerator.ts';
import { serviceAddress } from '../../../src/importing/service.ts';
import { createSpill } from '../../../src/importing/spill.ts';
import { gene, phage } from '../../integration/servedApi.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const made = { program: 'p', date: null };

/** The gene files that were staged when a signal came with the first one. */
async function stagedBy(folder: string, use: (staged: StagedData) => Promise<unknown>) {
  const options = { note() {}, signal: new AbortController().signal };
  const written: string[] = [];
  const run = withDataFolder(path.join(folder, 'data'), options, (staged) =>
    use({
      ...staged,
      put(file, bytes, from) {
        if (file.startsWith('genes/')) written.push(file);
        staged.put(file, bytes, from);
      },
      rest() {
        return written.length > 0 ? Promise.reject(new Error('ended')) : staged.rest();
      },
    }),
  );
  await expect(run).rejects.toThrow('ended');
  return written;
}

test('the dump of a database', async () => {
  const table = (name: string, columns: string, rows: string[]) =>
    `CREATE TABLE \`${name}\` (\n${columns
      .split(' ')
      .map((column) => `  \`${column}\` blob`)
      .join(',\n')}\n);\nINSERT INTO \`${name}\` VALUES ${rows.join(',')};\n`;
  const names = ['One', 'Two', 'Three'];
  const genes = names.map((name) => `('${name}_1','${name}',1,9,9,'1','MAR','F','tail',NULL,7)`);
  const phages = names.map(
    (name) => `('${name}','','${name}','Gordonia','ACGTACGTAC',10,NULL,NULL,'final','A',NULL)`,
  );
  const folder = tempFolder({
    'dump.sql':
      table(
        'gene',
        'GeneID PhageID Start Stop Length Name Translation Orientation Notes LocusTag PhamID',
        genes,
      ) +
      table(
        'phage',
        'PhageID Accession Name HostGenus Sequence Length DateLastModified GC Status Cluster Subcluster',
        phages,
      ),
  });
  const { inputs } = listInputs([path.join(folder, 'dump.sql')], path.join(folder, 'data'));
  const [input] = inputs;
  if (input === undefined) throw new Error('no dump');
  const options = { statuses: new Set(['final']), ...made };
  const effects = {
    spillFile: () => path.join(folder, 'spill'),
    signal: new AbortController().signal,
  };
  const written = await stagedBy(folder, (staged) =>
    importPhamerator(input, staged, options, effects),
  );
  expect(written).toEqual(['genes/One.ndjson']);
});

test('the genes of a service', async () => {
  const folder = tempFolder();
  const names = ['One', 'Two', 'Three'];
  const lists: Record<string, readonly object[]> = {
    '/api/phages/': names.map((name) => phage(name)),
    '/api/genes/': names.map((name) => gene(name, 1)),
  };
  const ask = ({ target }: { readonly target: string }) => {
    const results = lists[target];
    const page = { count: results?.length, next: null, previous: null, results };
    const body = Buffer.from(JSON.stringify(page));
    const reply = { status: results === undefined ? 404 : 200, body, lines: () => [] };
    return Promise.resolve({ ok: true, reply } as unknown as HttpResult);
  };
  const options = { since: null, withGenomes: false, ...made };
  const spill = createSpill(() => path.join(folder, 'spill'));
  const told = { onAnswer() {}, note() {}, isAgain: false };
  const effects = { client: { ask }, spill, now: Date.now(), ...told };
  const written = await stagedBy(folder, (staged) =>
    importApi(serviceAddress('https://p.example'), staged, options, effects),
  );
  expect(written).toEqual(['genes/One.ndjson']);
});
