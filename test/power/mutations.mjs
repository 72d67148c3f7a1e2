/** Small changes of `src/`, each of which some test should notice: what could be changed, and a choice of it. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * @typedef {object} Mutation
 * @property {string} id the same wherever the file's other lines go
 * @property {string} file below the repository
 * @property {string} room the folder of `src/` that the file is in; of those beside the folders, `.`
 * @property {string} operator
 * @property {number} line
 * @property {number} start of the text that is replaced
 * @property {number} end
 * @property {string} text what takes its place
 * @property {string} before the expression or statement, as it is
 * @property {string} after as it would be
 * @property {number} rank the least is chosen first
 */

const opposites = {
  '<': '<=',
  '<=': '<',
  '>': '<',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/** How often each operator is chosen, beside the number of its places: most constants are texts, and few calls can be dropped. */
const weights = {
  comparison: 1,
  condition: 1,
  number: 1,
  boolean: 2,
  text: 0.15,
  call: 3,
  arguments: 1,
  await: 3,
};

export const operators = Object.keys(weights);

/** The order of their arguments is nothing that a test could notice. */
const isCommutative = /^Math\.(?:max|min)$/;

/** The changes of one node, each as [operator, start, end, text]. */
function changesOf(node, source) {
  const textOf = ({ start, end }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const opposite = opposites[node.operator];
      if (opposite === undefined) return [];
      const start = source.indexOf(node.operator, node.left.end);
      return [['comparison', start, start + node.operator.length, opposite]];
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return [['condition', node.test.start, node.test.end, `!(${textOf(node.test)})`]];
    case 'Literal':
      if (typeof node.value === 'number')
        return [['number', node.start, node.end, String(node.value + 1)]];
      if (typeof node.value === 'boolean')
        return [['boolean', node.start, node.end, String(!node.value)]];
      if (typeof node.value === 'string')
        return [['text', node.start, node.end, `${node.raw.slice(0, -1)}~${node.raw.at(-1)}`]];
      return [];
    case 'ExpressionStatement': {
      const { expression } = node;
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
      return called.type === 'CallExpression' ? [['call', node.start, node.end, ';']] : [];
    }
    case 'CallExpression':
    case 'NewExpression':
      if (isCommutative.test(textOf(node.callee))) return [];
      return node.arguments.slice(1).flatMap((second, index) => {
        const first = node.arguments[index];
        const between = source.slice(first.end, second.start);
        const swapped = textOf(second) + between + textOf(first);
        const isSame = textOf(first) === textOf(second);
        return isSame ? [] : [['arguments', first.start, second.end, swapped]];
      });
    case 'AwaitExpression':
      return [['await', node.start, node.end, source.slice(node.argument.start, node.end)]];
    default:
      return [];
  }
}

const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** The nodes within a node, but for types, addresses of modules and names of members. */
function* withinNode(node) {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'key' || key === 'source') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue;
      if (!child.type.startsWith('TS') || wrappers.has(child.type)) yield child;
    }
  }
}

const maxShown = 90;

function shown(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= maxShown ? line : `${line.slice(0, maxShown)}…`;
}

/**
 * All mutations of a file, in the order of its text. An id and a rank depend on the changed expression and on which of the
 * equal ones in its file it is, so that a change of a file moves no choice elsewhere.
 * @returns {Mutation[]}
 */
export function mutationsOf(file, source, seed) {
  const found = [];
  const seen = new Map();
  const visit = (node) => {
    for (const [operator, start, end, text] of changesOf(node, source)) {
      const before = source.slice(node.start, node.end);
      const what = JSON.stringify([file, operator, before, start - node.start]);
      const ordinal = seen.get(what) ?? 0;
      seen.set(what, ordinal + 1);
      const hash = createHash('sha256').update(`${seed} ${ordinal} ${what}`).digest();
      const after = before.slice(0, start - node.start) + text + before.slice(end - node.start);
      const folder = file.split('/').slice(1, -1)[0];
      found.push({
        id: hash.toString('hex').slice(0, 12),
        file,
        room: folder ?? '.',
        operator,
        line: source.slice(0, start).split('\n').length,
        start,
        end,
        text,
        before: shown(before),
        after: shown(after),
        rank: hash.readUInt32BE() / weights[operator],
      });
    }
    for (const child of withinNode(node)) visit(child);
  };
  // With nodes of their own, parentheses stay with what they enclose.
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(source, { lang, sourceType: 'module', preserveParens: true }, file));
  return found;
}

/**
 * All mutations of a repository but for those of generated code.
 * @returns {Mutation[]}
 */
export function allMutations(repository, seed) {
  return readdirSync(path.join(repository, 'src'), { recursive: true })
    .map((name) => `src/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('src/generated/'))
    .flatMap((file) => mutationsOf(file, readFileSync(path.join(repository, file), 'utf8'), seed));
}

/** The text of a file with a mutation. */
export const mutate = (source, { start, end, text }) =>
  source.slice(0, start) + text + source.slice(end);

/**
 * The first of each room, and then the first of all, so that large rooms get more: `count` in all. What is not sound gives its
 * place to the next.
 * @param {Mutation[]} mutations
 * @param {number} count
 * @param {(mutation: Mutation) => Promise<boolean>} isSound
 * @returns {Promise<Mutation[]>} by file and line
 */
export async function choose(mutations, count, isSound) {
  const ranked = mutations.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  const rooms = [...new Set(ranked.map(({ room }) => room))];
  const tried = new Set();
  const chosen = [];
  const take = async (among, most) => {
    for (const mutation of among) {
      if (chosen.length >= most) return;
      if (tried.has(mutation)) continue;
      tried.add(mutation);
      if (await isSound(mutation)) chosen.push(mutation);
    }
  };
  for (const name of rooms)
    await take(
      ranked.filter(({ room }) => room === name),
      Math.min(count, chosen.length + 1),
    );
  await take(ranked, count);
  return chosen.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start,
  );
}
