/** The swap that makes a staged site the live one, and the guard that nothing else is ever replaced. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fse from 'fs-extra';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { besideSite, type Staging, writeFailure } from './staging.ts';

export interface PublishedSite {
  readonly release: Release;
  readonly files: number;
  readonly bytes: number;
}

/** Finishes what a killed run left undone: a live site that was moved aside comes back. */
export async function repairSwap(outDir: string): Promise<void> {
  const old = besideSite(outDir, 'old');
  if (!(await fse.pathExists(outDir)) && (await fse.pathExists(old))) await fse.rename(old, outDir);
}

/** Throws a Failure unless `outDir` is free, empty, or a site that this program built. */
export async function assertReplaceable(outDir: string): Promise<void> {
  let names: string[];
  try {
    names = await fse.readdir(outDir);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    if (systemCode(error) === 'ENOTDIR') throw foreign(outDir, 'a file');
    throw writeFailure(outDir, error);
  }
  if (names.length === 0) return;
  const text = await readFile(path.join(outDir, releaseFile), 'utf8').catch(() => '');
  if (parseRelease(text) === null) throw foreign(outDir, 'other files');
}

function foreign(outDir: string, found: string): Failure {
  return new Failure('usage', `${outDir} holds ${found}, not a site built by phagepress.`, {
    hint: 'Nothing was touched. Name an empty or new folder with --out.',
  });
}

/** Puts the staged site in place of the one at `outDir`. Throws a Failure. */
export async function publishSite(staging: Staging, outDir: string): Promise<void> {
  const old = besideSite(outDir, 'old');
  try {
    await fse.remove(old);
    const isReplacing = await fse.pathExists(outDir);
    if (isReplacing) await fse.rename(outDir, old);
    try {
      await fse.rename(staging.dir, outDir);
    } catch (error) {
      if (isReplacing) await fse.rename(old, outDir);
      throw error;
    }
    await fse.remove(old);
  } catch (error) {
    throw writeFailure(outDir, error);
  }
}
