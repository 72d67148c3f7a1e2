/**
 * Names of files that are not those of records: the index of the other names of phages, for hosts that run code (D3),
 * and the names that a publisher's own files may have.
 */
import {
  type BulkName,
  genomeFile,
  type GenomeForm,
  genomeFormNames,
  genomeForms,
  isTablePath,
  mediaFolder,
  tableTops,
} from './bulkFiles.ts';
import { foldName, hashText, unsafeNameReason } from './recordName.ts';
import { pageFolders } from '../text/pagePaths.ts';
import { groupedBy } from '../text/values.ts';
import { decodeSegment, type FileAnswer, type PhageAlias } from './route.ts';
import { assetFolder, sitemapFolder } from './sitePaths.ts';
import { viewFile } from './routes.ts';

export const aliasFolder = 'aliases/';

const hexDigits = 2;

/** The file that holds a name, if any does; relative to the site's root. */
export function aliasFile(foldedName: string): string {
  // The high bits depend on all of the name.
  const hash = hashText(foldedName) >>> (32 - 4 * hexDigits);
  const digits = hash.toString(16).padStart(hexDigits, '0');
  return `${aliasFolder}${digits}.json`;
}

/** The files of the index; `phages` maps folded other names to the phages' own names. */
export function aliasFiles(phages: ReadonlyMap<string, string>): Map<string, string> {
  const lineOf = (folded: string) =>
    `${JSON.stringify(folded)}:${JSON.stringify(phages.get(folded))}`;
  const files = groupedBy([...phages.keys()].sort(), aliasFile);
  return new Map(Array.from(files, ([file, names]) => [file, `{${names.map(lineOf).join(',')}}`]));
}

interface PhageFile {
  readonly top: string;
  readonly name: string;
  readonly file: string;
}

const ofPhages = /^api\/(phages|[a-z]+byphage)\/([^/]+)\/(index\.json(?:\.(?:gz|br))?)$/;

/** The parts of the path of a file that belongs to a phage's name; null for any other file. */
export function fileOfPhage(path: string): PhageFile | null {
  const [, top, name, file] = ofPhages.exec(path) ?? [];
  return top === undefined || name === undefined || file === undefined ? null : { top, name, file };
}

export function phageFile({ top, name, file }: PhageFile): string {
  return `api/${top}/${name}/${file}`;
}

export function aliasFileFor({ name }: Pick<PhageAlias, 'name'>): string {
  return aliasFile(foldName(name));
}

/** The answer for the phage's own name; null if the text of that file does not have the alias. */
export function answerByAlias(answer: FileAnswer, index: string): FileAnswer | null {
  const { alias, file, holds } = answer;
  const own = alias === undefined ? null : nameIn(index, alias.name);
  if (alias === undefined || own === null) return null;
  const dependsOn = viewFile([alias.top, own]);
  const found = holds === 'description' ? file : dependsOn;
  return { ...answer, file: found, dependsOn, alias: undefined };
}

/** The phage's own name, by another name and the text of the index file for it; null if there is none. */
function nameIn(index: string, name: string): string | null {
  const names: Readonly<Record<string, unknown>> = JSON.parse(index);
  const folded = foldName(name);
  const own = Object.hasOwn(names, folded) ? names[folded] : undefined;
  return typeof own === 'string' ? own : null;
}

/** A file of a single genome, perhaps requested by another name of the phage. */
interface GenomeAlias {
  readonly form: GenomeForm;
  readonly name: string;
}

/** Parses the path of a request, percent-encoded and without the site's prefix; null if it is not such a file. */
export function genomeAliasAt(path: string): GenomeAlias | null {
  for (const form of genomeFormNames) {
    const start = `/${mediaFolder}${form}/`;
    const end = `.${genomeForms[form].extension}`;
    if (!path.startsWith(start) || !path.endsWith(end)) continue;
    const name = decodeSegment(path.slice(start.length, -end.length));
    return name === null || unsafeNameReason(name) !== null ? null : { form, name };
  }
  return null;
}

/** The file under the phage's own name, relative to the site's root; null if that is the requested name. */
export function genomeByAlias({ form, name }: GenomeAlias, index: string): string | null {
  const own = nameIn(index, name);
  return own === null || own === name ? null : genomeFile(own, form);
}

/** Names at the top of a site that a build writes or that hosts reserve. */
const taken =
  /^(?:api|bulk|changes|errors|media|options|packs|releases|schemas|index\.(?:html|json)|(?:manifest|openapi|release)\.json)$/;

// Hidden names that are content, not configuration of a host.
const hiddenTops = new Set(['.well-known', '.nojekyll']);

// These names appear in the rules of hosts.
const plainTop = /^[A-Za-z0-9.][A-Za-z0-9._~-]*$/;

interface Naming {
  readonly phageAliases: boolean;
  readonly pages: boolean;
  readonly html: boolean;
  readonly bulk: readonly BulkName[];
}

/** Why a path is not allowed for a static file; null when it is. Completes the sentence "found a path that …". */
export function unfitStaticReason(
  path: string,
  { phageAliases, pages, html, bulk }: Naming,
): string | null {
  const [top = '', ...inner] = path.split('/');
  for (const name of [top, ...inner]) {
    const reason = unsafeNameReason(name);
    if (reason !== null && name !== 'index.json') return `has a part that ${reason}`;
  }
  const folded = top.toLowerCase().replace(/\.(?:gz|br)$/, '');
  const reserved = [
    ...(phageAliases ? [aliasFolder] : []),
    ...(pages ? [assetFolder] : []),
    ...(html ? [sitemapFolder] : []),
    ...(bulk.includes('phagesdb') ? tableTops : []),
  ];
  if (
    taken.test(folded) ||
    isTablePath(path.toLowerCase()) ||
    reserved.some((one) => one === `${folded}/`)
  )
    return 'has the path of a file of the site';
  if (html && pageFolders.some((folder) => folder === folded))
    return 'has the path of pages of the site, which --no-html leaves out';
  if (inner.some((name) => name.startsWith('.')) || (top.startsWith('.') && !hiddenTops.has(top)))
    return 'is hidden';
  if ([top, ...inner].some((name) => name.startsWith('_')))
    return 'begins with _, which hosts take for a setting of their own';
  if (!plainTop.test(top))
    return 'begins with a name of other signs than letters, digits and . _ ~ -';
  return null;
}

export function staticTops(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.replace(/\/.*$/, '/')))].sort();
}

export function isStatic(path: string, tops: readonly string[]): boolean {
  const top = path.replace(/\/.*$/, '/');
  return tops.includes(top);
}

export function areStaticTops(tops: unknown, site: Naming): tops is string[] {
  return (
    Array.isArray(tops) &&
    tops.every(
      (top) =>
        typeof top === 'string' &&
        /^[^/]+\/?$/.test(top) &&
        unfitStaticReason(top.replace(/\/$/, ''), site) === null,
    )
  );
}
