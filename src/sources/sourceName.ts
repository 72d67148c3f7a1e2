/** What a file's name reveals: whether it is a source, what else it may be, and what was probably meant. */
import { nearestName } from '../text/nearestName.ts';
import { inWords } from '../text/someNames.ts';
import { genomesFolder, type SourceKind } from './source.ts';

const ofRecords = ['ndjson', 'jsonl', 'json'];
const ofGenomes = ['fasta', 'fna', 'fa', 'fas'];
const recordEnding = /\.(ndjson|jsonl|json)(\.gz)?$/i;
const genomeEnding = /\.(fasta|fna|fa|fas)(\.gz)?$/i;

export function isSourceName(name: string, kind: SourceKind): boolean {
  return (kind === genomesFolder ? genomeEnding : recordEnding).test(name);
}

/** The names of the sources of a kind, for messages. */
export function sourceNames(kind: SourceKind | null): string {
  const endings = (kind === genomesFolder ? ofGenomes : ofRecords).map((ending) => `.${ending}`);
  return `files named ${inWords(endings, 'or')}, or one of these and .gz`;
}

// Files of systems and tools, or documents: never data.
const usualNames = [
  /^(\.DS_Store|\._.*|__MACOSX|\.localized|\.Spotlight-V100|\.Trashes|\.fseventsd)$/i,
  /^((eh)?Thumbs\.db|desktop\.ini|\.directory)$/i,
  /^\.(git|gitignore|gitattributes|gitmodules|gitkeep|keep|hg|hgignore|svn)$/,
  /^(README|LICEN[CS]E)(\.md|\.txt)?$/i,
  /^(phagepress\.config\.json|\.phagepress.*)$/,
];

/** Whether an unread file or folder of this name can be ignored without a finding. */
export function isUsualName(name: string): boolean {
  return usualNames.some((usual) => usual.test(name));
}

const leftoverName =
  /(~|\.(bak|backup|orig|old|save|swp|swo|tmp|temp|part|partial|crdownload|download|rej))$|^#.*#$/i;

/** Whether an editor or an aborted download leaves files of this name. */
export function isLeftoverName(name: string): boolean {
  return leftoverName.test(name);
}

/** Whether it is an archive or compressed, other than by gzip alone. */
export function isPackedName(name: string): boolean {
  return /\.(zip|7z|rar|tar|tgz|tar\.gz|bz2|xz|lzma|zst|br|lz4|Z)$/i.test(name);
}

/** The source name that a misspelt one was probably meant to be; undefined if none is similar. */
export function nearestSourceName(name: string, kind: SourceKind | null): string | undefined {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  const isPacked = /^(gz.*|gip|g|gx|zg)$/i.test(last);
  const ending = isPacked ? parts.pop() : last;
  if (ending === undefined || parts.join('') === '') return undefined;
  const known = nearestName(ending, kind === genomesFolder ? ofGenomes : ofRecords);
  if (known === undefined) return undefined;
  return [...parts, known, ...(isPacked ? ['gz'] : [])].join('.');
}
