/** The licences of the libraries whose code is in the pages, as these ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const byText = (a, b) => (a < b ? -1 : 1);

/** `inputs` are the paths of all files that were bundled. */
export function licencesOf(inputs) {
  const folders = inputs.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort(byText).map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) =>
      /^(?:licen[cs]e|notice)(?:\.|$)/i.test(file),
    );
    if (!files.some((file) => /^licen[cs]e/i.test(file))) throw new Error(`${name} has no licence`);
    const said = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...said].join('\n\n');
  });
  const head = 'The pages of this site are made with phagepress and these libraries.';
  return `${[head, ...texts].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}
