/** A site that is staged from the records of a folder. */
import path from 'node:path';
import { planAliases } from '../../../src/pipeline/planSite.ts';
import { stageSite, type StagingEffects } from '../../../src/pipeline/stageSite.ts';
import type { PublishOptions } from '../../../src/pipeline/settings.ts';
import { bulkOfRecords, silent, siteOptionsWith } from './someOptions.ts';
import { perList, publishedNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import type { RuleName } from '../../../src/text/rules.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { records } from '../verifying/folder/builtFolder.ts';
import { intakeOf } from './someIntake.ts';
import { bytesBelow } from './stagedFiles.ts';

interface Staging {
  readonly options?: Partial<PublishOptions>;
  readonly effects?: Partial<StagingEffects>;
  readonly data?: Readonly<Record<string, string>>;
  readonly allowed?: readonly RuleName[];
}

export async function stage({
  options = {},
  effects = {},
  data = records,
  allowed = [],
}: Staging = {}) {
  const { intake, folder } = await intakeOf(data, allowed);
  const notes: string[] = [];
  const staged = await stageSite(
    intake,
    {
      ...siteOptionsWith({
        pageSizes: { ...perList(() => 2), genes: 3 },
        views: publishedNames(viewNames, requiredNames),
        bulk: bulkOfRecords,
        ...options,
      }),
      out: path.join(folder, 'site'),
    },
    {
      workers: inProcessWorkers,
      progress: silent,
      staticFiles: [],
      labels: new Map(),
      aliases: planAliases(intake, options),
      note: (text) => void notes.push(text),
      previous: null,
      ...effects,
    },
  );
  const files = staged === null ? {} : bytesBelow(staged.dir);
  return { staged, files, folder, intake, notes };
}
