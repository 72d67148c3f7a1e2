/** What is installed with the program, whether it runs from `src/` or compiled from `lib/`: its files and version. */
import { readFileSync } from 'node:fs';

/** A file or folder of the package, such as `schemas/`. All code is bundled into files directly below `lib/`. */
export function installed(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}

/** The version in package.json. */
export function programVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  return manifest.version;
}
