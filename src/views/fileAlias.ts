/** What lies under a name, once more under that name in lower case. */
import { lowerCaseAlias } from '../contract/recordName.ts';
import type { PlannedFile } from './plannedFile.ts';

/** Where else a file of the site lies if names match in any case; null for one whose name has no alias. */
export function fileAlias(file: string): string | null {
  // api/<collection or view>/<name>/…
  const segments = file.split('/');
  const name = segments.length > 3 ? segments[2] : undefined;
  const alias = name === undefined ? null : lowerCaseAlias(name);
  return alias === null ? null : segments.with(2, alias).join('/');
}

/** Each file, followed by its alias. */
export function* withAliases(files: Iterable<PlannedFile>): Generator<PlannedFile> {
  for (const file of files) {
    yield file;
    const path = fileAlias(file.path);
    if (path !== null) yield { ...file, path };
  }
}
