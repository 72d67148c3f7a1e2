/** Pages that are rendered from records and noted, without anything that is made of them. */
import path from 'node:path';
import { renderPages } from '../../../src/pipeline/renderPages.ts';
import { perList, perCollection } from '../../../src/contract/collectionName.ts';
import { planViews } from '../../../src/sinks/planViews.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { intakeOf } from './someIntake.ts';
import { silent, siteOptionsWith } from './someOptions.ts';
import { bytesBelow } from './stagedFiles.ts';

/** Renders the records of files by their paths below `data/`: three genes on a page, and two others. */
export async function stagedPages(data: Readonly<Record<string, string>>) {
  const { intake, folder } = await intakeOf(data);
  if (intake.findings.hasErrors()) throw new Error('the records are wrong');
  const stagingDir = path.join(folder, 'staging');
  const pageSizes = { ...perList(() => 2), genes: 3 };
  const options = siteOptionsWith({ pageSizes });
  const place = { stagingDir, liveDir: null, precompress: [] };
  const site = perCollection(() => {
    return { ...options, ...place, recordFiles: false, noted: true, partitioned: null };
  });
  const asked = { pageSizes, site, livePages: null };
  const rendered = await renderPages(intake, asked, inProcessWorkers, silent);
  const { notes } = planViews([], rendered.takeNotes(), null, options);
  return { stagingDir, notes, pages: bytesBelow(stagingDir) };
}
