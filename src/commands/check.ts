/** `phagepress check`: everything a build looks at, without writing anything. */
import { perPublished } from '../contract/collectionName.ts';
import type { Config } from '../config/settings.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairAndSweep } from '../publishing/publishSite.ts';
import { withWorkers } from '../pipeline/workers.ts';
import { isSmallInput } from '../sources/isSmallInput.ts';
import { withWorkFolder } from './workFolder.ts';
import { reportRun } from './reportRun.ts';
import type { Terminal } from './terminal.ts';

export async function runCheck(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  for (const folder of [config.data, config.out]) await repairAndSweep(await realPathOf(folder));
  const checked = await withWorkFolder((workDir) =>
    withWorkers(isSmallInput(config.data, false) ? 0 : config.jobs, async (workers) => {
      // Threads load while this one does.
      workers.start();
      const { checkData, checkStages } = await import('../pipeline/checkData.ts');
      return checkData(config, workers, workDir, terminal.progress(config, checkStages));
    }),
  );
  const counts = perPublished(checked.present, (name) => checked.collections[name].count);
  const { calledAs } = terminal;
  const run = { ...checked, counts, site: null, out: null, hostsToSetUp: [], calledAs };
  return reportRun(run, config, terminal, terminal.now() - startedAt);
}
