/** Yardstick (d): Eleventy paginates the same records to JSON, without validation. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const version = '3.1.0';

const dataFile = `
import { readdirSync, readFileSync } from 'node:fs';
export default function () {
  const folder = process.env.BENCH_GENES;
  const genes = [];
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(folder + '/' + name, 'utf8').split('\\n')) {
      if (line !== '') genes.push(JSON.parse(line));
    }
  }
  return genes.sort((a, b) => (a.GeneID < b.GeneID ? -1 : 1));
}
`;

const template = `
const link = (page) => 'http://127.0.0.1:8080/api/genes/?format=api&page=' + page;
export default class {
  data() {
    return {
      pagination: { data: 'genes', size: 100, alias: 'results' },
      permalink: ({ pagination }) => 'page/' + (pagination.pageNumber + 1) + '.json',
    };
  }
  render({ genes, pagination, results }) {
    const number = pagination.pageNumber + 1;
    const next = number < pagination.pages.length ? link(number + 1) : null;
    const previous = number > 1 ? link(number - 1) : null;
    return JSON.stringify({ count: genes.length, next, previous, results });
  }
}
`;

/** Installs it once below \`folder\`; gives how to run it. */
export async function installEleventy(folder) {
  const project = path.join(folder, 'eleventy');
  if (!existsSync(project)) {
    mkdirSync(path.join(project, 'src/_data'), { recursive: true });
    writeFileSync(path.join(project, 'package.json'), '{"type":"module","private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `@11ty/eleventy@${version}`], {
      cwd: project,
      stdio: 'ignore',
    });
    writeFileSync(path.join(project, 'src/_data/genes.js'), dataFile);
    writeFileSync(path.join(project, 'src/pages.11ty.js'), template);
  }
  const program = path.join(project, 'node_modules/@11ty/eleventy/cmd.cjs');
  return (env) => ({
    command: 'node',
    args: [
      '--max-old-space-size=16000',
      program,
      '--quiet',
      '--input=src',
      `--output=${env.BENCH_PAGES}`,
    ],
    options: { cwd: project, env },
  });
}
