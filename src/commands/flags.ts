/** Parses the values of flags; errors are worded in terms of the command line. */
import { InvalidArgumentError } from 'commander';
import { type BulkName, bulkNames, genomesFilePattern } from '../contract/bulkFiles.ts';
import { inAlphabet, listNames } from '../contract/collectionName.ts';
import type { Keep } from '../contract/history.ts';
import { hostnameIn, parseBaseUrl } from '../contract/links.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import { type ViewName, viewNames } from '../contract/routes.ts';
import { type Hosting, hostingValues, type HostName, hostNames } from '../hosts/host.ts';
import { cleanText } from '../importing/invisible.ts';
import type { PageSizes } from '../pipeline/settings.ts';
import { type Compression, compressions } from '../publishing/compression.ts';
import { allowableRules, isRuleName, type RuleName, ruleNames, rules } from '../text/rules.ts';
import { inWords, nearestName } from '../text/words.ts';
import { isReleaseDate } from './config.ts';

export const maxPageSize = 100_000;

export function integerFlag(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
  };
}

const pageSize = integerFlag(1, maxPageSize);

/** `100`, or `100,1000,all`, where the first is the default size. */
function sizesFlag(text: string): number | PageSize[] {
  const sizes = text.split(',').map((size) => (size === 'all' ? size : pageSize(size)));
  const [first, ...further] = sizes;
  if (typeof first !== 'number') {
    throw new InvalidArgumentError('Expected a number first: the size by default cannot be all.');
  }
  if (new Set(sizes).size < sizes.length) {
    throw new InvalidArgumentError('Expected each size once.');
  }
  return further.length === 0 ? first : sizes;
}

/** `--page-size 100` or `--page-size genes=500,all`; a repeated flag adds to the earlier ones. */
export function pageSizeFlag(text: string, previous: PageSizes = {}): PageSizes {
  if (/^[0-9]+$/.test(text) || (text.includes(',') && !text.includes('='))) {
    return { ...previous, all: sizesFlag(text) };
  }
  const [name, size, ...rest] = text.split('=');
  const list = listNames.find((candidate) => candidate === name);
  if (list === undefined || size === undefined || rest.length > 0) {
    const known = inAlphabet(listNames).map((one) => `${one}=<number>`);
    throw new InvalidArgumentError(`Expected ${inWords(['a number', ...known], 'or')}.`);
  }
  return { ...previous, [list]: sizesFlag(size) };
}

export function baseUrlFlag(text: string): string {
  const parsed = parseBaseUrl(text);
  if (parsed.ok) return parsed.baseUrl;
  throw new InvalidArgumentError(
    `Expected an address such as https://example.org/phages; this one ${parsed.reason}.`,
  );
}

/** `--allow`, repeatable. */
export function allowFlag(text: string, previous: readonly RuleName[] = []): RuleName[] {
  if (isRuleName(text) && rules[text].allowable) return [...previous, text];
  if (isRuleName(text)) {
    throw new InvalidArgumentError(`What breaks the rule ${text} cannot be published.`);
  }
  throw noneOf(allowableRules, text, 'such rule');
}

/** `--deny`, repeatable. */
export function denyFlag(text: string, previous: readonly RuleName[] = []): RuleName[] {
  if (isRuleName(text)) return [...previous, text];
  throw noneOf(ruleNames, text, 'such rule');
}

/** A flag for a setting of a host that only the publisher knows. */
export function hostingFlag(name: keyof Hosting): (text: string) => string {
  return (text) => {
    const { pattern, expected } = hostingValues[name];
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** `--host`, repeatable. */
export function hostFlag(text: string, previous: readonly HostName[] = []): HostName[] {
  return [...new Set([...previous, hostNameOf(text)])];
}

/** `--allow-host`, repeatable. */
export function allowHostFlag(text: string, previous: readonly string[] = []): string[] {
  const name = text === '*' ? text : hostnameIn(text);
  if (name !== null) return [...previous, name];
  throw new InvalidArgumentError('Expected a name such as preview.example.org, or *.');
}

export function hostNameOf(text: string): HostName {
  const known = hostNames.find((name) => name === text);
  if (known !== undefined) return known;
  throw noneOf(hostNames, text, 'such host');
}

/** A path flag. An empty value is an unset shell variable rather than the working folder. */
export function pathFlag(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Expected a path, found an empty string.');
}

/** A list of paths. */
export function pathsFlag(text: string, previous: readonly string[] = []): string[] {
  return [...previous, pathFlag(text)];
}

/** `--precompress gzip,br`. */
export function precompressFlag(text: string): Compression[] {
  const names = text.split(',').map((name) => name.trim());
  const known = compressions.filter((compression) => names.includes(compression));
  if (known.length === names.length) return known;
  throw new InvalidArgumentError(
    `Expected ${compressions.join(', ')} or both with a comma between.`,
  );
}

/** `--views genesbyphage,clusters`. */
export function viewsFlag(text: string): ViewName[] {
  return namesFlag(text, viewNames, 'view');
}

/** `--genomes-file Actinobacteriophages-All.fasta`. */
export function genomesFileFlag(text: string): string {
  if (genomesFilePattern.test(text)) return text;
  throw new InvalidArgumentError(
    'Expected a file name of letters, digits and . _ - that ends in .fasta, without a folder.',
  );
}

/** `--bulk ndjson,fasta`. */
export function bulkFlag(text: string): BulkName[] {
  return namesFlag(text, bulkNames, 'bulk file');
}

/** `--status draft,final`: a subset of `all`, in the order of `all`; `noun` is the word for one of them. */
export function namesFlag<Name extends string>(
  text: string,
  all: readonly Name[],
  noun: string,
): Name[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => all.every((known) => known !== name));
  if (unknown === undefined) return all.filter((known) => names.includes(known));
  const expected = `Expected names of ${all.join(', ')}, with commas between.`;
  throw noneOf(all, unknown, `${noun} ${unknown}`, expected);
}

function noneOf(
  names: readonly string[],
  text: string,
  what: string,
  expected = `Expected one of ${names.join(', ')}.`,
): InvalidArgumentError {
  const nearest = nearestName(text, names);
  return new InvalidArgumentError(
    nearest === undefined ? expected : `There is no ${what}; did you mean ${nearest}?`,
  );
}

/** `--max-drop 10%`, with or without the percent sign. */
export function percentFlag(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)%?$/.exec(text)?.[1]);
  if (value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a percentage from 0% to 100%.');
}

/** `--keep`: a number of releases, or all. */
export function keepFlag(text: string): Keep {
  return text === 'all' ? text : integerFlag(1, maxKept)(text);
}

const maxKept = 10_000;

/** `--release-date`: a date, or a date and time with its offset. */
export function releaseDateFlag(text: string): string {
  if (isReleaseDate(text)) return text;
  throw new InvalidArgumentError('Expected a date such as 2026-01-31 or 2026-01-31T02:00:00Z.');
}

/** `--expect-release`: the id of a release, or a prefix of it. */
export function releaseIdFlag(text: string): string {
  if (/^[0-9a-f]{7,64}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'Expected 7 to 64 of the digits 0-9 and a-f, as `release` in release.json begins.',
  );
}

/** `--columns`, repeatable: pairs of a header and the name of a column, which may be empty. */
export function columnsFlag(
  text: string,
  previous: readonly (readonly [string, string])[] = [],
): (readonly [string, string])[] {
  // A header may have commas.
  const pairs = text.split(/(?<==[^,=]*),/).map((pair): readonly [string, string] => {
    const at = pair.lastIndexOf('=');
    if (at < 1)
      throw new InvalidArgumentError(
        `"${pair}" is no header and column, as in "Lab name=phage_name".`,
      );
    return [cleanText(pair.slice(0, at)).trim(), pair.slice(at + 1).trim()];
  });
  return [...previous, ...pairs];
}

/** `--contact`: the text that an administrator finds in the log of a service. */
export function contactFlag(text: string): string {
  if (/^(?:https?:\/\/|mailto:)?[!#-'*-.0-9:=?-~/]*[@.][!#-'*-.0-9:=?-~/]+$/.test(text))
    return text;
  throw new InvalidArgumentError('Expected a mail address or a URL, such as lab@example.org.');
}
