/** The code and style of the pages for people, which `npm run build` bundles from `src/web/`. */
import { readFileSync } from 'node:fs';
import { Failure } from '../failure.ts';
import { installed } from '../installed.ts';
import { codeFolder } from '../contract/sitePaths.ts';
import type { SiteFile } from './siteFile.ts';

export interface PageAssets {
  /** The paths of the script and the style in `index.html`, which load the others. */
  readonly script: string;
  readonly style: string;
  /** All of them; each has a hash of its content in its name. */
  readonly files: readonly SiteFile[];
}

interface Listed {
  readonly script: string;
  readonly style: string;
  readonly files: readonly string[];
}

/** Throws a Failure when the program was not built. */
export function readPageAssets(): PageAssets {
  const { script, style, files } = JSON.parse(pageAssetNames()) as Listed;
  return {
    script: codeFolder + script,
    style: codeFolder + style,
    files: files.map((name) => ({ path: codeFolder + name, bytes: read(name) })),
  };
}

/** The list of their names, which contain hashes: it changes whenever one of the files does. */
export function pageAssetNames(): string {
  return read('files.json').toString();
}

function read(name: string): Buffer {
  const file = installed(`lib/web/${name}`);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Failure('machine', `The code of the pages is not there: ${file.pathname}.`, {
      hint: 'In a clone, `npm run build` makes it; an installed phagepress must be installed again.',
      cause: error,
    });
  }
}
