/** Reads and validates the configuration file; its errors are located like any other finding. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure, reasonOf } from '../base/failure.ts';
import { parseBaseUrl } from '../contract/links.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import { type Hosting, hostingValues } from '../hosts/host.ts';
import type { PageSizes, Settings } from '../pipeline/settings.ts';
import { nameFaults } from '../records/renameFields.ts';
import { schemaBreaches } from '../records/schemaBreaches.ts';
import { compileConfigSchema } from '../records/schemas.ts';
import { examineJson } from '../text/examineJson.ts';
import { type Breach, type Finding, lineBreaksBefore, offsetsOf } from '../text/findings.ts';
import { childPointer, showString } from '../text/json.ts';
import { isReleaseDate, profileOf } from './config.ts';
import { renderFindings } from './renderFindings.ts';

const maxNesting = 10;

// The schema is part of the program: a process compiles it at most once.
let compiledSchema: ReturnType<typeof compileConfigSchema> | null = null;

type Sizes = number | readonly PageSize[];

/** The file's members, as `schemas/config.schema.json` defines them. */
interface ConfigFile extends Omit<Settings, 'pageSize'> {
  readonly $schema?: string;
  readonly pageSize?: Sizes | PageSizes;
}

/**
 * Reads a configuration file. Its paths are relative to it, and are returned relative to the working folder. Throws a
 * Failure that locates what is wrong. `profile` is the one given on the command line, which wins over the file's.
 */
export async function readConfigFile(
  file: string,
  profile?: Settings['profile'],
): Promise<Settings> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new Failure('usage', `Cannot read the configuration file ${file}: ${reasonOf(error)}.`, {
      hint: 'Name one that is there with --config.',
      cause: error,
    });
  }
  const { $schema: _, pageSize, ...rest } = parseConfig(text, file, profile);
  const fromHere = (there: string) =>
    path.isAbsolute(there) ? there : path.join(path.dirname(file), there);
  return {
    ...rest,
    ...(rest.data === undefined ? {} : { data: fromHere(rest.data) }),
    ...(rest.out === undefined ? {} : { out: fromHere(rest.out) }),
    ...(rest.static === undefined ? {} : { static: fromHere(rest.static) }),
    ...(pageSize === undefined
      ? {}
      : { pageSize: areOfAll(pageSize) ? { all: pageSize } : pageSize }),
  };
}

function areOfAll(sizes: Sizes | PageSizes): sizes is Sizes {
  return typeof sizes === 'number' || Array.isArray(sizes);
}

function parseConfig(text: string, file: string, profile: Settings['profile']): ConfigFile {
  const [problem] = examineJson(text, { maxNesting, maxProblems: 1 });
  if (problem !== undefined) {
    const { kind: _, ...rest } = problem;
    throw configFailure([locate(problem.offset, { ...rest, rule: 'json-syntax' })]);
  }

  const value: unknown = JSON.parse(text);
  const validate = (compiledSchema ??= compileConfigSchema());
  const breaches = validate(value)
    ? valueBreaches(value as ConfigFile, profile)
    : schemaBreaches(validate.errors ?? [], 'config', text);
  if (breaches.length > 0) {
    const offsets = offsetsOf(
      text,
      breaches.map(({ pointer }) => pointer),
    );
    throw configFailure(breaches.map((breach, at) => locate(offsets[at] ?? 0, breach)));
  }
  const { baseUrl, ...rest } = value as ConfigFile;
  const parsed = baseUrl === undefined ? null : parseBaseUrl(baseUrl);
  return parsed?.ok === true ? { ...rest, baseUrl: parsed.baseUrl } : rest;

  function locate(offset: number, breach: Breach): Finding {
    return { ...breach, file, line: 1 + lineBreaksBefore(text, offset) };
  }
}

/** Whether the check digit of an iD is right (ISO 7064, MOD 11-2). */
function isOrcid(orcid: string): boolean {
  const digits = orcid.replaceAll('-', '');
  const sum = Array.from(digits.slice(0, -1)).reduce((all, digit) => (all + Number(digit)) * 2, 0);
  return '0123456789X'[(12 - (sum % 11)) % 11] === digits.at(-1);
}

/** Checks of values that a schema cannot express. */
function valueBreaches(
  {
    baseUrl,
    releaseDate,
    hosting = {},
    fieldNames,
    pageSize = {},
    profile,
    about = {},
  }: ConfigFile,
  saidProfile: Settings['profile'],
): Breach[] {
  const breaches: Breach[] = [];
  const add = (pointer: string, expected: string, found: string) =>
    breaches.push({ rule: 'schema', pointer, expected, found });
  const parsed = baseUrl === undefined ? null : parseBaseUrl(baseUrl);
  if (baseUrl !== undefined && parsed?.ok === false) {
    const found = `${showString(baseUrl)}, which ${parsed.reason}`;
    add('/baseUrl', 'an absolute http or https address', found);
  }
  for (const [at, { orcid }] of (about.creators ?? []).entries()) {
    if (orcid === undefined || isOrcid(orcid)) continue;
    const found = `${showString(orcid)}, whose last digit does not fit the others`;
    add(`/about/creators/${at}/orcid`, 'an ORCID iD', found);
  }
  if (releaseDate !== undefined && !isReleaseDate(releaseDate)) {
    const expected = 'a date such as 2026-01-31 or 2026-01-31T02:00:00Z';
    add('/releaseDate', expected, showString(releaseDate));
  }
  const sizes = areOfAll(pageSize) ? { '': pageSize } : pageSize;
  for (const [list, of] of Object.entries(sizes)) {
    const [first] = [of].flat();
    if (first !== 'all') continue;
    const pointer = `/pageSize${list && `/${list}`}/0`;
    add(pointer, 'a number, the size by default', showString(first));
  }
  for (const [name, value] of Object.entries(hosting)) {
    const { pattern, expected } = hostingValues[name as keyof Hosting];
    if (!pattern.test(value)) add(`/hosting/${name}`, expected, showString(value));
  }
  if (fieldNames !== undefined) {
    const names = { ...profileOf(saidProfile ?? profile).fieldNames, ...fieldNames };
    for (const { field, ...fault } of nameFaults(fieldNames, names)) {
      breaches.push({ rule: 'schema', pointer: childPointer('/fieldNames', field), ...fault });
    }
  }
  return breaches;
}

function configFailure(findings: readonly Finding[]): Failure {
  return new Failure('usage', 'The configuration file is wrong:', {
    lines: renderFindings(findings),
  });
}
