import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectionNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { addFile, tempFolder } from './tempFolder.ts';

/** A data folder with both collections, whatever is in them. */
function dataWith(...files: string[]): string {
  const data = folderWith(...files);
  for (const name of ['genes', 'phages']) mkdirSync(path.join(data, name), { recursive: true });
  return data;
}

function folderWith(...files: string[]): string {
  return tempFolder(Object.fromEntries(files.map((file) => [file, '{}'])));
}

/** The files that are found, relative to the data folder, and the findings. */
function discover(data: string) {
  const { sources, findings } = discoverSources(data);
  const files = sources.map((source) => path.relative(data, source.file));
  return { files, sources, findings };
}

function link(target: string, ...place: string[]): string {
  const file = path.join(...place);
  symlinkSync(target, file);
  return file;
}

describe('the files of genes/ and phages/', () => {
  test('are found in all folders, and know what is in them', () => {
    const data = dataWith(
      'genes/a.ndjson',
      'genes/b.jsonl.gz',
      'genes/deep/er/c.json',
      'phages/d.json.gz',
    );
    const { sources, findings } = discoverSources(data);
    expect(findings).toEqual([]);
    const common = { bytes: 2 };
    expect(sources).toMatchObject(
      [
        { file: 'genes/a.ndjson', collection: 'genes', layout: 'lines', gzipped: false },
        { file: 'genes/b.jsonl.gz', collection: 'genes', layout: 'lines', gzipped: true },
        { file: 'genes/deep/er/c.json', collection: 'genes', layout: 'document', gzipped: false },
        { file: 'phages/d.json.gz', collection: 'phages', layout: 'document', gzipped: true },
      ].map((source, ordinal) => {
        const file = path.join(data, source.file);
        return { ...source, ...common, ordinal, file, absolutePath: file };
      }),
    );
  });

  test('are in code-point order of their relative path, over both collections (S1)', () => {
    const ordered = [
      'genes/B.json',
      'genes/Z.json',
      'genes/_.json',
      'genes/a-b.json',
      'genes/a.json',
      'genes/a/z.json',
      'genes/b.json',
      'genes/é.json',
      'genes/\uff5e.json',
      'genes/🧬.json',
      'phages/A.json',
      'phages/a.json',
    ];
    expect(discover(dataWith(...ordered.toReversed())).files).toEqual(ordered);
  });

  test('have an extension in any case', () => {
    const data = dataWith('genes/A.JSON', 'genes/B.NdJson', 'genes/C.JSONL.GZ', 'genes/D.json.Gz');
    const { sources } = discover(data);
    expect(sources.map(({ layout, gzipped }) => [layout, gzipped])).toEqual([
      ['document', false],
      ['lines', false],
      ['lines', true],
      ['document', true],
    ]);
  });

  test.each([
    ['.DS_Store', '._a.json', 'Thumbs.db', 'desktop.ini', '__MACOSX/._a.json'],
    ['README.md', 'readme', 'LICENSE', '.gitkeep', '.git/config', '.phagepress-sample'],
  ])('do not include what lies in folders anyway, such as %s', (...names) => {
    const data = dataWith(...names.flatMap((name) => [name, `genes/${name}`]), 'genes/b.json');
    expect(discover(data)).toMatchObject({ files: ['genes/b.json'], findings: [] });
  });

  test('may have names that mean something to a shell or a glob', () => {
    const names = [
      '!a.json',
      '(b|c).json',
      '*.json',
      '[a]*.json',
      '\\d.json',
      '{e,f}.json',
      '?.json',
    ];
    const data = dataWith(...names.map((name) => `genes/${name}`), 'genes/[x]/+(y)/z.json');
    const expected = [...names, '[x]/+(y)/z.json'].map((name) => `genes/${name}`);
    const { files, findings } = discover(data);
    expect(findings).toEqual([]);
    expect(files.toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['genes/a\nb.json', ''],
    ['genes/x\ny/b.json', ''],
    ['data\\d/genes/a.json', 'data\\d'],
  ])('are read whatever their path holds: %j', (file, folder) => {
    const data = path.join(dataWith(file), folder);
    mkdirSync(path.join(data, 'phages'), { recursive: true });
    expect(discover(data)).toMatchObject({ files: [path.relative(folder, file)], findings: [] });
  });

  test.each(['[d]ata*', '{a,b}', '!(x)', '**', 'a b', '(data)', '~'])(
    'are found in a data folder named %s',
    (name) => {
      const data = path.join(folderWith(`${name}/genes/a.json`, `${name}/phages/.keep`), name);
      expect(discover(data)).toMatchObject({ files: ['genes/a.json'], findings: [] });
    },
  );

  test('are named by the data folder as the user gave it', () => {
    const data = dataWith('real/genes/a.json');
    link('real', data, 'linked');
    const [source] = discoverSources(path.join(data, 'linked')).sources;
    expect(source?.file).toBe(path.join(data, 'linked/genes/a.json'));
    expect(source?.absolutePath).toBe(path.join(data, 'real/genes/a.json'));
  });

  test('may be those of one collection only', () => {
    expect(discover(dataWith('phages/a.json'))).toMatchObject({
      files: ['phages/a.json'],
      findings: [],
    });
  });
});

describe('a symbolic link', () => {
  const leadsOut = {
    rule: 'source-link',
    line: 0,
    pointer: '',
    expected: 'files inside the data folder',
    found: 'a symbolic link that leads out of it, which was not followed',
    hint: 'Copy the files into the data folder, or name the folder they lie in with --data.',
  };

  test('to a file inside the data folder is read as that file', () => {
    const data = dataWith('store/x.txt');
    addFile(data, 'genes/b.json', '{}');
    link('../store/x.txt', data, 'genes/a.json');
    const { files, sources, findings } = discover(data);
    expect([files, findings]).toEqual([['genes/a.json', 'genes/b.json'], []]);
    expect(sources[0]?.absolutePath).toBe(path.join(data, 'store/x.txt'));
  });

  test('to a folder inside the data folder is walked', () => {
    const data = dataWith('store/deep/a.json', 'genes/b.json');
    link('../store', data, 'genes/linked');
    expect(discover(data).files).toEqual(['genes/b.json', 'genes/linked/deep/a.json']);
  });

  test('to a name that starts with two dots is inside all the same', () => {
    const data = dataWith('..2024/a.json', 'genes/b.json');
    link('../..2024/a.json', data, 'genes/a.json');
    expect(discover(data)).toMatchObject({
      files: ['genes/a.json', 'genes/b.json'],
      findings: [],
    });
  });

  test.each(['file', 'folder'])('to a %s out of the data folder is not read', (kind) => {
    const root = folderWith('data/phages/.keep', 'data/genes/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    const target = kind === 'file' ? '../../outside/secret.json' : '../../outside';
    const file = link(target, data, 'genes/a.json');
    const { files, findings } = discover(data);
    expect(files).toEqual(['genes/b.json']);
    expect(findings).toEqual([{ ...leadsOut, file }]);
  });

  test('to a sibling of the data folder that has its name as a beginning leads out', () => {
    const root = folderWith('data/phages/.keep', 'data/genes/b.json', 'data-old/a.json');
    const file = link('../../data-old/a.json', root, 'data/genes/a.json');
    const { files, findings } = discover(path.join(root, 'data'));
    expect([files, findings]).toEqual([['genes/b.json'], [{ ...leadsOut, file }]]);
  });

  test('that leads out by way of a link inside is not read either', () => {
    const root = folderWith('data/phages/.keep', 'data/genes/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    link('../outside', data, 'door');
    link('../door/secret.json', data, 'genes/a.json');
    const { files, findings } = discover(data);
    expect(files).toEqual(['genes/b.json']);
    expect(findings).toMatchObject([
      { rule: 'source-link', file: path.join(data, 'genes/a.json') },
      { rule: 'source-unread', file: path.join(data, 'door') },
    ]);
  });

  test('that stands for genes/ itself and leads out is not walked', () => {
    const root = dataWith('data/phages/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    const file = link('../outside', data, 'genes');
    const { files, findings } = discover(data);
    expect(files).toEqual(['phages/b.json']);
    expect(findings).toEqual([{ ...leadsOut, file }]);
  });

  test('to a folder that holds it ends, and reads each file once', () => {
    const data = dataWith('genes/sub/a.json', 'genes/b.json');
    link('..', data, 'genes/sub/up');
    link('.', data, 'genes/sub/here');
    const { sources, findings } = discover(data);
    expect(findings).toEqual([]);
    expect(sources.map(({ absolutePath }) => path.relative(data, absolutePath)).toSorted()).toEqual(
      ['genes/b.json', 'genes/sub/a.json'],
    );
  });

  test('to a file that is found anyway does not make it two sources', () => {
    const data = dataWith('genes/b.json');
    link('b.json', data, 'genes/a.json');
    link('b.json', data, 'genes/c.json');
    const { sources } = discover(data);
    expect(sources.map(({ absolutePath }) => path.relative(data, absolutePath))).toEqual([
      'genes/b.json',
    ]);
  });

  test.each([
    ['to nothing', 'nowhere.json', 'an error (ENOENT)'],
    ['to itself', 'a.json', 'an error (ELOOP)'],
  ])('%s is a finding that names it', (_what, target, found) => {
    const data = dataWith('genes/b.json');
    const file = link(target, data, 'genes/a.json');
    expect(discover(data).findings).toEqual([
      { rule: 'source', file, line: 0, pointer: '', expected: 'to be able to read it', found },
    ]);
  });

  test('to nothing is named as the user would open it, also in a data folder that is a link', () => {
    const root = folderWith('deep/er/real/genes/b.json', 'deep/er/real/phages/.keep');
    link('nowhere.json', root, 'deep/er/real/genes/a.json');
    const data = link('deep/er/real', root, 'data');
    expect(discover(data).findings).toMatchObject([
      { rule: 'source', file: path.join(data, 'genes/a.json') },
    ]);
  });

  test('to nothing does not hide the files behind it', () => {
    const data = dataWith('genes/b.json');
    link('nowhere.json', data, 'genes/a.json');
    expect(discover(data).files).toEqual(['genes/b.json']);
  });
});

const trySample =
  'To begin with synthetic data: `phagepress sample --out sample-data`, then --data sample-data.';

/** The findings but for those of files that are not read. */
function missing(data: string) {
  return discover(data).findings.filter(({ rule }) => rule !== 'source-unread');
}

describe('a data folder', () => {
  const noSources = { sources: [], line: 0, pointer: '' };

  test('that is missing is a finding', () => {
    const data = path.join(tempFolder(), 'nowhere');
    expect(discoverSources(data)).toEqual({
      collections: requiredNames,
      hasGenomes: false,
      sources: noSources.sources,
      findings: [
        {
          rule: 'source',
          file: data,
          line: 0,
          pointer: '',
          expected: 'a folder that holds genes/ and phages/',
          found: 'nothing there',
          hint: `Name the folder of the sources with --data. ${trySample}`,
        },
      ],
    });
  });

  test('with a folder of features, also an empty one, has that collection too; without it nothing is missed', () => {
    const both = { 'genes/a.json': '[]', 'phages/a.json': '[]' };
    expect(discoverSources(tempFolder(both))).toMatchObject({
      collections: requiredNames,
      findings: [],
    });
    const full = tempFolder({ ...both, 'features/a.json': '[]' });
    expect(discoverSources(full)).toMatchObject({
      collections: collectionNames,
      sources: [{ collection: 'features' }, { collection: 'genes' }, { collection: 'phages' }],
      findings: [],
    });
    rmSync(path.join(full, 'features/a.json'));
    expect(discoverSources(full)).toMatchObject({ collections: collectionNames, findings: [] });
    writeFileSync(path.join(full, 'features/a.xlsx'), 'x');
    const unread = ['source-missing', 'source-unread'];
    expect(discoverSources(full).findings.map(({ rule }) => rule)).toEqual(unread);
  });

  test('with a file or a link to nothing where a folder of features could be has no features', () => {
    const file = tempFolder({ 'genes/a.json': '[]', 'phages/a.json': '[]', features: 'x' });
    const nothing = tempFolder({ 'genes/a.json': '[]', 'phages/a.json': '[]' });
    symlinkSync('nowhere', path.join(nothing, 'features'));
    const misspelt = tempFolder({
      'genes/a.json': '[]',
      'phages/a.json': '[]',
      'feature/a.json': '[]',
    });
    for (const data of [file, nothing, misspelt]) {
      const { collections, findings } = discoverSources(data);
      expect(collections).toEqual(requiredNames);
      expect(findings.map(({ rule }) => rule)).toEqual(['source-unread']);
    }
    const [finding] = discoverSources(misspelt).findings;
    expect(finding).toMatchObject({ hint: 'Did you mean features/?' });
  });

  test('that is a file is a finding', () => {
    const data = path.join(tempFolder({ data: 'x' }), 'data');
    expect(discoverSources(data)).toMatchObject({
      sources: [],
      findings: [{ rule: 'source', file: data, found: 'a file' }],
    });
  });

  test('that lies in a file is a finding', () => {
    const data = path.join(tempFolder({ file: 'x' }), 'file/data');
    expect(discoverSources(data)).toMatchObject({
      sources: [],
      findings: [{ rule: 'source', file: data, found: 'an error (ENOTDIR)' }],
    });
  });

  test.each([
    ['other/a.json', ''],
    [null, ` ${trySample}`],
  ])('with neither genes/ nor phages/ is a finding: %j', (file, more) => {
    const data = tempFolder(file === null ? {} : { [file]: '{}' });
    expect(missing(data)).toEqual([
      {
        rule: 'source',
        file: data,
        line: 0,
        pointer: '',
        expected: 'a folder genes/ or phages/ in it',
        found: 'neither',
        hint: `Put gene records below genes/ and phage records below phages/.${more}`,
      },
    ]);
  });

  test.each([
    [['gene'], 'neither, but gene/', 'Did you mean genes/?'],
    [
      ['Phage', 'other', 'gens'],
      'neither, but Phage/ and gens/',
      'Did you mean phages/ and genes/?',
    ],
    [['gene', 'genees'], 'neither, but gene/ and genees/', 'Did you mean genes/?'],
  ])('with folders of nearly these names, %j, is told which are meant', (names, found, hint) => {
    const data = folderWith(...names.map((name) => `${name}/a.json`));
    expect(missing(data)).toMatchObject([{ rule: 'source', found, hint }]);
  });

  test.each([
    ['phages/a.json', ['gene', 'other'], 'genes', 'only gene/'],
    ['phages/a.json', ['Genes', 'gens'], 'genes', 'only Genes/ and gens/'],
    ['genes/a.json', ['phage', 'gene'], 'phages', 'only phage/'],
  ] as const)(
    'with %s and folders nearly named as the other collection, %j, is told of it',
    (there, names, collection, found) => {
      const data = folderWith(there, ...names.map((name) => `${name}/a.json`));
      expect(discover(data).files).toEqual([there]);
      expect(missing(data)).toMatchObject([
        {
          rule: 'source-missing',
          file: path.join(data, collection),
          expected: `a folder ${collection}/`,
          found,
          hint: `Did you mean ${collection}/?`,
        },
      ]);
    },
  );

  test('without a source is a finding for each folder that is there', () => {
    const data = folderWith('genes/a.json', 'phages/deep/a.csv');
    rmSync(path.join(data, 'genes/a.json'));
    const place = { rule: 'source-missing', line: 0, pointer: '' };
    const expected = 'files named .ndjson, .jsonl or .json, or one of these and .gz';
    expect(missing(data)).toEqual([
      { ...place, file: path.join(data, 'phages'), expected, found: 'only deep/a.csv' },
      { ...place, file: path.join(data, 'genes'), expected, found: 'none', hint: trySample },
    ]);
  });

  test.each([
    [['a.csv', 'b.gz'], 'only a.csv and b.gz'],
    [['c.tsv', 'a.csv', 'b.gz'], 'only a.csv, b.gz and c.tsv'],
    [['e.txt', 'd.txt', 'a.csv', '\u202eb', 'c'], 'only a.csv, c, d.txt and 2 more'],
  ])('of whose genes none is a source is told what is there: %j', (names, found) => {
    const data = folderWith('phages/a.json', ...names.map((name) => `genes/${name}`));
    expect(missing(data)).toMatchObject([
      { rule: 'source-missing', file: path.join(data, 'genes'), found },
    ]);
  });

  test('whose genes/ leads out is told that alone', () => {
    const [data, elsewhere] = [folderWith('phages/a.txt'), folderWith('a.json')];
    link(elsewhere, data, 'genes');
    expect(missing(data).map(({ rule }) => rule)).toEqual(['source-link', 'source-missing']);
  });

  test('whose genes/ is a file is a finding, and phages/ are still found', () => {
    const data = tempFolder({ genes: 'x', 'phages/a.json': '{}' });
    expect(discover(data)).toMatchObject({
      files: ['phages/a.json'],
      findings: [{ rule: 'source', file: path.join(data, 'genes'), found: 'a file' }],
    });
  });

  test('whose genes/ is empty has no genes, and that is no finding', () => {
    const data = folderWith('genes/a.json', 'phages/b.json');
    rmSync(path.join(data, 'genes/a.json'));
    expect(discover(data)).toMatchObject({ files: ['phages/b.json'], findings: [] });
  });
});

describe('a collection without a folder', () => {
  test.each([
    ['genes', 'phages/a.json'],
    ['phages', 'genes/a.json'],
  ])('is a finding: %s', (collection, other) => {
    const data = folderWith(other, 'genomes/a.fasta');
    expect(missing(data)).toEqual([
      {
        rule: 'source-missing',
        file: path.join(data, collection),
        line: 0,
        pointer: '',
        expected: `a folder ${collection}/`,
        found: 'none',
        hint: `Make it, empty if there are no ${collection}, or say --allow source-missing.`,
      },
    ]);
  });
});

describe('a file that is not read', () => {
  const general =
    'If they hold records, save these in one of the kinds that are read; if not, move them out of the data folder.';
  const plain = 'one of another kind, which was not read';
  const packed = 'a packed file of another kind, which was not read';
  const leftover = 'a backup or an unfinished copy, which was not read';

  test.each([
    ['genes.csv', plain, general],
    ['json', plain, general],
    ['ajson', plain, general],
    ['a.gz', plain, general],
    ['Trixie.ndjosn', plain, 'Did you mean Trixie.ndjson?'],
    ['v1.2.jsn', plain, 'Did you mean v1.2.json?'],
    ['Alice.jsnol.gz', plain, 'Did you mean Alice.jsonl.gz?'],
    ['Alice.json.gzip', plain, 'Did you mean Alice.json.gz?'],
    [
      'Alice.ndjson.zip',
      packed,
      'Unpack it: only files compressed by gzip alone (.gz) are read as they are.',
    ],
    [
      'Alice.tar.gz',
      packed,
      'Unpack it: only files compressed by gzip alone (.gz) are read as they are.',
    ],
    ['a.json~', leftover, 'Delete it when nothing in it is missing elsewhere.'],
    ['a.ndjson.bak', leftover, 'Delete it when nothing in it is missing elsewhere.'],
    ['#a.ndjson#', leftover, 'Delete it when nothing in it is missing elsewhere.'],
    ['a.ndjson.part', leftover, 'Delete it when nothing in it is missing elsewhere.'],
  ])('is named with its reason and what was meant: %s', (name, found, hint) => {
    const data = dataWith('genes/a.json');
    const file = addFile(data, `genes/deep/${name}`, 'GeneID,Start');
    expect(discover(data).findings).toEqual([
      {
        rule: 'source-unread',
        file,
        line: 0,
        pointer: '',
        expected: 'files named .ndjson, .jsonl or .json, or one of these and .gz',
        found,
        hint,
      },
    ]);
  });

  test.each([
    ['{"GeneID":"a"}\n{"GeneID":"b"}\n', 'Did you mean D29.ndjson?'],
    ['[\n{"GeneID":"a"}]', 'Did you mean D29.json?'],
  ])('and begins like JSON is told what to name it: %j', (text, hint) => {
    const data = dataWith('genes/a.json');
    addFile(data, 'genes/D29.txt', text);
    expect(discover(data).findings).toMatchObject([
      { found: 'one of another kind, though it begins like JSON, which was not read', hint },
    ]);
  });

  test.each(['.hidden.ndjson', '.old/a.ndjson', '.a.ndjson.swp', 'deep/.b.json'])(
    'because it is hidden is named: %s',
    (name) => {
      const data = dataWith('genes/a.json', `genes/${name}`);
      expect(discover(data).findings).toMatchObject([
        {
          rule: 'source-unread',
          file: path.join(data, 'genes', name),
          found: 'a hidden one, which was not read',
        },
      ]);
    },
  );

  test("that is an editor's lock, a link to nothing, is named and no error", () => {
    const data = dataWith('genes/a.json');
    const file = link('me@host.1234', data, 'genes/.#a.json');
    expect(discover(data).findings).toMatchObject([{ rule: 'source-unread', file }]);
  });

  test.each([
    ['genes.json', '{"GeneID":"a"}', 'Did you mean genes/genes.json?'],
    ['D29.ndjson', '{"phage_name":"a"}', 'Did you mean phages/D29.ndjson?'],
    ['a.csv', 'x', 'Put gene records below genes/ and phage records below phages/.'],
    ['old/deep/a.ndjson', 'x', 'Put gene records below genes/ and phage records below phages/.'],
    ['genome/a.fasta', 'x', 'Did you mean genomes/?'],
    ['gene/a.ndjson', 'x', 'Did you mean genes/?'],
  ])('because it lies beside genes/ and phages/ is named: %s', (name, text, hint) => {
    const data = dataWith('genes/a.json');
    const file = addFile(data, name, text);
    expect(discover(data).findings).toEqual([
      {
        rule: 'source-unread',
        file,
        line: 0,
        pointer: '',
        expected: 'files below genes/ or phages/',
        found: 'one beside them, which was not read',
        hint,
      },
    ]);
  });

  test('is told of in one finding with others where they are many, by folder and kind', () => {
    const names = Array.from({ length: 11 }, (_, index) => String(10 + index));
    const data = dataWith(
      'genes/a.json',
      ...names.flatMap((name) => [`genes/${name}/x.csv`, `old/${name}.json`]),
      'genes/b.txt.x',
    );
    expect(
      discover(data).findings.map(({ file, found }) => [path.relative(data, file), found]),
    ).toEqual([
      ['genes', '11 files named .csv that were not read, such as 10/x.csv, 11/x.csv, 12/x.csv'],
      ['genes/b.txt.x', 'one of another kind, though it begins like JSON, which was not read'],
      ['old', '11 files that were not read, such as 10.json, 11.json, 12.json'],
    ]);
  });

  test('because somebody has a whole project there does not take for ever', () => {
    const data = dataWith('genes/a.json');
    for (let at = 0; at < 101; at++) {
      const folder = path.join(data, 'node_modules', String(at));
      mkdirSync(folder, { recursive: true });
      for (let file = 0; file < 100; file++) writeFileSync(path.join(folder, `${file}.js`), '');
    }
    expect(discover(data).findings).toMatchObject([
      {
        file: path.join(data, 'node_modules'),
        found: '10,000 files or more that were not read, such as 0/0.js, 0/1.js, 0/10.js',
      },
    ]);
  });
});

describe('what is no regular file, or has a name that is no UTF-8,', () => {
  test('is a finding where it is named like a source, and hides nothing behind it', () => {
    const data = dataWith('genes/z.json');
    execFileSync('mkfifo', [path.join(data, 'genes/a.json')]);
    execFileSync('mkfifo', [path.join(data, 'genes/b')]);
    expect(discover(data)).toMatchObject({
      files: ['genes/z.json'],
      findings: [
        {
          rule: 'source',
          file: path.join(data, 'genes/a.json'),
          expected: 'a regular file',
          found: 'something else, such as a pipe',
        },
        { rule: 'source-unread', file: path.join(data, 'genes/b') },
      ],
    });
  });

  test.each([
    ['b\xff.json', 'file'],
    ['b\xff', 'folder'],
  ])('is named with its bytes, and hides nothing behind it: %j, a %s', (name, kind) => {
    const data = dataWith('genes/a.json', 'genes/z.json');
    const place = Buffer.from(path.join(data, 'genes', name), 'latin1');
    if (kind === 'file') writeFileSync(place, '{}');
    else mkdirSync(place);
    expect(discover(data)).toMatchObject({
      files: ['genes/a.json', 'genes/z.json'],
      findings: [
        {
          rule: 'source',
          file: path.join(data, 'genes', name.replace('\xff', '\\xff')),
          expected: 'a name in UTF-8',
          found: 'one that is not, which was not read',
        },
      ],
    });
  });
});
