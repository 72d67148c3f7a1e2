/** `phagepress host`: writes the files that a host reads outside the site's folder, for a built site. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { resolveConfig } from '../config/config.ts';
import { leadsToThisMachine } from '../contract/baseUrl.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure } from '../failure.ts';
import { assertFilesFit } from '../hosts/budget.ts';
import { hostedRelease } from '../hosts/hostedSite.ts';
import type { HostedSite, HostFile } from '../hosts/host.ts';
import { type Hosting, hostingNames } from '../hosts/hosting.ts';
import { type HostName, hostNames } from '../hosts/hostNames.ts';
import { hosts } from '../hosts/hosts.ts';
import { listHosts } from '../hosts/listHosts.ts';
import { readRelease } from '../preview/siteFiles.ts';
import { readManifest } from '../publishing/manifest.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { flagOf, writeOwnFiles } from './ownFiles.ts';
import type { Terminal } from './terminal.ts';

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
  const root = await realPathOf(dir);
  await repairSwap(root);
  const release = readRelease(dir);
  const files = readManifest(root)?.files ?? [];
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
  const said = hostingNames.flatMap((key) => {
    const value = options[key];
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  const useless = said.find(([key]) => !hosts[name].hosting.includes(key));
  if (useless !== undefined) {
    const [key] = useless;
    const users = hostNames.filter((other) => hosts[other].hosting.includes(key));
    throw new Failure('usage', `${name} does not use ${flagOf(key)}.`, {
      hint: `Leave it out: it is for ${users.join(' and ')}.`,
    });
  }
  return { ...hosting, ...Object.fromEntries(said) };
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
