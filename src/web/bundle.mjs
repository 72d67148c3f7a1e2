/** Bundles the pages for people into `lib/web/`, under names with a hash, and lists them in `files.json`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const outdir = 'lib/web';

const { metafile } = await build({
  entryPoints: { app: 'src/web/main.tsx', style: 'src/web/style.css' },
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir,
  metafile: true,
  logLevel: 'warning',
});

const outputs = Object.entries(metafile.outputs);
const named = (entry) =>
  path.basename(outputs.find(([, output]) => output.entryPoint === entry)[0]);
const files = {
  script: named('src/web/main.tsx'),
  style: named('src/web/style.css'),
  files: outputs.map(([file]) => path.basename(file)).sort((a, b) => (a < b ? -1 : 1)),
};
writeFileSync(path.join(outdir, 'files.json'), `${JSON.stringify(files, null, 2)}\n`);
