/** `phagepress host`: what a host reads outside the site's folder, made for a site that was built. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastPagesOf } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { assertFilesFit } from '../hosts/budget.ts';
import { hostedSite } from '../hosts/hostedSite.ts';
import type { HostFile } from '../hosts/host.ts';
import { type HostName, hostNames } from '../hosts/hostNames.ts';
import { hosts } from '../hosts/hosts.ts';
import { listHosts } from '../hosts/listHosts.ts';
import { readRelease } from '../preview/siteFiles.ts';
import { readManifest } from '../publishing/manifest.ts';
import { contains, realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { writeFailure } from '../publishing/siteWriter.ts';
import type { Terminal } from './terminal.ts';

export interface HostOptions {
  /** Null to list them. */
  readonly name: HostName | null;
  /** Folder of the site. */
  readonly dir: string;
  /** Where the files go; printed when absent. */
  readonly out?: string;
  readonly list?: boolean;
}

/** Prints or writes the host's files; gives the exit code. Throws a Failure. */
export async function runHost(options: HostOptions, terminal: Terminal): Promise<number> {
  const { name, dir, out } = options;
  if (options.list === true) {
    terminal.out(listHosts());
    return 0;
  }
  if (name === null) {
    throw new Failure('usage', 'Which host is it for?', {
      hint: `Name one of ${hostNames.join(', ')}, or see what each can do with --list.`,
    });
  }
  const host = hosts[name];
  const { site, published } = await readHostedSite(dir);
  const refused = host.refuses(site);
  if (refused !== null) throw new Failure('usage', refused.message, { hint: refused.hint });
  assertFilesFit([name], { files: published, hasAliases: site.foldsNames });
  const files = host.ownFiles(site);
  if (files.length === 0) {
    terminal.err(`${host.title} reads nothing but the site: build it with --host ${name}.\n`);
  } else if (out === undefined) {
    terminal.out(print(files));
  } else {
    for (const file of files) await assertWritable(path.join(out, file.path), file.text, site.dir);
    for (const file of files) await put(path.join(out, file.path), file.text);
    terminal.err(`Wrote ${files.map((file) => path.join(out, file.path)).join(', ')}.\n`);
  }
  return 0;
}

async function readHostedSite(dir: string) {
  const root = await realPathOf(dir);
  await repairSwap(root);
  const release = await readRelease(dir);
  const files = readManifest(root) ?? [];
  const has = (extension: string) => files.some(({ path: name }) => name.endsWith(extension));
  const site = hostedSite({
    baseUrl: release.base_url,
    links: release.links,
    maxAge: release.max_age,
    caseInsensitiveNames: release.case_insensitive_names === true,
    lastPages: lastPagesOf(release),
    precompress: [...(has('.json.gz') ? ['gzip'] : []), ...(has('.json.br') ? ['br'] : [])],
    dir: root,
  });
  const about = [manifestFile, releaseFile].map(async (file) => {
    return { path: file, bytes: (await stat(path.join(root, file))).size };
  });
  return { site, published: files.length === 0 ? [] : [...files, ...(await Promise.all(about))] };
}

/** One file as it is; of several each under its name. */
function print(files: readonly HostFile[]): string {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return first.text;
  return files.map((file) => `==> ${file.path} <==\n${file.text}`).join('\n');
}

/** Throws a Failure when the file would become part of the site, or take the place of the publisher's own. */
async function assertWritable(target: string, text: string, siteDir: string): Promise<void> {
  if (contains(siteDir, await realPathOf(target))) {
    throw new Failure('usage', `${target} would lie in the site, and be published with it.`, {
      hint: 'Nothing was written. Choose a folder outside the site with --out.',
    });
  }
  const before = await readIfThere(target);
  if (before === null || before === text || isMadeHere(before)) return;
  throw new Failure('usage', `${target} is there already, with other content.`, {
    hint: 'Nothing was written. Remove it, or write elsewhere with --out and take from there what is wanted.',
  });
}

/** As the first lines say of every file that can hold a comment. */
function isMadeHere(text: string): boolean {
  // Not further on: what was made here may have been added to a file of the publisher's own.
  return /made by phagepress/i.test(text.split('\n', 3).join('\n'));
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null;
    throw writeFailure(file, error);
  }
}

async function put(target: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  } catch (error) {
    throw writeFailure(target, error);
  }
}
