/** Records that were read from a folder, for tests of what a build makes of them. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type DataIntake, readSources } from '../../../src/pipeline/readSources.ts';
import type { RuleName } from '../../../src/text/rules.ts';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { silent } from './someOptions.ts';

/** Reads the files, by their paths below `data/`; gives the folder that `data/` is in, too. */
export async function intakeOf(
  data: Readonly<Record<string, string>>,
  allowed: readonly RuleName[] = [],
): Promise<{ readonly intake: DataIntake; readonly folder: string }> {
  const named = Object.entries(data).map(([name, text]) => [`data/${name}`, text]);
  const folder = tempFolder(Object.fromEntries(named));
  const workDir = path.join(folder, 'work');
  mkdirSync(workDir);
  const intake = await readSources(
    discoverSources(path.join(folder, 'data')),
    {
      data: path.join(folder, 'data'),
      allowed: new Set(allowed),
      denied: new Set(),
      maxErrors: 50,
      limits: { maxRecordBytes: 1 << 20, maxNesting: 100 },
    },
    {
      workers: inProcessWorkers,
      workDir,
      cached: [],
      same: new Set(),
      willBeCached: false,
      progress: silent,
    },
  );
  return { intake, folder };
}
