/** The options, effects and outcome of a build. */
import type { PerPublished } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { PlanOptions } from '../incremental/planIntake.ts';
import type { SiteKey } from '../incremental/remembered.ts';
import type { SiteLock } from '../publishing/lock.ts';
import type { StaticFile } from '../publishing/stageStatic.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import type { FindingLog } from '../findings/findingLog.ts';
import type { DataOptions } from './readSources.ts';
import type { Progress } from '../progress.ts';
import type { Disk, PublishedSite } from '../publishing/publishSite.ts';
import type { Config, PublishOptions } from '../config/settings.ts';
import type { Workers } from './workers.ts';

/** The options of a site, once its data folder has been scanned. */
export type PlannedOptions = PublishOptions & Pick<SiteOptions, 'collections'>;

export type BuildOptions = DataOptions &
  PublishOptions &
  Pick<Config, 'out' | 'maxDrop' | 'cache' | 'checkLive'>;

export interface BuildEffects {
  readonly workers: Workers;
  readonly progress: Progress;
  /** Shows the user a message that is not a finding. */
  readonly note: (text: string) => void;
  /** Aborts the build. */
  readonly signal: AbortSignal;
  /** Absent for that of the system. */
  readonly disk?: Disk;
}

export interface BuildOutcome {
  readonly counts: PerPublished<number>;
  readonly findings: FindingLog;
  /** The number of genomes that were read; null if the data has no folder for them. */
  readonly genomes: number | null;
  readonly sources: { readonly files: number; readonly bytes: number };
  /** Null when errors in the data kept the site from being published. */
  readonly site: PublishedSite | null;
}

/** One build under way. */
export interface Building {
  readonly options: BuildOptions & PlannedOptions;
  readonly effects: BuildEffects;
  readonly live: Release | null;
  readonly discovered: Discovered;
  readonly staticFiles: readonly StaticFile[];
  /** Decides what can be reused from the last build. */
  readonly siteKey: SiteKey;
  readonly hashOf: PlanOptions['hashOf'];
  readonly lock: SiteLock;
  /** Called as soon as the new site is live. */
  readonly onPublished: () => void;
}
