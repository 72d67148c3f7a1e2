import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { addFile, tempFolder } from './tempFolder.ts';

function dataWith(...files: string[]): string {
  return tempFolder(Object.fromEntries(files.map((file) => [file, '{}'])));
}

/** The files that are found, relative to the data folder, and the findings. */
async function discover(data: string) {
  const { sources, findings } = await discoverSources(data);
  const files = sources.map((source) => path.relative(data, source.file));
  return { files, sources, findings };
}

function link(target: string, ...place: string[]): string {
  const file = path.join(...place);
  symlinkSync(target, file);
  return file;
}

describe('the files of genes/ and phages/', () => {
  test('are found in all folders, and know what is in them', async () => {
    const data = dataWith(
      'genes/a.ndjson',
      'genes/b.jsonl.gz',
      'genes/deep/er/c.json',
      'phages/d.json.gz',
    );
    const { sources, findings } = await discoverSources(data);
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

  test('are in code-point order of their relative path, over both collections (S1)', async () => {
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
    expect((await discover(dataWith(...ordered.toReversed()))).files).toEqual(ordered);
  });

  test('have an extension in any case', async () => {
    const data = dataWith('genes/A.JSON', 'genes/B.NdJson', 'genes/C.JSONL.GZ', 'genes/D.json.Gz');
    const { sources } = await discover(data);
    expect(sources.map(({ layout, gzipped }) => [layout, gzipped])).toEqual([
      ['document', false],
      ['lines', false],
      ['lines', true],
      ['document', true],
    ]);
  });

  test.each(
    [
      ['README.md', 'notes.txt', 'genes.csv', 'a.json.bak', 'a.json.zip', 'a.gz', 'json', 'ajson'],
      ['a.ndjson.gz.gz', 'a.json~', '.DS_Store', '._a.json'],
    ].flat(),
  )('do not include %s', async (name) => {
    const { files, findings } = await discover(dataWith(`genes/${name}`, 'genes/b.json'));
    expect([files, findings]).toEqual([['genes/b.json'], []]);
  });

  test('do not include what lies beside the two folders', async () => {
    const data = dataWith('a.json', 'other/b.json', 'Genes/c.json', 'genes/d.json');
    expect((await discover(data)).files).toEqual(['genes/d.json']);
  });

  test('may have names that mean something to a shell or a glob', async () => {
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
    const { files, findings } = await discover(data);
    expect(findings).toEqual([]);
    expect(files.toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['genes/a\nb.json', ''],
    ['genes/x\ny/b.json', ''],
    ['data\\d/genes/a.json', 'data\\d'],
  ])('are not lost in silence when they cannot be listed: %j', async (file, folder) => {
    const data = path.join(dataWith(file), folder);
    const { files, findings } = await discover(data);
    expect(files).toEqual([]);
    expect(findings).toMatchObject([
      { rule: 'source', found: 'one that has them, which was not read' },
    ]);
  });

  test.each(['[d]ata*', '{a,b}', '!(x)', '**', 'a b', '(data)', '~'])(
    'are found in a data folder named %s',
    async (name) => {
      const data = path.join(dataWith(`${name}/genes/a.json`), name);
      expect(await discover(data)).toMatchObject({ files: ['genes/a.json'], findings: [] });
    },
  );

  test('are named by the data folder as the user gave it', async () => {
    const data = dataWith('real/genes/a.json');
    link('real', data, 'linked');
    const [source] = (await discoverSources(path.join(data, 'linked'))).sources;
    expect(source?.file).toBe(path.join(data, 'linked/genes/a.json'));
    expect(source?.absolutePath).toBe(path.join(data, 'real/genes/a.json'));
  });

  test('may be those of one collection only', async () => {
    expect(await discover(dataWith('phages/a.json'))).toMatchObject({
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

  test('to a file inside the data folder is read as that file', async () => {
    const data = dataWith('store/x.txt');
    addFile(data, 'genes/b.json', '{}');
    link('../store/x.txt', data, 'genes/a.json');
    const { files, sources, findings } = await discover(data);
    expect([files, findings]).toEqual([['genes/a.json', 'genes/b.json'], []]);
    expect(sources[0]?.absolutePath).toBe(path.join(data, 'store/x.txt'));
  });

  test('to a folder inside the data folder is walked', async () => {
    const data = dataWith('store/deep/a.json', 'genes/b.json');
    link('../store', data, 'genes/linked');
    expect((await discover(data)).files).toEqual(['genes/b.json', 'genes/linked/deep/a.json']);
  });

  test('to a name that starts with two dots is inside all the same', async () => {
    const data = dataWith('..2024/a.json', 'genes/b.json');
    link('../..2024/a.json', data, 'genes/a.json');
    expect(await discover(data)).toMatchObject({
      files: ['genes/a.json', 'genes/b.json'],
      findings: [],
    });
  });

  test.each(['file', 'folder'])('to a %s out of the data folder is not read', async (kind) => {
    const root = dataWith('data/genes/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    const target = kind === 'file' ? '../../outside/secret.json' : '../../outside';
    const file = link(target, data, 'genes/a.json');
    const { files, findings } = await discover(data);
    expect(files).toEqual(['genes/b.json']);
    expect(findings).toEqual([{ ...leadsOut, file }]);
  });

  test('to a sibling of the data folder that has its name as a beginning leads out', async () => {
    const root = dataWith('data/genes/b.json', 'data-old/a.json');
    const file = link('../../data-old/a.json', root, 'data/genes/a.json');
    const { files, findings } = await discover(path.join(root, 'data'));
    expect([files, findings]).toEqual([['genes/b.json'], [{ ...leadsOut, file }]]);
  });

  test('that leads out by way of a link inside is not read either', async () => {
    const root = dataWith('data/genes/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    link('../outside', data, 'door');
    link('../door/secret.json', data, 'genes/a.json');
    const { files, findings } = await discover(data);
    expect(files).toEqual(['genes/b.json']);
    expect(findings).toMatchObject([{ rule: 'source-link' }]);
  });

  test('that stands for genes/ itself and leads out is not walked', async () => {
    const root = dataWith('data/phages/b.json', 'outside/secret.json');
    const data = path.join(root, 'data');
    const file = link('../outside', data, 'genes');
    const { files, findings } = await discover(data);
    expect(files).toEqual(['phages/b.json']);
    expect(findings).toEqual([{ ...leadsOut, file }]);
  });

  test('to a folder that holds it ends, and reads each file once', async () => {
    const data = dataWith('genes/sub/a.json', 'genes/b.json');
    link('..', data, 'genes/sub/up');
    link('.', data, 'genes/sub/here');
    const { sources, findings } = await discover(data);
    expect(findings).toEqual([]);
    expect(sources.map(({ absolutePath }) => path.relative(data, absolutePath)).toSorted()).toEqual(
      ['genes/b.json', 'genes/sub/a.json'],
    );
  });

  test('to a file that is found anyway does not make it two sources', async () => {
    const data = dataWith('genes/b.json');
    link('b.json', data, 'genes/a.json');
    link('b.json', data, 'genes/c.json');
    const { sources } = await discover(data);
    expect(sources.map(({ absolutePath }) => path.relative(data, absolutePath))).toEqual([
      'genes/b.json',
    ]);
  });

  test.each([
    ['to nothing', 'nowhere.json', 'an error (ENOENT)'],
    ['to itself', 'a.json', 'an error (ELOOP)'],
  ])('%s is a finding that names it', async (_what, target, found) => {
    const data = dataWith('genes/b.json');
    const file = link(target, data, 'genes/a.json');
    expect((await discover(data)).findings).toEqual([
      { rule: 'source', file, line: 0, pointer: '', expected: 'to be able to read it', found },
    ]);
  });

  test('to nothing is named as the user would open it, also in a data folder that is a link', async () => {
    const root = dataWith('deep/er/real/genes/b.json');
    link('nowhere.json', root, 'deep/er/real/genes/a.json');
    const data = link('deep/er/real', root, 'data');
    expect((await discover(data)).findings).toMatchObject([
      { rule: 'source', file: path.join(data, 'genes/a.json') },
    ]);
  });

  test('to nothing does not hide the files behind it', async () => {
    const data = dataWith('genes/b.json');
    link('nowhere.json', data, 'genes/a.json');
    expect((await discover(data)).files).toEqual(['genes/b.json']);
  });
});

describe('a data folder', () => {
  const noSources = { sources: [], line: 0, pointer: '' };

  test('that is missing is a finding', async () => {
    const data = path.join(tempFolder(), 'nowhere');
    expect(await discoverSources(data)).toEqual({
      sources: noSources.sources,
      findings: [
        {
          rule: 'source',
          file: data,
          line: 0,
          pointer: '',
          expected: 'a folder that holds genes/ or phages/',
          found: 'nothing there',
          hint: 'Name the folder of the sources with --data.',
        },
      ],
    });
  });

  test('that is a file is a finding', async () => {
    const data = path.join(tempFolder({ data: 'x' }), 'data');
    expect(await discoverSources(data)).toMatchObject({
      sources: [],
      findings: [{ rule: 'source', file: data, found: 'a file' }],
    });
  });

  test('that lies in a file is a finding', async () => {
    const data = path.join(tempFolder({ file: 'x' }), 'file/data');
    expect(await discoverSources(data)).toMatchObject({
      sources: [],
      findings: [{ rule: 'source', file: data, found: 'an error (ENOTDIR)' }],
    });
  });

  test('with neither genes/ nor phages/ is a finding', async () => {
    const data = tempFolder({ 'other/a.json': '{}', 'a.json': '{}' });
    expect(await discoverSources(data)).toEqual({
      sources: [],
      findings: [
        {
          rule: 'source',
          file: data,
          line: 0,
          pointer: '',
          expected: 'a folder genes/ or phages/ in it',
          found: 'neither',
          hint: 'Put gene records below genes/ and phage records below phages/.',
        },
      ],
    });
  });

  test.each([
    [['gene'], 'neither, but gene/', 'Did you mean genes/?'],
    [
      ['Phage', 'other', 'gens'],
      'neither, but Phage/ and gens/',
      'Did you mean phages/ and genes/?',
    ],
    [['gene', 'genees'], 'neither, but gene/ and genees/', 'Did you mean genes/?'],
  ])(
    'with folders of nearly these names, %j, is told which are meant',
    async (names, found, hint) => {
      const data = dataWith(...names.map((name) => `${name}/a.json`));
      expect((await discover(data)).findings).toMatchObject([{ rule: 'source', found, hint }]);
    },
  );

  test.each([
    ['phages/a.json', ['gene', 'other'], 'genes', 'only gene/'],
    ['phages/a.json', ['Genes', 'gens'], 'genes', 'only Genes/ and gens/'],
    ['genes/a.json', ['phage', 'gene'], 'phages', 'only phage/'],
  ] as const)(
    'with %s and folders nearly named as the other collection, %j, is told of it',
    async (there, names, missing, found) => {
      const data = dataWith(there, ...names.map((name) => `${name}/a.json`));
      expect(await discover(data)).toMatchObject({
        files: [there],
        findings: [
          {
            rule: 'source-missing',
            file: path.join(data, missing),
            expected: `a folder ${missing}/`,
            found,
            hint: `Did you mean ${missing}/?`,
          },
        ],
      });
    },
  );

  test('without a source is a finding for each folder that is there', async () => {
    const data = dataWith('genes/a.json', 'phages/deep/a.csv');
    rmSync(path.join(data, 'genes/a.json'));
    const missing = {
      rule: 'source-missing',
      line: 0,
      pointer: '',
      expected: 'files named .ndjson, .jsonl or .json, or one of these and .gz',
    };
    expect(await discoverSources(data)).toEqual({
      sources: [],
      findings: [
        { ...missing, file: path.join(data, 'phages'), found: 'only deep/a.csv' },
        { ...missing, file: path.join(data, 'genes'), found: 'none' },
      ],
    });
  });

  test.each([
    [['a.csv', 'b.gz'], 'only a.csv and b.gz'],
    [['c.tsv', 'a.csv', 'b.gz'], 'only a.csv, b.gz and c.tsv'],
    [['e.txt', 'd.txt', 'a.csv', '\u202eb', 'c'], 'only a.csv, c, d.txt and 2 more'],
  ])('of whose genes none is a source is told what is there: %j', async (names, found) => {
    const data = dataWith('phages/a.json', ...names.map((name) => `genes/${name}`));
    expect((await discover(data)).findings).toMatchObject([
      { rule: 'source-missing', file: path.join(data, 'genes'), found },
    ]);
  });

  test('whose genes/ leads out is told that alone', async () => {
    const [data, elsewhere] = [dataWith('phages/a.txt'), dataWith('a.json')];
    link(elsewhere, data, 'genes');
    expect((await discover(data)).findings.map(({ rule }) => rule)).toEqual([
      'source-link',
      'source-missing',
    ]);
  });

  test('whose genes/ is a file is a finding, and phages/ are still found', async () => {
    const data = tempFolder({ genes: 'x', 'phages/a.json': '{}' });
    expect(await discover(data)).toMatchObject({
      files: ['phages/a.json'],
      findings: [{ rule: 'source', file: path.join(data, 'genes'), found: 'a file' }],
    });
  });

  test('whose genes/ is empty has no genes, and that is no finding', async () => {
    const data = dataWith('genes/a.json', 'phages/b.json');
    rmSync(path.join(data, 'genes/a.json'));
    expect(await discover(data)).toMatchObject({ files: ['phages/b.json'], findings: [] });
  });
});
