/** Builds the files that do not depend on the records: the API's root, errors, OPTIONS bodies, schemas. */
import type { NamedSchema } from '../contract/collectionName.ts';
import { optionsBody, type PublishedAddresses, rootBody } from '../contract/descriptions.ts';
import type { ListSizes } from '../contract/pageSizes.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/route.ts';
import { describedWith, optionsFile } from '../contract/routes.ts';
import { apiRootFile, errorFiles, schemaFile } from '../contract/sitePaths.ts';

export interface SiteFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function textFile(path: string, text: string): SiteFile {
  return { path, bytes: Buffer.from(text) };
}

export function apiRoot(baseUrl: string, published: PublishedAddresses): SiteFile {
  return textFile(apiRootFile, rootBody(baseUrl, published));
}

/** The bodies of errors and of OPTIONS, for hosts that serve them as files (L4, D2, M3, M4). */
export function bodyFiles(
  { collections, fieldNames }: Pick<PublishedAddresses, 'collections' | 'fieldNames'>,
  offered: ListSizes = {},
): SiteFile[] {
  return [
    textFile(errorFiles.invalidPage, invalidPageBody),
    textFile(errorFiles.notFound, notFoundBody),
    textFile(errorFiles.methodNotAllowed, methodNotAllowedBody()),
    ...describedWith(collections).map((of) =>
      textFile(optionsFile(of), optionsBody(of, fieldNames, offered)),
    ),
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
