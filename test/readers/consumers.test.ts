/** What docs/reading.md tells those who read a site: its examples are run, and must print what the records say. */
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { compareText } from '../../src/text/order.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { runWell } from '../integration/runCli.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { sharedFolder, writeFiles } from '../integration/workFolder.ts';
import { askDuckDb, quoted } from './duckdb.ts';
import {
  printedBySnippets,
  printedOfPhage,
  type Records,
  tidied,
  topPhages,
} from '../docs/printedBySnippets.ts';
import { canRun, installing, type Language, languages, runSnippet } from '../docs/runSnippet.ts';
import { exampleSite, readSnippets, type Snippet } from '../docs/snippets.ts';

// A name that is no part of an address as it stands, nor a text for `console.log` to fill in.
const oddName = 'Ünïco%de';

// Read as numbers, two of them would be one; they are in use.
const oddLabels = ['1', '19.1', '19.10'];

const hyparquet = fileURLToPath(new URL('../../node_modules/hyparquet', import.meta.url));

const folder = sharedFolder(async (cwd) => {
  await runWell(['sample', '--genes', '6000', '--seed', '1', '--out', 'data'], { cwd });
  await writeFiles(cwd, {
    'data/genes/odd.ndjson': asLines(
      oddLabels.map((Name, index) => tinyGene(oddName, index + 1, { Name, Orientation: 'F' })),
    ),
    'data/phages/odd.ndjson': asLines([tinyPhage(oddName, { genome_length: 4321 })]),
  });
  // The hosts of the sample and of this phage have some of the same ids.
  const less = [
    '--allow',
    'id-names',
    '--no-gene-files',
    '--views',
    'genesbyphage',
    '--bulk',
    'ndjson,tsv,parquet,fasta',
  ];
  await runWell(['build', '--base-url', exampleSite, '--page-size', '1000', ...less], { cwd });
  // As `npm install hyparquet` would have it.
  await mkdir(path.join(cwd, 'node_modules'));
  await symlink(hyparquet, path.join(cwd, 'node_modules/hyparquet'));
});
const bulkFile = (name: string) => path.join(folder(), 'dist/bulk', name);

let records: Records;
beforeAll(async () => {
  const genes = await readSources<GeneRecord>('genes', ({ GeneID }) => GeneID);
  const phages = await readSources<PhageRecord>('phages', ({ phage_name: name }) => name);
  records = { genes, phages };
});

/** The records as they lie in the sources, in the order of their list. */
async function readSources<T>(collection: string, keyOf: (record: T) => string): Promise<T[]> {
  const dir = path.join(folder(), 'data', collection);
  const files = await readdir(dir);
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const lines = texts.flatMap((text) => text.trimEnd().split('\n'));
  const read = lines.map((line) => JSON.parse(line) as T);
  return read.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

const snippets = readSnippets();

/** Examples that are not run as they stand; each has a test of its own, which says why. */
const apart = ['Python: A few columns', 'DuckDB: Everything', 'Python: Following a site'];
const isAboutNews = ({ name }: Snippet) => name.endsWith(': Only what is new');
// It is the only other that leaves a file behind.
const isDownload = ({ name }: Snippet) => name === 'R: Everything';
const isOfOnePhage = ({ name }: Snippet) => name.endsWith(': One phage');

/** Where all examples are run, as by one reader; what they write remains. */
const readersFolder = () => path.join(folder(), 'reader');

/** What an example prints that asks a preview of the site. */
function run(language: Language, snippet: Snippet, cwd = readersFolder()): Promise<string> {
  return withPreview(['--port', '0'], folder(), ({ url }) =>
    runSnippet(language, snippet.text.replaceAll(exampleSite, url), cwd),
  );
}

/** What an example that asks only for what is new prints when there is some, and when there is none. */
async function printedOfNews(language: Language) {
  const { length: bytes } = await readFile(bulkFile('genes.tsv.gz'));
  return language === 'bash'
    ? { fresh: `200 ${bytes}\n`, same: '304 0\n' }
    : { fresh: `new: ${bytes} bytes\n`, same: 'nothing new\n' };
}

/** Every one right behind every other: each pair of neighbours comes once. */
function inEveryOrder<T>(items: readonly T[]): T[] {
  const walk = items.flatMap((item, at) => items.slice(at + 1).flatMap((later) => [item, later]));
  return [...walk, ...items.slice(0, 1)];
}

describe.each(languages)('the examples for readers in docs/reading.md, in %s', (language) => {
  const own = snippets.filter(
    (snippet) => snippet.language === language && !apart.includes(snippet.name),
  );
  const rows = own.map((snippet) => [snippet.name, snippet] as const);

  describe.skipIf(!canRun(language))(`(to run this: ${installing(language)})`, () => {
    test.each(rows.filter(([, snippet]) => !isAboutNews(snippet)))(
      'print what the records say: %s',
      async (name, snippet) => {
        expect(tidied(await run(language, snippet))).toBe(printedBySnippets(records)[name]);
      },
    );

    test.each(rows.filter(([, snippet]) => isOfOnePhage(snippet)))(
      'escape names: %s',
      async (_, snippet) => {
        const text = snippet.text.replaceAll('Banobagleep', oddName);
        const printed = await run(language, { ...snippet, text });
        expect(tidied(printed)).toBe(printedOfPhage(oddName, records));
      },
    );

    test.each(rows.filter(([, snippet]) => isAboutNews(snippet)))(
      'download a file once, and again when it is another: %s',
      async (_, snippet) => {
        const cwd = path.join(folder(), `news-${language}`);
        const { fresh, same } = await printedOfNews(language);
        expect(await run(language, snippet, cwd)).toBe(fresh);
        expect(await run(language, snippet, cwd)).toBe(same);
        const downloaded = await readFile(path.join(cwd, 'genes.tsv.gz'));
        expect(downloaded.equals(await readFile(bulkFile('genes.tsv.gz')))).toBe(true);
        const kept = (await readdir(cwd)).find((file) => /\.(?:etag|txt)$/.test(file)) ?? '';
        const told = await readFile(path.join(cwd, kept), 'utf8');
        const other = told.replace(/\w/, (digit) => (digit === '0' ? '1' : '0'));
        await writeFile(path.join(cwd, kept), other);
        expect(await run(language, snippet, cwd)).toBe(fresh);
      },
    );
  });
});

describe('the examples for readers in docs/reading.md that write files', () => {
  const writing = snippets.filter((snippet) => isAboutNews(snippet) || isDownload(snippet));
  const runnable = writing.flatMap((snippet) => {
    const language = languages.find((name) => name === snippet.language);
    return language !== undefined && canRun(language) ? [{ snippet, language }] : [];
  });

  test("do not get into each other's way in one folder, in whatever order", async () => {
    const cwd = path.join(folder(), 'in-every-order');
    const done = new Set<Snippet>();
    for (const { snippet, language } of inEveryOrder(runnable)) {
      const printed = await run(language, snippet, cwd);
      if (isAboutNews(snippet)) {
        const { fresh, same } = await printedOfNews(language);
        expect(printed, snippet.name).toBe(done.has(snippet) ? same : fresh);
      }
      done.add(snippet);
    }
    expect(done.size).toBe(runnable.length);
  });
});

describe('the examples for readers in docs/reading.md', () => {
  test.skipIf(!canRun('python'))('read labels as text in Python', async () => {
    const { text } = named('Python: Everything');
    const asked = `\nodd = genes[genes["PhageID_PhageID"] == "${oddName}"]\nprint(*odd["Name"])\n`;
    const printed = await run('python', { ...named('Python: Everything'), text: text + asked });
    expect(printed.trimEnd().split('\n').at(-1)).toBe(oddLabels.join(' '));
  });

  test.skipIf(!canRun('r'))('read labels and directions as text in R', async () => {
    const { text } = named('R: Everything');
    const asked = `\nodd <- genes[genes$PhageID_PhageID == "${oddName}", ]\ncat(odd$Name, class(genes$Orientation), "\\n")\n`;
    const printed = await run('r', { ...named('R: Everything'), text: text + asked });
    expect(printed.trimEnd().split('\n').at(-1)?.trim()).toBe(`${oddLabels.join(' ')} character`);
  });

  test('are all run, or set apart for a reason', () => {
    const names = snippets.map(({ name }) => name);
    const news = snippets.filter(isAboutNews).map(({ name }) => name);
    expect(news.length).toBe(4);
    expect(snippets.filter(isOfOnePhage).length).toBe(4);
    const tried = [...Object.keys(printedBySnippets(records)), ...news, ...apart];
    expect(names.toSorted()).toEqual(tried.toSorted());
    const known = new Set<string>(languages);
    const unknown = snippets.filter(({ language }) => !known.has(language));
    expect(unknown.map(({ name }) => name)).toEqual(['DuckDB: Everything']);
  });

  test('ask the example site and nobody else', () => {
    for (const { name, text } of snippets) {
      const origins = text.match(/https?:\/\/[^/'"$`\s]+/g);
      expect(new Set(origins), name).toEqual(new Set([exampleSite]));
    }
  });

  test('are tried on files of several members of gzip, of which some readers take only the first', async () => {
    for (const name of ['genes.ndjson.gz', 'genes.tsv.gz', 'proteins.faa.gz']) {
      const bytes = await readFile(bulkFile(name));
      const header = bytes.subarray(0, 10);
      expect(bytes.indexOf(header, header.length), name).toBeGreaterThan(0);
    }
  });

  test('ask DuckDB what it answers, of files: for addresses it would download an extension', async () => {
    const { text } = named('DuckDB: Everything');
    const sql = text.replaceAll(/'https:[^']*\/bulk\/([^/']+)'/g, (_, name: string) =>
      quoted(bulkFile(name)),
    );
    expect(sql).not.toContain(exampleSite);
    const lengths = new Map(records.phages.map((phage) => [phage.phage_name, phage.genome_length]));
    expect(await askDuckDb(sql)).toEqual(
      topPhages(records.genes).map(([name, genes]) => ({
        phage_name: name,
        genome_length: BigInt(lengths.get(name) ?? 0),
        genes: BigInt(genes),
      })),
    );
  });

  // Debian has no pyarrow.
  test('ask pandas for columns that the Parquet file has', async () => {
    const { text } = named('Python: A few columns');
    const [, asked = ''] = /columns=(\[[^\]]*\])/.exec(text) ?? [];
    const columns = JSON.parse(asked) as string[];
    const [, name = ''] = /"https:[^"]*\/bulk\/([^/"]+)"/.exec(text) ?? [];
    const described = await askDuckDb(`DESCRIBE SELECT * FROM ${quoted(bulkFile(name))}`);
    expect(described.map((row) => row['column_name'])).toEqual(expect.arrayContaining(columns));
    const grouped = [...text.matchAll(/(?:groupby\(|\)\[)"(\w+)"/g)].map(([, column]) => column);
    expect(grouped.length).toBe(2);
    expect(columns).toEqual(expect.arrayContaining(grouped));
  });
});

function named(name: string): Snippet {
  const found = snippets.find((snippet) => snippet.name === name);
  if (found === undefined) throw new Error(`docs/reading.md has no example ${name}`);
  return found;
}
