/** The files and answers that hold no record: the API's root, errors, and the descriptions that OPTIONS gets. */
import {
  invalidPageBody,
  methodNotAllowedBody,
  notFoundBody,
  optionsBody,
} from '../contract/bodies.ts';
import { listLink } from '../contract/links.ts';
import { apiRootFile, type Description, errorFiles, optionsFiles } from '../contract/sitePaths.ts';
import type { Clause } from './clauses.ts';

export interface FixedBody {
  readonly clause: Clause;
  readonly file: string;
  readonly body: string;
}

/** What `/api/` answers: links to the lists. */
function rootBody(baseUrl: string): string {
  const links = { genes: listLink(baseUrl, 'genes'), phages: listLink(baseUrl, 'phages') };
  return JSON.stringify(links);
}

/** Every file of a site whose bytes are known beforehand, with the clause that says so. */
export function fixedBodies(baseUrl: string): FixedBody[] {
  return [
    { clause: 'A1', file: apiRootFile, body: rootBody(baseUrl) },
    { clause: 'L4', file: errorFiles.invalidPage, body: invalidPageBody },
    { clause: 'D2', file: errorFiles.notFound, body: notFoundBody },
    { clause: 'M4', file: errorFiles.methodNotAllowed, body: methodNotAllowedBody() },
    ...(Object.keys(optionsFiles) as Description[]).map((of): FixedBody => {
      return { clause: 'M3', file: optionsFiles[of], body: optionsBody(of) };
    }),
  ];
}
