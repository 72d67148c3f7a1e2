/** Builds the files that do not depend on the records: the API's root, errors, OPTIONS bodies, schemas. */
import { readFileSync } from 'node:fs';
import { Failure } from '../base/failure.ts';
import type { NamedSchema } from '../contract/collectionName.ts';
import { optionsBody, type PublishedAddresses, rootBody } from '../contract/descriptions.ts';
import type { ListSizes } from '../contract/pageSizes.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/route.ts';
import { describedWith, optionsFile } from '../contract/routes.ts';
import { apiRootFile, errorFiles, schemaFile } from '../contract/sitePaths.ts';
import { installed } from '../installed.ts';

export interface SiteFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function textFile(path: string, text: string): SiteFile {
  return { path, bytes: Buffer.from(text) };
}

/** A file of the program's own that `npm run build` makes: `what` says what is in it. Throws a Failure. */
export function readBuilt(name: string, what: string): Buffer {
  const file = installed(name);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Failure('machine', `The code ${what} is not there: ${file.pathname}.`, {
      hint: 'In a clone, `npm run build` makes it; an installed phagepress must be installed again.',
      cause: error,
    });
  }
}

export function apiRoot(baseUrl: string, published: PublishedAddresses): SiteFile {
  return textFile(apiRootFile, rootBody(baseUrl, published));
}

/** The bodies of errors and of OPTIONS, for hosts that serve them as files, each with the clause that fixes it. */
export function bodyFiles(
  { collections, fieldNames }: Pick<PublishedAddresses, 'collections' | 'fieldNames'>,
  offered: ListSizes = {},
) {
  return [
    { clause: 'L4', ...textFile(errorFiles.invalidPage, invalidPageBody) } as const,
    { clause: 'D2', ...textFile(errorFiles.notFound, notFoundBody) } as const,
    { clause: 'M4', ...textFile(errorFiles.methodNotAllowed, methodNotAllowedBody()) } as const,
    ...describedWith(collections).map((of) => {
      const file = textFile(optionsFile(of), optionsBody(of, fieldNames, offered));
      return { clause: 'M3', ...file } as const;
    }),
  ];
}

export function schemaId(baseUrl: string, name: string): string {
  return `${baseUrl}/${schemaFile(name)}`;
}

export function schemaFiles(schemas: readonly NamedSchema[], baseUrl: string): SiteFile[] {
  return schemas.map(({ name, schema }) => {
    const published = { ...schema, $id: schemaId(baseUrl, name) };
    return textFile(schemaFile(name), `${JSON.stringify(published, null, 2)}\n`);
  });
}
