/** Makes the text of schemas/config.schema.json: what people write there, with the lists of names that the program has. */
import { readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { findingFormats, profileNames } from '../src/pipeline/settings.ts';
import { maxPageSize } from '../src/commands/flags.ts';
import { bulkNames } from '../src/contract/bulkFiles.ts';
import { inAlphabet, listNames } from '../src/contract/collectionName.ts';
import { linkStyles } from '../src/contract/links.ts';
import { viewNames } from '../src/contract/routes.ts';
import { allowableRules, ruleNames } from '../src/text/rules.ts';
import { hostNames } from '../src/hosts/host.ts';
import { compressions } from '../src/publishing/compression.ts';
import { schemasFolder } from './generateRecordTypes.ts';

export const configSchemaFile = `${schemasFolder}config.schema.json`;

interface Form {
  readonly items?: object;
  readonly [keyword: string]: unknown;
}

/** The names of each option that takes names, and how a message says what is expected. */
const names: Readonly<Record<string, readonly [names: readonly string[], expected: string]>> = {
  profile: [profileNames, quoted(profileNames)],
  links: [linkStyles, quoted(linkStyles)],
  format: [findingFormats, quoted(findingFormats)],
  precompress: [compressions, quoted(compressions)],
  host: [hostNames, oneOf(hostNames)],
  views: [viewNames, oneOf(viewNames)],
  bulk: [bulkNames, oneOf(bulkNames)],
  allow: [allowableRules, `a rule that can be allowed: ${allowableRules.join(', ')}`],
  deny: [ruleNames, `the name of a rule: ${ruleNames.join(', ')}`],
};

export async function generateConfigSchema(): Promise<string> {
  const schema = JSON.parse(await readFile(configSchemaFile, 'utf8')) as {
    readonly properties: Readonly<Record<string, Form>>;
  };
  const properties = Object.entries(schema.properties).map(([option, form]) => {
    if (option === 'pageSize') return [option, withLists(form)];
    const [known, expected] = names[option] ?? [];
    if (known === undefined) return [option, form];
    const named = { enum: known, 'x-expected': expected };
    const { items } = form;
    return [
      option,
      items === undefined ? { ...form, ...named } : { ...form, items: { ...items, ...named } },
    ];
  });
  const text = JSON.stringify({ ...schema, properties: Object.fromEntries(properties) });
  return format(text, { parser: 'json', printWidth: 100 });
}

/** A list has the page sizes that all lists have together. */
function withLists(form: Form): Form {
  const lists = inAlphabet(listNames);
  const { minimum, maximum, items, minItems, uniqueItems } = form;
  const size = `an integer from 1 to ${maxPageSize}`;
  const ofOne = (list: string) => ({
    description: `Records on a page of ${list}; of several sizes the first is the default.`,
    type: ['integer', 'array'],
    minimum,
    maximum,
    items,
    minItems,
    uniqueItems,
    'x-expected': `${size}, or a list of sizes`,
  });
  return {
    ...form,
    properties: Object.fromEntries(lists.map((list) => [list, ofOne(list)])),
    'x-expected': `${size}, a list of sizes, or an object with one of these for ${orOf(lists)}`,
  };
}

function oneOf(all: readonly string[]): string {
  return `one of ${all.join(', ')}`;
}

function quoted(all: readonly string[]): string {
  return orOf(all.map((name) => `"${name}"`));
}

function orOf(all: readonly string[]): string {
  return all.join(', ').replace(/, ([^,]*)$/, ' or $1');
}
