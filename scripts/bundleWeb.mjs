/** Bundles the pages for people into `lib/web/`, under names with a hash, and lists them in `files.json`. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { build as roll } from 'rolldown';
import { feature } from 'topojson-client';
import { cutByRoots } from '../.bundle.mjs';
import { licencesOf } from './licences.mjs';

const outdir = 'lib/web';
const noTransitions = path.resolve('src/web/noTransitions.ts');

/** Bundles a style sheet or a worker; returns its file, and what went into it. */
async function bundle(name, source, define = {}) {
  const { metafile } = await build({
    entryPoints: { [name]: source },
    define,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    outdir,
    metafile: true,
    logLevel: 'warning',
  });
  const [file] = Object.keys(metafile.outputs);
  return { file: path.basename(file), inputs: Object.keys(metafile.inputs) };
}

// A page would load twenty files if the bundler cut all that two pages share, and each costs a browser a request.
const files = [
  ['base', 'src/web/app.tsx'],
  ['shared', 'src/web/search.tsx', 'src/web/phage.tsx'],
  ['genomes', 'src/web/phage.tsx'],
].map(([name, ...roots]) => [name, ...roots.map((root) => path.resolve(root))]);

/** Bundles the pages; returns the files that each of their modules needs, all files, and what went into them. */
async function bundlePages(define, write = true) {
  const { output } = await roll({
    input: { app: 'src/web/app.tsx' },
    resolve: { alias: { 'd3-interpolate': noTransitions, 'd3-transition': noTransitions } },
    transform: { target: 'es2023', define },
    preserveEntrySignatures: false,
    platform: 'browser',
    write,
    logLevel: 'warn',
    output: {
      dir: outdir,
      format: 'esm',
      minify: true,
      comments: false,
      hashCharacters: 'base36',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: cutByRoots(files, () => false),
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  /** A module that is loaded when it is asked for, and all that it imports. */
  const needed = (source) => {
    const id = path.resolve(source);
    const own = output.find(({ moduleIds }) => moduleIds.includes(id));
    const found = new Set([own.fileName]);
    for (const file of found) for (const other of chunks.get(file).imports) found.add(other);
    return [...found];
  };
  return {
    needed,
    files: [...chunks.keys()],
    inputs: output.flatMap(({ moduleIds }) => moduleIds.map((id) => path.relative('', id))),
  };
}

/** Natural Earth at 1:110 million; coasts alone, since borders are nobody's to draw here. */
function landOutlines() {
  const file = 'node_modules/world-atlas/land-110m.json';
  const world = JSON.parse(readFileSync(file, 'utf8'));
  const land = feature(world, world.objects.land);
  const shapes = land.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  // The outer ring of each: the Caspian Sea, the only hole, is too small to be missed.
  return shapes.flatMap(([ring]) => withinMap(ring));
}

/** A ring in tenths of a degree; of one that runs over the edge of the map, the part at each edge. */
function withinMap(ring) {
  let turned = 0;
  const along = ring.map(([longitude, latitude], at) => {
    const step = at === 0 ? 0 : longitude - ring[at - 1][0];
    if (Math.abs(step) > 180) turned -= 360 * Math.sign(step);
    return [longitude + turned, latitude];
  });
  const isOn = ([longitude]) => longitude > -180 && longitude < 180;
  return [-360, 0, 360].flatMap((shift) => {
    const moved = along.map(([longitude, latitude]) => [longitude + shift, latitude]);
    if (!moved.some(isOn)) return [];
    const [edge, tenths] = [180, 10];
    return [
      moved.flatMap(([longitude, latitude]) => [
        Math.round(Math.min(edge, Math.max(-edge, longitude)) * tenths),
        Math.round(latitude * tenths),
      ]),
    ];
  });
}

// As text: an object would be put into code that all pages load.
const land = JSON.stringify(JSON.stringify(landOutlines()));
const styles = await bundle('style', 'src/web/style.css');
const thread = await bundle('proteinWorker', 'src/web/proteinWorker.ts');
const proteinWorker = JSON.stringify(`web/code/${thread.file}`);
// The code names the file with the licences of all that goes into it.
const { inputs } = await bundlePages({ proteinWorker, landOutlines: land, licences: '""' }, false);
const licenceText = licencesOf([
  ...inputs,
  ...thread.inputs,
  ...styles.inputs,
  'node_modules/world-atlas/land-110m.json',
]);
const digest = createHash('sha256').update(licenceText).digest('hex');
const licenceFile = `licences-${digest.slice(0, 8).toUpperCase()}.txt`;
const licences = JSON.stringify(`web/code/${licenceFile}`);
const pages = await bundlePages({ proteinWorker, landOutlines: land, licences });
writeFileSync(path.join(outdir, licenceFile), licenceText);

const inOrder = (a, b) => (a < b ? -1 : 1);
const [script, ...first] = pages.needed('src/web/app.tsx');
const besides = (source) =>
  pages
    .needed(source)
    .filter((file) => file !== script && !first.includes(file))
    .sort(inOrder);
const listed = {
  script,
  style: styles.file,
  // What the script imports, and what pages that are there before the script need besides it: browsers load it at once.
  first: first.sort(inOrder),
  phages: besides('src/web/phage.tsx'),
  clusters: besides('src/web/cluster.tsx'),
  files: [...pages.files, thread.file, styles.file, licenceFile].sort(inOrder),
};
writeFileSync(path.join(outdir, 'files.json'), `${JSON.stringify(listed, null, 2)}\n`);

// What `preview --watch` adds to the page: no file of a site.
await build({
  entryPoints: ['src/web/reload.ts'],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  outdir: 'lib',
  logLevel: 'warning',
});
