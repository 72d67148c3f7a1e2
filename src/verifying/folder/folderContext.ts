/** The folder under verification. */
import type { Release } from '../../contract/release.ts';
import type { RuleName } from '../../findings/rules.ts';
import type { Progress } from '../../progress.ts';
import type { SiteRef, FileCheck } from './fileCheck.ts';
import type { Workers } from './workers.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';

export interface FolderContext {
  /** The site in the form that the workers' tasks receive. */
  readonly site: SiteRef;
  readonly manifest: SiteManifest;
  readonly files: FileCheck;
  readonly log: ClauseLog;
  readonly workers: Workers;
}

/** A folder whose release.json can be read. */
export interface ReleaseContext extends FolderContext {
  readonly release: Release;
  readonly allowed: ReadonlySet<RuleName>;
  readonly progress: Progress;
}
