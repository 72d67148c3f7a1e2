/** The files and responses without records: the API's root, errors, and the descriptions that OPTIONS returns. */
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../../contract/bodies.ts';
import { requiredNames } from '../../contract/collectionName.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { collectionsOf, offeredBy, type Release } from '../../contract/release.ts';
import { rootBody } from '../../contract/rootBody.ts';
import { apiRootFile, describedWith, errorFiles, optionsFile } from '../../contract/sitePaths.ts';
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
  const fieldNames = release?.field_names ?? neutralNames;
  const offered = release === null ? {} : offeredBy(release);
  return [
    ...(release === null ? [] : [rootOf(baseUrl, release)]),
    { clause: 'L4', file: errorFiles.invalidPage, body: invalidPageBody },
    { clause: 'D2', file: errorFiles.notFound, body: notFoundBody },
    { clause: 'M4', file: errorFiles.methodNotAllowed, body: methodNotAllowedBody() },
    ...describedWith(release === null ? requiredNames : collectionsOf(release)).map(
      (of): FixedBody => {
        return { clause: 'M3', file: optionsFile(of), body: optionsBody(of, fieldNames, offered) };
      },
    ),
  ];
}

function rootOf(baseUrl: string, release: Release): FixedBody {
  const { gene_files: geneFiles, views, field_names: fieldNames = neutralNames } = release;
  const published = { collections: collectionsOf(release), geneFiles, views, fieldNames };
  return { clause: 'A1', file: apiRootFile, body: rootBody(baseUrl, published) };
}
