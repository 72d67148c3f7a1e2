/** What a file's name tells: whether it is a source, what else it may be, and what was probably meant. */
import { nearestName } from '../text/nearestName.ts';

const sourceEnding = /\.(ndjson|jsonl|json)(\.gz)?$/i;
const endings = ['ndjson', 'jsonl', 'json'];

export function isSourceName(name: string): boolean {
  return sourceEnding.test(name);
}

// Files of systems and tools, or for people to read: never data.
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
export function nearestSourceName(name: string): string | undefined {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  const isPacked = /^(gz.*|gip|g|gx|zg)$/i.test(last);
  const ending = isPacked ? parts.pop() : last;
  if (ending === undefined || parts.join('') === '') return undefined;
  const known = nearestName(ending, endings);
  if (known === undefined) return undefined;
  return [...parts, known, ...(isPacked ? ['gz'] : [])].join('.');
}
