/** Lower-case aliases: a second file for names that are not in lower case. */
import { lowerCaseAlias } from './recordName.ts';

/** The path of a file's alias if names match in any case; null if it has none. */
export function fileAlias(file: string): string | null {
  // api/<collection or view>/<name>/…
  const segments = file.split('/');
  const name = segments.length > 3 ? segments[2] : undefined;
  const alias = name === undefined ? null : lowerCaseAlias(name);
  return alias === null ? null : segments.with(2, alias).join('/');
}
