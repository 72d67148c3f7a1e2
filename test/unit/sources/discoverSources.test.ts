import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectionNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { tempFolder } from './tempFolder.ts';

/** Files by their texts, links, and folders, whose names end in a slash. */
type Layout = Readonly<Record<string, string | { readonly link: string }>>;

const link = (target: string) => ({ link: target });
const both: Layout = { 'genes/': '', 'phages/': '' };
const files = (...names: string[]): Layout => Object.fromEntries(names.map((name) => [name, '{}']));

function folderWith(layout: Layout): string {
  const root = tempFolder();
  for (const [name, what] of Object.entries(layout)) {
    const place = path.join(root, name);
    mkdirSync(name.endsWith('/') ? place : path.dirname(place), { recursive: true });
    if (typeof what !== 'string') symlinkSync(what.link, place);
    else if (!name.endsWith('/')) writeFileSync(place, what);
  }
  return root;
}

/** The files that are found, relative to the data folder, where they lie, and what is told of others. */
function discover(data: string) {
  const { sources, findings } = discoverSources(data);
  return {
    files: sources.map(({ file }) => path.relative(data, file)),
    real: sources.map(({ absolutePath }) => path.relative(data, absolutePath)),
    told: findings.map(({ file, rule, line, pointer, expected, found, hint }) => {
      expect([line, pointer]).toEqual([0, '']);
      const place = path.relative(data, file) || '.';
      return `${place} ${rule}: ${expected}; ${found}${hint === undefined ? '' : ` → ${hint}`}`;
    }),
  };
}
const found = (layout: Layout) => discover(folderWith(layout));
const toldOf = (layout: Layout) => found(layout).told;

const trySample =
  'To begin with synthetic data: `phagepress sample --out sample-data`, then --data sample-data.';
const below = 'Put gene records below genes/ and phage records below phages/.';
const kinds = 'files named .ndjson, .jsonl or .json, or one of these and .gz';
const leadsOut =
  'source-link: files inside the data folder; a symbolic link that leads out of it, which was not followed → Copy the files into the data folder, or name the folder they lie in with --data.';
const unreadable = (code: string) => `source: to be able to read it; an error (${code})`;
const hidden =
  'source-unread: files whose names, and those of their folders, begin with no dot; a hidden one, which was not read → Name it without the dot if its records are to be published; delete it if not.';
const outside =
  'source-unread: files below genes/ or phages/; one beside them, which was not read →';
const missing = (name: string, what: string, hint: string) =>
  `${name} source-missing: a folder ${name}/; ${what} → ${hint}`;
const without = (name: string) =>
  missing(name, 'none', `Make it, empty if there are no ${name}, or say --allow source-missing.`);

describe('the files of genes/ and phages/', () => {
  test('know what is in them, in whatever case their endings are', () => {
    const data = folderWith(
      files('genes/a.NdJson', 'genes/b.jsonl.GZ', 'genes/deep/er/c.JSON', 'phages/d.json.gz'),
    );
    const { sources, findings } = discoverSources(data);
    expect(findings).toEqual([]);
    expect(sources).toMatchObject(
      [
        { file: 'genes/a.NdJson', collection: 'genes', layout: 'lines', gzipped: false },
        { file: 'genes/b.jsonl.GZ', collection: 'genes', layout: 'lines', gzipped: true },
        { file: 'genes/deep/er/c.JSON', collection: 'genes', layout: 'document', gzipped: false },
        { file: 'phages/d.json.gz', collection: 'phages', layout: 'document', gzipped: true },
      ].map((source, ordinal) => {
        const file = path.join(data, source.file);
        return { ...source, bytes: 2, ordinal, file, absolutePath: file };
      }),
    );
  });

  test('are in code-point order of their relative path, over both collections (S1)', () => {
    const genes = ['B', 'Z', '_', 'a-b', 'a', 'a/z', 'b', 'é', '\uff5e', '🧬'];
    const ordered = [...genes.map((name) => `genes/${name}`), 'phages/A', 'phages/a'].map(
      (name) => `${name}.json`,
    );
    expect(found(files(...ordered.toReversed())).files).toEqual(ordered);
  });

  test.each([
    ['.DS_Store', '._a.json', 'Thumbs.db', 'desktop.ini', '__MACOSX/._a.json'],
    ['README.md', 'readme', 'LICENSE', '.gitkeep', '.git/config', '.phagepress-sample'],
  ])('do not include what lies in folders anyway, such as %s', (...names) => {
    const layout = files(...names.flatMap((name) => [name, `genes/${name}`]), 'genes/b.json');
    expect(found({ ...both, ...layout })).toMatchObject({ files: ['genes/b.json'], told: [] });
  });

  test('may have names that mean something to a shell or a glob', () => {
    const globs = ['!a', '(b|c)', '*', '[a]*', '\\d', '{e,f}', '?', 'a\nb', 'x\ny/b', '[x]/+(y)/z'];
    const names = globs.map((name) => `genes/${name}.json`);
    const { files: all, told } = found({ ...both, ...files(...names) });
    expect(told).toEqual([]);
    expect(all.toSorted()).toEqual(names.toSorted());
  });

  test.each(['[d]ata*', '{a,b}', '!(x)', '**', 'a b', '(data)', '~', 'data\\d'])(
    'are found in a data folder named %s',
    (name) => {
      const root = folderWith(files(`${name}/genes/a.json`, `${name}/phages/.keep`));
      expect(discover(path.join(root, name))).toMatchObject({ files: ['genes/a.json'], told: [] });
    },
  );

  test('are named by the data folder as the user gave it', () => {
    const data = folderWith({ 'real/genes/a.json': '{}', linked: link('real') });
    const [source] = discoverSources(path.join(data, 'linked')).sources;
    expect(source?.file).toBe(path.join(data, 'linked/genes/a.json'));
    expect(source?.absolutePath).toBe(path.join(data, 'real/genes/a.json'));
  });

  test('may be those of one collection only, where the other is empty', () => {
    const one = { ...both, 'phages/a.json': '{}' };
    expect(found(one)).toMatchObject({ files: ['phages/a.json'], told: [] });
  });
});

const one = { ...both, 'genes/b.json': '{}' };
const b = ['genes/b.json'];

describe('a symbolic link', () => {
  test.each<[what: string, layout: Layout, files: string[], real: string[]]>([
    [
      'a file inside the data folder is read as that file',
      { 'store/x.txt': '', 'genes/a.json': link('../store/x.txt') },
      ['genes/a.json', ...b],
      ['store/x.txt', ...b],
    ],
    [
      'a folder inside the data folder is walked',
      { 'store/deep/a.json': '', 'genes/linked': link('../store') },
      [...b, 'genes/linked/deep/a.json'],
      [...b, 'store/deep/a.json'],
    ],
    [
      'a name that starts with two dots is inside all the same',
      { '..2024/a.json': '', 'genes/a.json': link('../..2024/a.json') },
      ['genes/a.json', ...b],
      ['..2024/a.json', ...b],
    ],
    [
      'a folder that holds it ends, and reads each file once',
      { 'genes/sub/a.json': '', 'genes/sub/up': link('..'), 'genes/sub/here': link('.') },
      [...b, 'genes/sub/a.json'],
      [...b, 'genes/sub/a.json'],
    ],
  ])('to %s', (_what, layout, all, real) => {
    expect(found({ ...one, ...layout })).toEqual({ files: all, real, told: [] });
  });

  test('to a file that is found anyway does not make it two sources', () => {
    const twice = { 'genes/a.json': link('b.json'), 'genes/c.json': link('b.json') };
    expect(found({ ...one, ...twice }).real).toEqual(b);
  });

  test.each<[what: string, layout: Layout, told: string[]]>([
    [
      'a file out of the data folder',
      { 'genes/a.json': link('../../outside/secret.json') },
      [`genes/a.json ${leadsOut}`],
    ],
    [
      'a folder out of the data folder',
      { 'genes/a.json': link('../../outside') },
      [`genes/a.json ${leadsOut}`],
    ],
    [
      'a sibling of the data folder that has its name as a beginning',
      { 'genes/a.json': link('../../data-old/a.json') },
      [`genes/a.json ${leadsOut}`],
    ],
    [
      'the outside by way of a link inside',
      { door: link('../outside'), 'genes/a.json': link('../door/secret.json') },
      [`genes/a.json ${leadsOut}`, `door ${outside} ${below}`],
    ],
    ['nothing', { 'genes/a.json': link('nowhere') }, [`genes/a.json ${unreadable('ENOENT')}`]],
    ['itself', { 'genes/a.json': link('a.json') }, [`genes/a.json ${unreadable('ELOOP')}`]],
    // An editor's lock.
    ['nobody', { 'genes/.#a.json': link('me@host.1234') }, [`genes/.#a.json ${hidden}`]],
  ])('to %s is not read, and told of', (_what, layout, told) => {
    const root = folderWith({
      ...files('outside/secret.json', 'data-old/a.json'),
      ...Object.fromEntries(
        Object.entries({ ...one, ...layout }).map(([name, what]) => [`data/${name}`, what]),
      ),
    });
    expect(discover(path.join(root, 'data'))).toMatchObject({ files: b, told });
    // As the user would open it, also where the data folder is a link.
    symlinkSync('data', path.join(root, 'linked'));
    expect(discover(path.join(root, 'linked'))).toMatchObject({ files: b, told });
  });

  test('that stands for genes/ itself and leads out is not walked', () => {
    const elsewhere = folderWith(files('a.json'));
    expect(found({ 'phages/b.json': '{}', genes: link(elsewhere) })).toMatchObject({
      files: ['phages/b.json'],
      told: [`genes ${leadsOut}`],
    });
    expect(toldOf({ 'phages/a.txt': 'x', genes: link(elsewhere) })).toEqual([
      `genes ${leadsOut}`,
      `phages source-missing: ${kinds}; only a.txt`,
      expect.stringMatching(/^phages\/a.txt source-unread/),
    ]);
  });
});

describe('a data folder', () => {
  const holder = 'a folder that holds genes/ and phages/';
  const name = 'Name the folder of the sources with --data.';
  test.each([
    ['is missing', {}, `. source: ${holder}; nothing there → ${name} ${trySample}`],
    ['is a file', { data: 'x' }, `. source: ${holder}; a file → ${name}`],
    ['lies in a file', { data: link('file/data'), file: 'x' }, `. ${unreadable('ENOTDIR')}`],
  ])('that %s is a finding', (_what, layout, said) => {
    const data = path.join(folderWith(layout), 'data');
    expect(discover(data).told).toEqual([said]);
    expect(discoverSources(data)).toMatchObject({
      collections: requiredNames,
      hasGenomes: false,
      sources: [],
    });
  });

  const given = files('genes/a.json', 'phages/a.json');
  test.each<[layout: Layout, collections: readonly string[], hasGenomes: boolean, told: unknown[]]>(
    [
      [{}, requiredNames, false, []],
      [{ 'features/a.json': '[]' }, collectionNames, false, []],
      [{ 'features/': '' }, collectionNames, false, []],
      [{ 'genomes/': '' }, requiredNames, true, []],
      // Written by imports.
      [{ 'provenance.json': '{}' }, requiredNames, false, []],
      [
        { 'features/a.xlsx': 'x' },
        collectionNames,
        false,
        [
          `features source-missing: ${kinds}; only a.xlsx`,
          expect.stringMatching(/^features\/a.xlsx source-unread/),
        ],
      ],
      // What stands where a folder of features could be.
      [{ features: 'x' }, requiredNames, false, [`features ${outside} ${below}`]],
      [{ features: link('nowhere') }, requiredNames, false, [`features ${outside} ${below}`]],
      [
        { 'feature/a.json': '[]' },
        requiredNames,
        false,
        [`feature/a.json ${outside} Did you mean features/?`],
      ],
      [
        { 'genomes/a.txt': '{}' },
        requiredNames,
        true,
        [
          expect.stringMatching(/^genomes source-missing: files named .fasta, .*; only a.txt$/),
          expect.stringMatching(
            /^genomes\/a.txt source-unread: files named .fasta, .*; one of another kind, which was not read → If they hold genomes, save these as FASTA; if not, move/,
          ),
        ],
      ],
    ],
  )('with %j besides genes and phages has these collections: %j', (layout, all, genomes, told) => {
    const data = folderWith({ ...given, ...layout });
    expect(discoverSources(data)).toMatchObject({ collections: all, hasGenomes: genomes });
    expect(discover(data).told).toEqual(told);
  });

  const neither = '. source: a folder genes/ or phages/ in it; neither';
  const didYouMean = 'Did you mean genes/?';
  test.each<[layout: Layout, said: string[]]>([
    [{}, [`${neither} → ${below} ${trySample}`]],
    [files('other/a.json'), [`${neither} → ${below}`, `other/a.json ${outside} ${below}`]],
    [files('gene/a.json'), [`${neither}, but gene/ → ${didYouMean}`]],
    [
      files('Phage/a.json', 'gens/a.json', 'genome/a.json'),
      [
        `${neither}, but Phage/ and gens/ → Did you mean phages/ and genes/?`,
        `genome/a.json ${outside} Did you mean genomes/?`,
      ],
    ],
    [files('gene/a.json', 'genees/a.json'), [`${neither}, but gene/ and genees/ → ${didYouMean}`]],
    [
      files('phages/a.json', 'Genes/a.json', 'gens/a.json'),
      [missing('genes', 'only Genes/ and gens/', didYouMean)],
    ],
    [
      files('genes/a.json', 'phage/a.json', 'gene/a.json'),
      [
        missing('phages', 'only phage/', 'Did you mean phages/?'),
        `gene/a.json ${outside} ${didYouMean}`,
      ],
    ],
    [files('phages/a.json', 'genomes/a.fasta'), [without('genes')]],
    [files('genes/a.json'), [without('phages')]],
    [{ genes: 'x', 'phages/a.json': '{}' }, ['genes source: a folder; a file']],
    [
      { 'genes/': '', 'phages/': '' },
      ['phages', 'genes'].map((one_) => `${one_} source-missing: ${kinds}; none → ${trySample}`),
    ],
  ])('with %j is told what it lacks', (layout, said) => {
    expect(toldOf(layout)).toEqual(said);
  });

  test.each([
    [['a.csv'], 'only a.csv'],
    [['a.csv', 'b.gz'], 'only a.csv and b.gz'],
    [['c.tsv', 'a.csv', 'b.gz'], 'only a.csv, b.gz and c.tsv'],
    [['e.txt', 'd.txt', 'a.csv', '\u202eb', 'c'], 'only a.csv, c, d.txt and 2 more'],
  ])('of whose genes none is a source is told what is there: %j', (names, said) => {
    const layout = files('phages/a.json', ...names.map((name_) => `genes/${name_}`));
    expect(toldOf(layout)[0]).toBe(`genes source-missing: ${kinds}; ${said}`);
  });
});

describe('a file that is not read', () => {
  const unread = `source-unread: ${kinds};`;
  const plain = 'one of another kind, which was not read';
  const json = 'one of another kind, though it begins like JSON, which was not read';
  const general =
    'If they hold records, save these in one of the kinds that are read; if not, move them out of the data folder.';
  const packed =
    'a packed file of another kind, which was not read → Unpack it: only files compressed by gzip alone (.gz) are read as they are.';
  const leftover =
    'a backup or an unfinished copy, which was not read → Delete it when nothing in it is missing elsewhere.';

  test.each([
    ['genes/genes.csv', 'GeneID,Start', `${unread} ${plain} → ${general}`],
    ['genes/deep/json', '', `${unread} ${plain} → ${general}`],
    ['genes/ajson', '', `${unread} ${plain} → ${general}`],
    ['genes/a.gz', '', `${unread} ${plain} → ${general}`],
    ['genes/Trixie.ndjosn', '', `${unread} ${plain} → Did you mean Trixie.ndjson?`],
    ['genes/v1.2.jsn', '', `${unread} ${plain} → Did you mean v1.2.json?`],
    ['genes/Alice.jsnol.gz', '', `${unread} ${plain} → Did you mean Alice.jsonl.gz?`],
    ['genes/Alice.json.gzip', '', `${unread} ${plain} → Did you mean Alice.json.gz?`],
    ['genes/D.txt', '{"a":1}\n{"a":2}\n', `${unread} ${json} → Did you mean D.ndjson?`],
    ['genes/D.txt', '[\n{"a":1}]', `${unread} ${json} → Did you mean D.json?`],
    ['genes/Alice.ndjson.zip', '', `${unread} ${packed}`],
    ['genes/Alice.tar.gz', '', `${unread} ${packed}`],
    ['genes/a.json~', '{}', `${unread} ${leftover}`],
    ['genes/a.ndjson.bak', '', `${unread} ${leftover}`],
    ['genes/#a.ndjson#', '', `${unread} ${leftover}`],
    ['genes/a.ndjson.part', '', `${unread} ${leftover}`],
    ['genes/.hidden.ndjson', '', hidden],
    ['genes/.old/a.ndjson', '', hidden],
    ['genes/.a.ndjson.swp', '', hidden],
    ['genes.json', '{"GeneID":"a"}', `${outside} Did you mean genes/genes.json?`],
    ['D29.ndjson', '{"phage_name":"a"}', `${outside} Did you mean phages/D29.ndjson?`],
    ['a.csv', 'x', `${outside} ${below}`],
    ['old/deep/a.ndjson', 'x', `${outside} ${below}`],
    ['genome/a.fasta', 'x', `${outside} Did you mean genomes/?`],
  ])('is told of, with what was meant: %s with %j', (file, text, said) => {
    expect(toldOf({ ...one, [file]: text })).toEqual([`${file} ${said}`]);
  });

  test('is told of in one finding with others where they are many, by folder and kind', () => {
    const names = Array.from({ length: 11 }, (_, index) => String(10 + index));
    const layout = files(
      ...names.flatMap((name) => [`genes/${name}/x.CSV`, `old/${name}.json`]),
      'genes/b.txt.x',
    );
    expect(toldOf({ ...one, ...layout })).toEqual([
      `genes ${unread} 11 files named .csv that were not read, such as 10/x.CSV, 11/x.CSV, 12/x.CSV → ${general}`,
      `genes/b.txt.x ${unread} ${json} → Did you mean b.txt.ndjson?`,
      `old source-unread: files below genes/ or phages/; 11 files that were not read, such as 10.json, 11.json, 12.json → ${below}`,
    ]);
  });

  test('because somebody has a whole project there does not take for ever', () => {
    const data = folderWith(one);
    for (let at = 0; at < 101; at++) {
      const folder = path.join(data, 'node_modules', String(at));
      mkdirSync(folder, { recursive: true });
      // Links are made faster than files.
      for (let file = 0; file < 100; file++)
        linkSync(path.join(data, 'genes/b.json'), path.join(folder, `${file}.js`));
    }
    expect(discover(data).told).toEqual([
      expect.stringContaining(
        '; 10,000 files or more that were not read, such as 0/0.js, 0/1.js, 0/10.js →',
      ),
    ]);
  });
});

describe('what is no regular file, or has a name that is no UTF-8,', () => {
  test('is a finding where it is named like a source, and hides nothing behind it', () => {
    const data = folderWith({ ...both, 'genes/z.json': '{}' });
    execFileSync(
      'mkfifo',
      ['a.json', 'b'].map((name) => path.join(data, 'genes', name)),
    );
    expect(discover(data)).toMatchObject({
      files: ['genes/z.json'],
      told: [
        'genes/a.json source: a regular file; something else, such as a pipe',
        expect.stringMatching(/^genes\/b source-unread/),
      ],
    });
  });

  test.each([
    ['b\xff.json', 'file'],
    ['b\xff', 'folder'],
  ])('is named with its bytes, and hides nothing behind it: %j, a %s', (name, kind) => {
    const data = folderWith({ ...both, ...files('genes/a.json', 'genes/z.json') });
    const place = Buffer.from(path.join(data, 'genes', name), 'latin1');
    if (kind === 'file') writeFileSync(place, '{}');
    else mkdirSync(place);
    expect(discover(data)).toMatchObject({
      files: ['genes/a.json', 'genes/z.json'],
      told: [
        expect.stringMatching(
          /^genes\/b\\xff(?:\.json)? source: a name in UTF-8; one that is not, which was not read/,
        ),
      ],
    });
  });
});
