/** The folder under verification. */
import type { Release } from '../../contract/release.ts';
import type { RuleName } from '../../findings/rules.ts';
import type { Progress } from '../../progress.ts';
import type { Workers } from './workers.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';

export interface FolderAtHand {
  /** Absolute path of the site's folder. */
  readonly root: string;
  readonly allowed: ReadonlySet<RuleName>;
  readonly manifest: SiteManifest;
  readonly release: Release;
  readonly log: ClauseLog;
  readonly workers: Workers;
  readonly progress: Progress;
}
