/**
 * `npm run bench -- --rebuilds`: what a build takes that finds nothing, one gene or one phage changed since the last, with
 * all defaults, in both forms, beside a full build; and lists of sources in random order, as exports are, beside parsing them.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cli, generator, measure, packedHost, printBeside } from './measure.mjs';

export async function benchRebuilds(folder, { genes, runs }) {
  const [data, given, site] = ['data', 'given', 'site'].map((name) => path.join(folder, name));
  await measure('node', [cli, 'sample', '--genes', String(genes), '--seed', '1', '--out', given]);
  const build = [cli, 'build', '--data', data, '--out', site, '--quiet', '--max-errors', '0'];
  const restore = () => {
    rmSync(data, { recursive: true, force: true });
    cpSync(given, data, { recursive: true });
  };
  const forget = () => {
    for (const name of readdirSync(folder))
      if (name.includes('site')) rmSync(path.join(folder, name), { recursive: true });
  };
  const best = async (args, prepare) => {
    const taken = [];
    for (let run = 0; run < runs; run++) {
      await prepare();
      taken.push(await measure('node', args));
    }
    return taken.reduce((least, one) => (one.cpuSeconds < least.cpuSeconds ? one : least));
  };
  for (const form of ['files', 'packed']) {
    const made = [...build, '--records', form, ...(form === 'packed' ? packedHost : [])];
    const bestAfter = (change) =>
      best(made, async () => {
        restore();
        await measure('node', made);
        // As a site is after some nights: the cache has what it keeps of the one before the last.
        changeGene(data, 0);
        await measure('node', made);
        change();
      });
    forget();
    const full = await best(made, () => {
      restore();
      forget();
    });
    const { files, bytes } = sizeOf(site);
    const verified = await measure('node', [cli, 'verify', site]);
    console.log(
      `${genes} genes, with all defaults and --records ${form}: ${files} files, ${Math.round(bytes / 1e6)} MB; the least CPU time of ${runs}:\n`,
    );
    printBeside({
      'a full build': full,
      'nothing changed': await bestAfter(() => {}),
      'one gene changed': await bestAfter(() => changeGene(data, 0.5)),
      'one phage added': await bestAfter(() => addPhage(data)),
      'verify, once': verified,
    });
    console.log('');
  }
  forget();
  shuffle(data);
  const lists = ['--no-gene-files', '--no-pages', '--no-bulk', '--no-views', '--no-cache'];
  const folders = ['genes', 'phages'].map((name) => path.join(data, name));
  const parsed = await best(
    [path.join(import.meta.dirname, 'parseLines.mjs'), ...folders],
    () => {},
  );
  const ordered = await best([...build, ...lists], forget);
  printBeside({ 'parsing them': parsed, 'lists of them, in random order': ordered });
}

const filesIn = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name));

function sizeOf(folder) {
  let [files, bytes] = [0, 0];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    files++;
    bytes += statSync(path.join(entry.parentPath, entry.name)).size;
  }
  return { files, bytes };
}

function changeGene(data, share) {
  const files = filesIn(path.join(data, 'genes'));
  const file = files[Math.floor(share * files.length)];
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"Notes":"[^"\\]*"/, '"Notes":"edited"'));
}

/** A phage like the first one, with its genes under another name. */
function addPhage(data) {
  const records = (name) =>
    filesIn(path.join(data, name)).flatMap((file) =>
      readFileSync(file, 'utf8').split('\n').filter(Boolean),
    );
  const [phage] = records('phages');
  const { phage_name: name } = JSON.parse(phage);
  const own = records('genes').filter((gene) => JSON.parse(gene).PhageID.PhageID === name);
  for (const [folder, lines] of [
    ['phages', [phage]],
    ['genes', own],
  ])
    writeFileSync(
      path.join(data, folder, 'added.ndjson'),
      lines.map((line) => `${line.replaceAll(name, `${name}Two`)}\n`).join(''),
    );
}

/** The same records in an order that has nothing to do with their names; the same each time. */
function shuffle(data) {
  for (const folder of ['genes', 'phages']) {
    const files = filesIn(path.join(data, folder));
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean));
    const random = generator(1);
    for (let at = lines.length - 1; at > 0; at--) {
      const other = random(at + 1);
      [lines[at], lines[other]] = [lines[other], lines[at]];
    }
    const each = Math.ceil(lines.length / files.length);
    for (const [at, file] of files.entries())
      writeFileSync(file, lines.slice(at * each, (at + 1) * each).join('\n') + '\n');
  }
}
