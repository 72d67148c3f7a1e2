/** The choice of mutations: the same for the same seed, spread over all rooms, and each a change of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

interface Mutation {
  readonly id: string;
  readonly file: string;
  readonly room: string;
  readonly operator: string;
}

const { allMutations, choose, mutate, mutationsOf, operators } = (await import(
  pathToFileURL(path.join(import.meta.dirname, 'mutations.mjs')).href
)) as {
  allMutations: (repository: string, seed: string) => Mutation[];
  choose: (
    all: Mutation[],
    count: number,
    isSound: (one: Mutation) => Promise<boolean>,
  ) => Promise<Mutation[]>;
  mutate: (source: string, mutation: Mutation) => string;
  mutationsOf: (file: string, source: string, seed: string) => Mutation[];
  operators: string[];
};

const root = path.join(import.meta.dirname, '../..');
const all = allMutations(root, '1');
const isSound = () => Promise.resolve(true);

test('each operator changes what it names, and nothing is changed in types, addresses and names of members', () => {
  const changes = (source: string) =>
    mutationsOf('src/a/b.ts', source, '1').map((one) => [one.operator, mutate(source, one)]);
  expect(
    changes("import a from 'b'; type C = 1 | 'd'; let e: 'f' = g as 1; h = { 'i': j };"),
  ).toEqual([]);
  expect(changes('a < b;')).toEqual([['comparison', 'a <= b;']]);
  expect(changes('(a) === b;')).toEqual([['comparison', '(a) !== b;']]);
  expect(changes('a && b;')).toEqual([['comparison', 'a || b;']]);
  expect(changes('if (a) b;')).toEqual([['condition', 'if (!(a)) b;']]);
  expect(changes('a ? b : c;')).toEqual([['condition', '!(a) ? b : c;']]);
  expect(changes('a = 0x0f;')).toEqual([['number', 'a = 16;']]);
  expect(changes('a = true as C;')).toEqual([['boolean', 'a = false as C;']]);
  expect(changes("a = '';")).toEqual([['text', "a = '~';"]]);
  expect(changes('a();')).toEqual([['call', ';']]);
  expect(changes('b = a(b, b, c);')).toEqual([['arguments', 'b = a(b, c, b);']]);
  expect(changes('a = await (b ?? c);')).toEqual([['await', 'a = (b ?? c);']]);
  expect(changes('await a();')).toEqual([
    ['call', ';'],
    ['await', 'a();'],
  ]);
});

test('what is chosen is in all rooms, of all operators, and TypeScript', async () => {
  const chosen = await choose(all, 200, isSound);
  expect(chosen).toHaveLength(200);
  const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true });
  const rooms = folders.filter((one) => one.isDirectory() && one.name !== 'generated');
  expect(new Set(chosen.map(({ room }) => room))).toEqual(
    new Set(['.', ...rooms.map(({ name }) => name)]),
  );
  expect(new Set(chosen.map(({ operator }) => operator))).toEqual(new Set(operators));
  for (const one of chosen) {
    const source = readFileSync(path.join(root, one.file), 'utf8');
    const changed = mutate(source, one);
    expect(changed).not.toBe(source);
    expect(() => parseAst(changed, { lang: one.file.endsWith('x') ? 'tsx' : 'ts' })).not.toThrow();
  }
});

test('a seed chooses the same again, also where other code has changed', async () => {
  const ids = async (some: Mutation[]) => (await choose(some, 60, isSound)).map(({ id }) => id);
  const chosen = await choose(all, 60, isSound);
  const source = readFileSync(path.join(root, chosen[0]!.file), 'utf8');
  const others = all.filter(({ file }) => file !== chosen[0]!.file);
  const edited = mutationsOf(chosen[0]!.file, `\nexport const added = 1;\n${source}`, '1');
  expect(await ids([...edited, ...others])).toEqual(chosen.map(({ id }) => id));
  const ofAnother = new Set(mutationsOf(chosen[0]!.file, source, '2').map(({ id }) => id));
  expect(all.filter(({ id }) => ofAnother.has(id))).toEqual([]);
});

test('what is not sound gives its place to another of its room', async () => {
  const refused = await choose(all, 60, isSound);
  const chosen = await choose(all, 60, (one) => Promise.resolve(!refused.includes(one)));
  expect(chosen).toHaveLength(60);
  expect(chosen.filter((one) => refused.includes(one))).toEqual([]);
  expect(new Set(chosen.map(({ room }) => room)).size).toBe(
    new Set(refused.map(({ room }) => room)).size,
  );
});
