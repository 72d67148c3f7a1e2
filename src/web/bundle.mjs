/** Bundles the pages for people into `lib/web/`, under names with a hash, and lists them in `files.json`. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { feature } from 'topojson-client';
import { licencesOf } from './licences.mjs';

const outdir = 'lib/web';
const noTransitions = './src/web/noTransitions.ts';

/** Bundles the entries; returns the file of each entry by its source, all files, and what went into them. */
async function bundle(entryPoints, define, write = true) {
  const { metafile } = await build({
    entryPoints,
    define,
    alias: { 'd3-interpolate': noTransitions, 'd3-transition': noTransitions },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir,
    metafile: true,
    write,
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs);
  const named = (source) =>
    path.basename(outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(source))[0]);
  /** An entry that is loaded when it is asked for, and all that it imports. */
  const needed = (source) => {
    const found = new Set([named(source)]);
    for (const file of found)
      for (const { kind, path: other } of metafile.outputs[path.join(outdir, file)].imports)
        if (kind === 'import-statement') found.add(path.basename(other));
    return [...found];
  };
  return {
    named,
    needed,
    files: outputs.map(([file]) => path.basename(file)),
    inputs: Object.keys(metafile.inputs),
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
const styles = await bundle({ style: 'src/web/style.css' }, {});
const script = { app: 'src/web/app.tsx' };
const thread = await bundle({ proteinWorker: 'src/web/proteinWorker.ts' }, {});
const proteinWorker = JSON.stringify(`web/code/${thread.named('proteinWorker.ts')}`);
// The code names the file with the licences of all that goes into it.
const { inputs } = await bundle(
  script,
  { proteinWorker, landOutlines: land, licences: '""' },
  false,
);
const licenceText = licencesOf([
  ...inputs,
  ...thread.inputs,
  ...styles.inputs,
  'node_modules/world-atlas/land-110m.json',
]);
const digest = createHash('sha256').update(licenceText).digest('hex');
const licenceFile = `licences-${digest.slice(0, 8).toUpperCase()}.txt`;
const licences = JSON.stringify(`web/code/${licenceFile}`);
const scripts = await bundle(script, { proteinWorker, landOutlines: land, licences });
writeFileSync(path.join(outdir, licenceFile), licenceText);

const inOrder = (a, b) => (a < b ? -1 : 1);
const without = (all) => {
  const first = new Set(scripts.needed('app.tsx'));
  return all.filter((file) => !first.has(file)).sort(inOrder);
};
const files = {
  script: scripts.named('app.tsx'),
  style: styles.named('style.css'),
  // What the script imports, and what pages that are there before the script need besides it: browsers load it at once.
  first: scripts.needed('app.tsx').slice(1).sort(inOrder),
  phages: without(scripts.needed('phage.tsx')),
  clusters: without(scripts.needed('cluster.tsx')),
  files: [...scripts.files, ...thread.files, ...styles.files, licenceFile].sort(inOrder),
};
writeFileSync(path.join(outdir, 'files.json'), `${JSON.stringify(files, null, 2)}\n`);

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
