/** `phagepress host`: writes the files that a host reads outside the site's folder, for a built site. */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure, systemCode } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { leadsToThisMachine } from '../contract/links.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import {
  type HostedSite,
  type HostFile,
  type Hosting,
  hostingNames,
  type HostName,
  hostNames,
} from '../hosts/host.ts';
import { assertFilesFit, hostedRelease, hosts, listHosts } from '../hosts/hosts.ts';
import { readRelease } from '../preview/answer.ts';
import { readManifest } from '../publishing/manifest.ts';
import { contains, realPathOf, sitePathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { writeFailure, writing } from '../publishing/siteWriter.ts';
import { type HashedFile, hashLines, readHashLines } from '../text/hashLines.ts';
import { compareText } from '../text/order.ts';
import { resolveConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

// Writes a host's files into a folder of the publisher's, with a file of their hashes. Only a file that still has its
// hash is ever replaced, not one that was edited or that the publisher made.

/** In the format of `sha256sum -c phagepress.sha256`, which lists the files that were edited. */
const recordFile = 'phagepress.sha256';

interface OwnFilesOptions {
  readonly out: string;
  /** The folder of the site, absolute. */
  readonly siteDir: string;
  /** Settings of the host's files, to suggest instead of an edit. */
  readonly hosting: readonly (keyof Hosting)[];
}

/** Writes all files or none. Throws a Failure that names the files in the way. */
async function writeOwnFiles(
  files: readonly HostFile[],
  { out, siteDir, hosting }: OwnFilesOptions,
): Promise<void> {
  const record = path.join(out, recordFile);
  const written = readHashLines((await readIfThere(record)) ?? '');
  for (const file of files) {
    const target = path.join(out, file.path);
    await assertOutside(target, siteDir);
    const before = await readIfThere(target);
    if (before === null || before === file.text) continue;
    const known = written.filter((one) => one.path === file.path);
    if (known.length === 0) {
      throw new Failure('usage', `${target} is there already, with other content.`, {
        hint: 'Nothing was written. Remove it, or write elsewhere with --out and copy what you need.',
      });
    }
    if (known.every(({ sha256 }) => sha256 !== hash('sha256', before))) {
      const flags = hosting.map(flagOf).join(', ');
      const wayOut =
        flags === ''
          ? 'Remove the file, or write elsewhere with --out.'
          : `If ${flags} or "hosting" in the configuration file can make the same change, set it there and remove the file; or write elsewhere with --out.`;
      throw new Failure('usage', `${target} was edited since it was written.`, {
        hint: `Nothing was written. ${wayOut}`,
      });
    }
  }
  const made = files.map((file) => ({ path: file.path, sha256: hash('sha256', file.text) }));
  // Both old and new hashes first: if interrupted, the next run recognises the files of either.
  put(record, recordOf([...written, ...made]));
  for (const file of files) put(path.join(out, file.path), file.text);
  const others = written.filter((one) => made.every((file) => file.path !== one.path));
  put(record, recordOf([...others, ...made]));
}

/** The flag of a setting: `--server-name` for `serverName`. */
function flagOf(name: keyof Hosting): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function recordOf(files: readonly HashedFile[]): string {
  return hashLines(files.toSorted((a, b) => compareText(a.path, b.path)));
}

async function assertOutside(target: string, siteDir: string): Promise<void> {
  if (!contains(siteDir, await realPathOf(target))) return;
  throw new Failure('usage', `${target} would lie in the site, and be published with it.`, {
    hint: 'Nothing was written. Choose a folder outside the site with --out.',
  });
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

function put(target: string, text: string): void {
  writing(target, () => {
    makeFolder(path.dirname(target));
    writeFileSync(target, text);
  });
}

export interface HostOptions extends Partial<Hosting> {
  /** Null to list them. */
  readonly name: HostName | null;
  readonly dir: string;
  /** Where to write the files; without it they are printed. */
  readonly out?: string;
  readonly list?: boolean;
  readonly config?: string;
}

/** Prints or writes the host's files; returns the exit code. Throws a Failure. */
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
  const hosting = await resolveHosting(options, name);
  const { site, published } = await readHostedSite(dir, hosting);
  if (host.hosting.includes('certificate')) assertCertifies(site);
  const refused = host.refuses(site);
  if (refused !== null) throw new Failure('usage', refused.message, { hint: refused.hint });
  if (leadsToThisMachine(site.baseUrl)) {
    terminal.err(
      `The links of ${dir} start with ${site.baseUrl}, which works on this machine only. Build it for its address with --base-url.\n`,
    );
  }
  assertFilesFit([name], { files: published, hasAliases: site.caseInsensitiveNames });
  const files = host.ownFiles(site);
  if (files.length === 0) {
    terminal.err(`${host.title} reads nothing but the site: build it with --host ${name}.\n`);
  } else if (out === undefined) {
    terminal.file(print(files));
  } else {
    await writeOwnFiles(files, { out, siteDir: site.dir, hosting: host.hosting });
    terminal.err(`Wrote ${files.map((file) => path.join(out, file.path)).join(', ')}.\n`);
  }
  return 0;
}

async function readHostedSite(dir: string, hosting: Hosting) {
  const root = await sitePathOf(dir);
  await repairSwap(root);
  const release = readRelease(dir);
  const files = [...(readManifest(root, release) ?? [])];
  const has = (extension: string) => files.some(({ path: name }) => name.endsWith(extension));
  const precompress = [...(has('.json.gz') ? ['gzip'] : []), ...(has('.json.br') ? ['br'] : [])];
  const site = hostedRelease(release, { precompress, dir: root, hosting });
  const about = [manifestFile, releaseFile].map(async (file) => {
    return { path: file, bytes: (await stat(path.join(root, file))).size };
  });
  return { site, published: files.length === 0 ? [] : [...files, ...(await Promise.all(about))] };
}

/** Flags win over the configuration file. A flag that the host does not use is an error. */
async function resolveHosting(options: HostOptions, name: HostName): Promise<Hosting> {
  const { hosting } = await resolveConfig({}, options.config);
  const given = hostingNames.flatMap((key) => {
    const value = options[key];
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  const useless = given.find(([key]) => !hosts[name].hosting.includes(key));
  if (useless !== undefined) {
    const [key] = useless;
    const users = hostNames.filter((other) => hosts[other].hosting.includes(key));
    throw new Failure('usage', `${name} does not use ${flagOf(key)}.`, {
      hint: `Leave it out: it is for ${users.join(' and ')}.`,
    });
  }
  return { ...hosting, ...Object.fromEntries(given) };
}

function assertCertifies({ baseUrl, hosting: { certificate, certificateKey } }: HostedSite): void {
  if ((certificate === null) !== (certificateKey === null)) {
    throw new Failure('usage', 'A certificate and its key go together.', {
      hint: 'Give both --certificate and --certificate-key, or neither.',
    });
  }
  if (certificate === null || baseUrl.startsWith('https:')) return;
  throw new Failure('usage', `A certificate is for https, and the links start with ${baseUrl}.`, {
    hint: 'Build the site with a --base-url that begins with https://.',
  });
}

/** A single file is printed as it is; several are printed with their names. */
function print(files: readonly HostFile[]): string {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return first.text;
  return files.map((file) => `==> ${file.path} <==\n${file.text}`).join('\n');
}
