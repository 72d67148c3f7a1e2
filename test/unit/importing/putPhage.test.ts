/** What an import writes of phages and genes beside what is there. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { familyColor } from '../../../src/importing/blankPhage.ts';
import { withDataFolder } from '../../../src/importing/dataFolder.ts';
import { type ImportedFile } from '../../../src/importing/provenance.ts';
import {
  colorGenes,
  filesByInput,
  linesOf,
  linesOfGenes,
  putPhage,
  settleGenes,
  summaryOf,
} from '../../../src/importing/putPhage.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { asLines } from '../../integration/tinyData.ts';
import { createImportLog } from '../../../src/importing/report.ts';
import { tempFolder } from '../sources/tempFolder.ts';

let data: string;
beforeEach(() => {
  data = path.join(tempFolder(), 'data');
});

const { signal } = new AbortController();

const text = '"PhageID":{},"PhamID":{"PhamID":7,"Color":"#123456"}';

/** Imports a phage whose genes are in families of these numbers, with a text that looks like a family. */
async function importPhage(name: string, families: number[]) {
  const input = `${name}.gff`;
  const { result } = await withDataFolder(data, { note() {}, signal }, async (staged) => {
    const about = { bytes: 1, sha256: 'x', program: 'p', date: null };
    staged.inputs.set(input, { kind: 'annotations', ...about });
    const phage = putPhage(staged, name, { input, kind: 'annotations' }, {});
    const genes = families.map((id, at) => ({
      GeneID: `${name}_CDS_${at + 1}`,
      PhageID: summaryOf(phage),
      PhamID: { PhamID: id, Color: '#FFFFFF' },
      Notes: text,
    }));
    staged.put(`genes/${name}.ndjson`, Buffer.from(asLines(genes)), { inputs: [input] });
    return settleGenes(staged, createImportLog());
  });
  return result;
}

const genesOf = (name: string) =>
  fs
    .readFileSync(path.join(data, `genes/${name}.ndjson`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const colorsOf = (name: string) => genesOf(name).map(({ PhamID }) => PhamID.Color);

test('genes are written as other records are', () => {
  const odd = { ...exampleGene, Name: 'a "b"', Notes: '\\ \u2028 \ud800', LocusTag: null };
  const genes = [exampleGene, odd];
  expect(linesOfGenes(genes).toString()).toBe(linesOf(genes).toString());
  expect(linesOfGenes([]).length).toBe(0);
});

test('a family of one gene is white until a second one comes, also in files of earlier imports', async () => {
  expect(await importPhage('L5', [1, 2, 2])).toEqual([]);
  expect(colorsOf('L5')).toEqual(['#FFFFFF', familyColor(2, 2), familyColor(2, 2)]);
  expect(await importPhage('D29', [1])).toEqual(['genes/L5.ndjson']);
  expect(colorsOf('L5')).toEqual([familyColor(1, 2), familyColor(2, 2), familyColor(2, 2)]);
  expect(colorsOf('D29')).toEqual([familyColor(1, 2)]);
  expect(await importPhage('D29', [3])).toEqual(['genes/L5.ndjson']);
  expect(colorsOf('L5')[0]).toBe('#FFFFFF');
  expect(genesOf('L5')[0].Notes).toBe(text);
});

test('genes that were put in colour are read again only where that is not theirs in the end', async () => {
  const read: string[] = [];
  await withDataFolder(data, { note() {}, signal }, async (staged) => {
    const about = { bytes: 1, sha256: 'x', program: 'p', date: null };
    staged.inputs.set('a.gff', { kind: 'annotations', ...about });
    const put = (name: string, families: number[]) => {
      const phage = putPhage(staged, name, { input: 'a.gff', kind: 'annotations' }, {});
      const genes = families.map((id, at) => ({
        ...exampleGene,
        GeneID: `${name}_CDS_${at + 1}`,
        PhageID: summaryOf(phage),
        PhamID: { PhamID: id, Color: '#FFFFFF' },
      }));
      const said = colorGenes(genes, staged);
      const bytes = Buffer.from(asLines(genes));
      staged.put(`genes/${name}.ndjson`, bytes, { inputs: ['a.gff'], genes: said });
    };
    put('First', [1, 2, 2, 3]);
    put('Second', [1, 3]);
    put('Third', [1, 4]);
    put('Fourth', [5, 5]);
    // Its families of before go; what was in colour for their sake is white again, or stays.
    put('Second', [6]);
    putPhage(
      staged,
      'Fourth',
      { input: 'a.gff', kind: 'annotations' },
      { archive_accession: 'AB1' },
    );
    const readOwn = (file: string) => {
      read.push(file);
      return staged.readOwn(file);
    };
    await settleGenes({ ...staged, readOwn }, createImportLog());
  });
  expect(read).toEqual(['genes/First.ndjson', 'genes/Fourth.ndjson']);
  const [one, two, five] = [1, 2, 5].map((id) => familyColor(id, 2));
  expect(colorsOf('First')).toEqual([one, two, two, '#FFFFFF']);
  expect(colorsOf('Second')).toEqual(['#FFFFFF']);
  expect(colorsOf('Third')).toEqual([one, '#FFFFFF']);
  expect(colorsOf('Fourth')).toEqual([five, five]);
  expect(genesOf('Fourth')[0].PhageID.Accession).toBe('AB1');
});

test('it ends where a signal asks for it', async () => {
  await importPhage('L5', [1]);
  const ending = new AbortController();
  const settling = withDataFolder(data, { note() {}, signal: ending.signal }, async (staged) => {
    ending.abort(new Error('ended'));
    return settleGenes(staged, createImportLog());
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
