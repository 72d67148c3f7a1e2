/** The files and responses without records: the API's root, errors, and the descriptions that OPTIONS returns. */
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../../contract/bodies.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import type { Release } from '../../contract/release.ts';
import { rootBody } from '../../contract/rootBody.ts';
import { apiRootFile, described, errorFiles, optionsFile } from '../../contract/sitePaths.ts';
import type { Clause } from '../report/clauses.ts';

export interface FixedBody {
  readonly clause: Clause;
  readonly file: string;
  readonly body: string;
}

/**
 * All files of a site whose bytes the contract fixes, with the clause of each. The addresses listed at the root
 * depend on the release; `baseUrl` is the base of its links.
 */
export function fixedBodies(baseUrl: string, release: Release | null): FixedBody[] {
  return [
    ...(release === null ? [] : [rootOf(baseUrl, release)]),
    { clause: 'L4', file: errorFiles.invalidPage, body: invalidPageBody },
    { clause: 'D2', file: errorFiles.notFound, body: notFoundBody },
    { clause: 'M4', file: errorFiles.methodNotAllowed, body: methodNotAllowedBody() },
    ...described.map((of): FixedBody => {
      return { clause: 'M3', file: optionsFile(of), body: optionsBody(of) };
    }),
  ];
}

function rootOf(baseUrl: string, { gene_files: geneFiles, views }: Release): FixedBody {
  return { clause: 'A1', file: apiRootFile, body: rootBody(baseUrl, { geneFiles, views }) };
}
