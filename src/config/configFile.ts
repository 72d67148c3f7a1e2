/** Reads and checks the configuration file; what is wrong in it is located like any other finding. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseBaseUrl } from '../contract/baseUrl.ts';
import { Failure, reasonOf, systemCode } from '../failure.ts';
import type { Breach, Finding } from '../findings/finding.ts';
import { lineBreaksBefore, offsetOf, tokenAt } from '../findings/locate.ts';
import { isRuleName, type RuleName } from '../findings/rules.ts';
import { examineJson } from '../json/examineJson.ts';
import { showString } from '../json/showToken.ts';
import { renderFindings } from '../reporting/renderFindings.ts';
import { compileConfigSchema } from '../validation/recordSchemas.ts';
import { schemaBreaches } from '../validation/schemaBreaches.ts';
import type { FindingFormat, PageSizes, Settings } from './config.ts';

const maxNesting = 10;

/** The file's members, as `schemas/config.schema.json` says. */
interface ConfigFile {
  readonly $schema?: string;
  readonly data?: string;
  readonly out?: string;
  readonly baseUrl?: string;
  readonly pageSize?: number | PageSizes;
  readonly maxAge?: number;
  readonly geneFiles?: boolean;
  readonly allow?: readonly string[];
  readonly maxErrors?: number;
  readonly format?: FindingFormat;
  readonly quiet?: boolean;
}

/**
 * Gives what a configuration file says; nothing when it is missing and not `required`. Its paths are
 * relative to it, and come out relative to the working folder. Throws a Failure that locates what is wrong.
 */
export async function readConfigFile(file: string, required: boolean): Promise<Settings> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && !required) return {};
    throw new Failure('usage', `Cannot read the configuration file ${file}: ${reasonOf(error)}`, {
      hint: 'Name one that is there with --config.',
      cause: error,
    });
  }
  const { $schema: _, pageSize, allow, baseUrl, ...rest } = parseConfig(text, file);
  const fromHere = (there: string) => path.join(path.dirname(file), there);
  return {
    ...rest,
    ...(rest.data === undefined ? {} : { data: fromHere(rest.data) }),
    ...(rest.out === undefined ? {} : { out: fromHere(rest.out) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(allow === undefined ? {} : { allow: allow.filter(isRuleName) satisfies RuleName[] }),
    ...(pageSize === undefined
      ? {}
      : { pageSize: typeof pageSize === 'number' ? { all: pageSize } : pageSize }),
  };
}

function parseConfig(text: string, file: string): ConfigFile {
  const { problems, spans } = examineJson(text, { maxNesting });
  const [problem] = problems;
  if (problem !== undefined)
    throw configFailure([locate(problem.offset, { ...problem, rule: 'json-syntax' })]);

  const value: unknown = JSON.parse(text);
  const validate = compileConfigSchema();
  const breaches = validate(value)
    ? baseUrlBreaches(value as ConfigFile)
    : schemaBreaches(validate.errors ?? [], '', (pointer) => tokenAt(text, spans, pointer));
  if (breaches.length > 0) {
    throw configFailure(breaches.map((breach) => locate(offsetOf(spans, breach.pointer), breach)));
  }
  const { baseUrl, ...rest } = value as ConfigFile;
  const parsed = baseUrl === undefined ? null : parseBaseUrl(baseUrl);
  return parsed?.ok === true ? { ...rest, baseUrl: parsed.baseUrl } : rest;

  function locate(offset: number, breach: Breach): Finding {
    return { ...breach, file, line: 1 + lineBreaksBefore(text, offset) };
  }
}

function baseUrlBreaches({ baseUrl }: ConfigFile): Breach[] {
  const parsed = baseUrl === undefined ? null : parseBaseUrl(baseUrl);
  if (parsed === null || parsed.ok || baseUrl === undefined) return [];
  return [
    {
      rule: 'schema',
      pointer: '/baseUrl',
      expected: 'an absolute http or https address',
      found: `${showString(baseUrl)}, which ${parsed.reason}`,
    },
  ];
}

function configFailure(findings: readonly Finding[]): Failure {
  const lines = renderFindings(findings);
  return new Failure('usage', `The configuration file is wrong:\n${lines.join('\n')}`, {
    hint: 'The README lists what the file may hold.',
  });
}
