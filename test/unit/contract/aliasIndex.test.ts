import { expect, test } from 'vitest';
import {
  aliasFile,
  aliasFileFor,
  aliasFiles,
  answerByAlias,
  fileOfPhage,
  genomeAliasAt,
  genomeByAlias,
  phageFile,
} from '../../../src/contract/aliases.ts';
import { perList } from '../../../src/contract/collectionName.ts';
import { type FileAnswer, route } from '../../../src/contract/route.ts';

const site = {
  lastPages: perList(() => 1),
  prefix: '',
  caseInsensitiveNames: false,
  phageAliases: true,
};

function routed(path: string, method = 'GET', of = site): FileAnswer {
  const answer = route({ method, path, query: '' }, of);
  if (answer.kind !== 'file') throw new Error(answer.kind);
  return answer;
}

const names = new Map([
  ['trixie', 'Trixie'],
  ['jn408461', 'Trixie'],
  ['__proto__', 'Odd'],
  ['"\u2028\\', 'Odd'],
  ['42', 'Answer'],
]);
const index = aliasFiles(names);

function found(path: string, method = 'GET'): FileAnswer | null {
  const answer = routed(path, method);
  const { alias } = answer;
  const text = alias === undefined ? undefined : index.get(aliasFileFor(alias));
  return alias === undefined || text === undefined ? null : answerByAlias(answer, text);
}

test.each([
  ['/api/phages/JN408461/index.json', 'api/phages/Trixie/index.json'],
  ['/api/phages/__PROTO__/', 'api/phages/Odd/index.json'],
  ['/api/phages/42/', 'api/phages/Answer/index.json'],
])('%s is the file %s', (path, file) => {
  expect(found(path)).toMatchObject({ status: 200, file, dependsOn: file, holds: 'record' });
});

test.each(['/api/phages/nobody/', '/api/phages/constructor/', '/api/phages/toString/'])(
  '%s is none',
  (path) => {
    expect(found(path)).toBeNull();
    expect(answerByAlias(routed(path), '{}')).toBeNull();
  },
);

test('the index has a file for each of some names, the same whatever their order', () => {
  expect(Object.fromEntries(aliasFiles(new Map([...names].toReversed())))).toEqual(
    Object.fromEntries(index),
  );
  expect([...index.keys()]).toContain(aliasFile('trixie'));
  for (const [file, text] of index) {
    expect(file).toMatch(/^aliases\/[0-9a-f]{2}\.json$/);
    expect(() => JSON.parse(text)).not.toThrow();
  }
});

test('150,000 names are spread over files of less than 40 kB', () => {
  const many = new Map<string, string>();
  for (let n = 0; n < 30_000; n++) {
    for (const end of ['', '_draft', '_old']) many.set(`phage${n}${end}`, `Phage${n}`);
    many.set(`mk${n}`, `Phage${n}`).set(`nc_${100_000 + n}`, `Phage${n}`);
  }
  const sizes = Array.from(aliasFiles(many).values(), (text) => text.length);
  expect(sizes.length).toBe(256);
  expect(Math.max(...sizes)).toBeLessThan(40_000);
});

test('the files of a phage are those of its record and of its views', () => {
  const file = 'api/genesbyphage/Mr Spaced/index.json.gz';
  expect(fileOfPhage(file)).toEqual({
    top: 'genesbyphage',
    name: 'Mr Spaced',
    file: 'index.json.gz',
  });
  expect(phageFile(fileOfPhage(file)!)).toBe(file);
  for (const other of [
    'api/phages/index.json',
    'api/phages/page/1.json',
    'api/genes/X/index.json',
    'bulk/phages/X.faa',
  ]) {
    expect(fileOfPhage(other)).toBeNull();
  }
});

test.each([
  ['/media/genbank/trixie.gbk', 'media/genbank/Trixie.gbk'],
  ['/media/gff3/__proto__.gff3', 'media/gff3/Odd.gff3'],
  // By its own name the file has been looked for already.
  ['/media/fastas/Trixie.fasta', null],
  ['/media/fastas/nobody.fasta', null],
  ['/media/fastas/constructor.fasta', null],
  ['/media/fastas/.fasta', null],
  ['/media/fastas/%.fasta', null],
])('%s is the genome %j', (path, file) => {
  const asked = genomeAliasAt(path);
  const text = asked === null ? undefined : index.get(aliasFileFor(asked));
  expect(asked === null || text === undefined ? null : genomeByAlias(asked, text)).toBe(file);
});

test('a phage whose name makes no name of a file has no genome by another name either', () => {
  const long = 'x'.repeat(198);
  const asked = genomeAliasAt('/media/fastas/short.fasta');
  expect(asked && genomeByAlias(asked, JSON.stringify({ short: long }))).toBeNull();
});
