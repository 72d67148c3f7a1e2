/**
 * Each folder here is one build: the program runs in its `input/` with the arguments in `command.json`;
 * the site must be `expected/`, file by file and byte by byte, and what it says `stdout.txt` and
 * `stderr.txt`. `UPDATE_GOLDEN=1` rewrites all three.
 */
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expectGolden, isUpdating, withoutTime } from '../integration/goldenText.ts';
import { prepareInput } from '../integration/prepareInput.ts';
import { runInProcess } from '../program/runProgram.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const casesDir = import.meta.dirname;
const cases = readdirSync(casesDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe.concurrent('a build gives exactly the site that was written down', () => {
  test.each(cases)('%s', async (name) => {
    const caseDir = path.join(casesDir, name);
    const expected = path.join(caseDir, 'expected');
    await inWorkFolder(async (folder) => {
      const args = await prepareInput(caseDir, folder);
      const { status, stdout, stderr } = await runInProcess(args, { cwd: folder });
      expect(status, stderr).toBe(0);
      await expectGolden(
        path.join(caseDir, 'stdout.txt'),
        withoutCount(withoutSizes(withoutTime(stdout), args), args),
      );
      await expectGolden(path.join(caseDir, 'stderr.txt'), stderr);

      const whole = await readTree(path.join(folder, 'dist'));
      const site = withoutCode(withoutPackage(unpacked(withoutRepeated(whole, name)), name));
      if (isUpdating) {
        await rm(expected, { recursive: true, force: true });
        await writeFiles(
          expected,
          Object.fromEntries(
            Object.entries(site).map(([file, text]) => [file, Buffer.from(text, 'latin1')]),
          ),
        );
      }
      expect(site).toEqual(await readTree(expected));
    });
  });
});

// Much alike in every site: some cases hold them, of the others the manifest holds the hash.
const repeated: readonly { readonly files: RegExp; readonly holders: readonly string[] }[] = [
  { files: /^openapi\.json$/, holders: ['every-source-layout'] },
  { files: /^options\//, holders: ['every-source-layout', 'other-names'] },
  { files: /^schemas\//, holders: ['every-source-layout', 'bulk-files', 'other-names'] },
];

// Also much alike, but the manifest's hash of it depends on the version of zlib: other cases hold a hash of its text.
const packageHolders = new Set(['features', 'genomes', 'other-names', 'phagesdb']);

/** The site without what is much alike in every site, which is held against the manifest's hash instead. */
function withoutRepeated(tree: Readonly<Record<string, string>>, name: string) {
  const others = repeated.filter(({ holders }) => !holders.includes(name));
  const isRepeated = (file: string) => others.some(({ files }) => files.test(file));
  const { files } = JSON.parse(tree['manifest.json'] ?? '') as {
    files: { path: string; sha256: string }[];
  };
  for (const { path: file, sha256 } of files.filter((one) => isRepeated(one.path))) {
    expect(hash('sha256', Buffer.from(tree[file] ?? '', 'latin1')), file).toBe(sha256);
  }
  return Object.fromEntries(Object.entries(tree).filter(([file]) => !isRepeated(file)));
}

const isPacked = (file: string) => /^bulk\/.*\.gz$/.test(file);

/**
 * The site with its bulk files unpacked: how they are compressed depends on the version of zlib, and with it what
 * the index, the manifest and the release say of them.
 */
function unpacked(tree: Readonly<Record<string, string>>): Record<string, string> {
  if (!Object.keys(tree).some(isPacked)) return tree;
  const withoutHashes = (text: string) =>
    text
      .replaceAll(
        /("path":"bulk\/(?:[^"/]*\.(?:gz|tbi)|(?:index|datapackage)\.json)","bytes":)\d+(,"sha256":")[0-9a-f]+/g,
        '$1<bytes>$2<hash>',
      )
      .replaceAll(/"(bytes|sha256|hash)": [^\n,]+/g, '"$1": <$1>')
      .replace(/"release": "[0-9a-f]{64}"/, '"release": "<hash>"');
  return Object.fromEntries(
    Object.entries(tree).map(([file, text]) => {
      if (isPacked(file)) {
        const plain = gunzipSync(Buffer.from(text, 'latin1'));
        return [file.replace(/\.gz$/, ''), plain.toString('latin1')];
      }
      // Nothing but offsets in what is compressed.
      if (file.endsWith('.tbi')) return [file, '<offsets>\n'];
      const isAbout = [
        'bulk/index.json',
        'bulk/datapackage.json',
        'manifest.json',
        'release.json',
        'changes/index.json',
      ].includes(file);
      return [file, isAbout ? withoutHashes(text) : text];
    }),
  );
}

/** The site with a hash in place of the text of its data package, but where that is what the case is about. */
function withoutPackage(tree: Readonly<Record<string, string>>, name: string) {
  const file = 'bulk/datapackage.json';
  const text = tree[file];
  if (text === undefined || packageHolders.has(name)) return tree;
  return { ...tree, [file]: `${hash('sha256', text)}\n` };
}

const codeFolder = 'web/code/';

/**
 * The site without the code of its pages for people, and without its hashes: both change with each change of the code.
 * Of what is left out, HTML pages name some.
 */
function withoutCode(tree: Readonly<Record<string, string>>): Record<string, string> {
  const code = Object.keys(tree).filter((file) => file.startsWith(codeFolder));
  if (code.length === 0) return { ...tree };
  const named = tree['index.html']?.match(/web\/code\/[^"]+/g) ?? [];
  expect(named.length).toBeGreaterThan(1);
  expect(code).toEqual(expect.arrayContaining(named));
  const inHtml = (text: string) =>
    text
      .replaceAll(/\n *<link rel="modulepreload"[^\n]*/g, '')
      .replace(/(web\/code\/[a-z]+-)[A-Za-z0-9]{8}(\.(?:js|css)")/g, '$1<hash>$2');
  const masked: Record<string, (text: string) => string> = {
    'manifest.json': (text) =>
      text
        .replace(/^\{"path":"web\/code\/.*\n/gm, '')
        .replace(
          /(\{"path":"[^"]*index\.html","bytes":)\d+(,"sha256":")[0-9a-f]+/g,
          '$1<bytes>$2<hash>',
        ),
    'release.json': (text) => text.replace(/"release": "[0-9a-f]{64}"/, '"release": "<hash>"'),
    'changes/index.json': (text) =>
      text.replace(/"release": "[0-9a-f]{64}"/, '"release": "<hash>"'),
  };
  return Object.fromEntries(
    Object.entries(tree).flatMap(([file, text]) =>
      file.startsWith(codeFolder)
        ? []
        : [[file, file.endsWith('.html') ? inHtml(text) : (masked[file]?.(text) ?? text)]],
    ),
  );
}

/** With pages for people, how many files the site has depends on how their code is divided. */
function withoutCount(stdout: string, args: readonly string[]): string {
  return args.includes('--no-pages') ? stdout : stdout.replace(/( files +)[\d,]+/, '$1<files>');
}

/** Where there are bulk files, how large the site is depends on how they are compressed. */
function withoutSizes(stdout: string, args: readonly string[]): string {
  return args.includes('--no-bulk') ? stdout : stdout.replace(/( files? *[\d,]+) \([^)]*\)/, '$1');
}
