/** What an import writes of phages and genes beside what is there. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { familyColor, type ImportedPhage } from '../../../src/importing/blankPhage.ts';
import { withDataFolder } from '../../../src/importing/dataFolder.ts';
import { type ImportedFile } from '../../../src/importing/provenance.ts';
import { filesByInput, putPhage, settleGenes, summaryOf } from '../../../src/importing/putPhage.ts';
import { tempFolder } from '../sources/tempFolder.ts';

let data: string;
beforeEach(() => {
  data = path.join(tempFolder(), 'data');
});

const read = (file: string) => fs.readFileSync(path.join(data, file), 'utf8');

/** Imports a phage whose genes are in families of these numbers, with a text that looks like a family. */
async function importPhage(
  name: string,
  families: number[],
  fields: Partial<ImportedPhage> = {},
  kind: 'annotations' | 'table' = 'annotations',
) {
  const input = `${name}.${kind}`;
  const { result } = await withDataFolder(
    data,
    { note() {}, signal: new AbortController().signal },
    async (staged) => {
      staged.inputs.set(input, { kind, bytes: 1, sha256: 'x', program: 'p', date: null });
      const phage = putPhage(staged, name, { input, kind }, fields);
      const genes = families.map((id, at) =>
        JSON.stringify({
          GeneID: `${name}_CDS_${at + 1}`,
          PhageID: summaryOf(phage),
          PhamID: { PhamID: id, Color: '#FFFFFF' },
          Notes: '"PhageID":{},"PhamID":{"PhamID":7,"Color":"#123456"}',
        }),
      );
      if (genes.length > 0) {
        staged.put(`genes/${name}.ndjson`, Buffer.from(`${genes.join('\n')}\n`), {
          inputs: [input],
        });
      }
      return settleGenes(staged);
    },
  );
  return result;
}

const genesOf = (name: string) =>
  read(`genes/${name}.ndjson`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const colorsOf = (name: string) => genesOf(name).map(({ PhamID }) => PhamID.Color);

test('a family of one gene is white until a second one comes, also in files of earlier imports', async () => {
  expect(await importPhage('L5', [1, 2, 2])).toEqual([]);
  expect(colorsOf('L5')).toEqual(['#FFFFFF', familyColor(2, 2), familyColor(2, 2)]);
  expect(await importPhage('D29', [1])).toEqual(['genes/L5.ndjson']);
  expect(colorsOf('L5')).toEqual([familyColor(1, 2), familyColor(2, 2), familyColor(2, 2)]);
  expect(colorsOf('D29')).toEqual([familyColor(1, 2)]);
  expect(await importPhage('D29', [3])).toEqual(['genes/L5.ndjson']);
  expect(colorsOf('L5')[0]).toBe('#FFFFFF');
});

test('genes say what is known of their phage, and their own texts stay', async () => {
  await importPhage('L5', [1]);
  const before = genesOf('L5')[0].Notes;
  expect(
    await importPhage('L5', [], { pcluster: { cluster: 'A', temperate: true } }, 'table'),
  ).toEqual(['genes/L5.ndjson']);
  expect(genesOf('L5')[0].PhageID).toMatchObject({ PhageID: 'L5', Cluster: 'A' });
  expect(genesOf('L5')[0].Notes).toBe(before);
});

test('what a table set is left to it; what an input no longer says is blank again', async () => {
  await importPhage('L5', [1], { found_city: 'Chester', found_year: 2010 });
  await importPhage('L5', [], { found_year: 2011 }, 'table');
  await importPhage('L5', [1], { found_year: 2010 });
  expect(JSON.parse(read('phages/L5.json'))).toMatchObject({ found_city: '', found_year: 2011 });
});

test('it ends where a signal asks for it', async () => {
  await importPhage('L5', [1]);
  const signal = new AbortController();
  const settling = withDataFolder(data, { note() {}, signal: signal.signal }, async (staged) => {
    signal.abort(new Error('ended'));
    return settleGenes(staged);
  });
  await expect(settling).rejects.toThrow('ended');
});

const of = (...inputs: string[]): ImportedFile => ({ bytes: 1, sha256: 'x', inputs });

test('the files of each input, but for those that went to another since', () => {
  const files = new Map([
    ['genes/L5.ndjson', of('a.gff', 'a.fasta')],
    ['genes/D29.ndjson', of('b.gb')],
    ['phages/L5.json', of('a.gff', 'phages.csv')],
  ]);
  const filesOf = filesByInput({ files });
  files.set('genes/D29.ndjson', of('a.gff'));
  files.delete('phages/L5.json');
  expect([...filesOf('a.gff')]).toEqual(['genes/L5.ndjson']);
  expect([...filesOf('a.fasta')]).toEqual(['genes/L5.ndjson']);
  expect([...filesOf('b.gb')]).toEqual([]);
  expect([...filesOf('unknown')]).toEqual([]);
});

test('one pass over all files is enough for all inputs', () => {
  let passes = 0;
  class Counted extends Map<string, ImportedFile> {
    override [Symbol.iterator]() {
      passes++;
      return super[Symbol.iterator]();
    }
  }
  const filesOf = filesByInput({ files: new Counted([['genes/L5.ndjson', of('a.gff')]]) });
  for (let input = 0; input < 10; input++) filesOf(`${input}.gff`);
  expect(passes).toBe(1);
});
