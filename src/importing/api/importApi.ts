/** Turns the responses of a running service into records and genomes below a data folder. */
import { perCollection } from '../../contract/collectionName.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import type { HttpClient } from '../../http/httpClient.ts';
import { neutralValues } from '../../validation/neutralValue.ts';
import type { PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import type { Spill } from '../spill.ts';
import { createImportLog } from '../importLog.ts';
import { filesByInput, noteInput, takeBackRest } from '../inputFiles.ts';
import type { Imported } from '../renderImport.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { settleGenes } from '../settleGenes.ts';
import { createAsking, ServiceFault } from './askService.ts';
import { openFetched } from './fetchedAnswers.ts';
import { releaseOf } from './releaseOf.ts';
import type { ServiceAddress } from './serviceAddress.ts';
import type { ApiOptions, ServedPhages, ServiceWalk } from './serviceWalk.ts';
import { takeFeatures, takeGenes } from './takeGenes.ts';
import { takeGenomes, takePhages } from './takePhages.ts';

export interface ApiEffects {
  readonly client: Pick<HttpClient, 'ask'>;
  readonly spill: Spill;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onAnswer: () => void;
}

export interface ApiReport extends Imported {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  readonly faults: readonly PlacedFault[];
}

/** Stages what the service has. With faults, the data folder must stay as it was. Throws a Failure, or the signal's reason. */
export async function importApi(
  address: ServiceAddress,
  staged: StagedData,
  options: ApiOptions,
  { client, spill, now, onAnswer }: ApiEffects,
): Promise<ApiReport> {
  const log = createImportLog();
  const { since, withGenomes } = options;
  const request = { from: address.id, since, withGenomes };
  const asking = createAsking(address, client, openFetched(staged.data, request, now), onAnswer);
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const before = filesByInput(staged)(address.id);
  const faults: PlacedFault[] = [];
  try {
    const release = await releaseOf(asking);
    const names = release?.field_names ?? neutralNames;
    const context: ServiceWalk = {
      asking,
      staged,
      options,
      log,
      spill,
      before,
      baseUrl: release?.base_url ?? null,
      neutral: perCollection((name) => neutralValues(name, names)),
      totals,
    };
    const phages = await takePhages(context);
    if (withGenomes) await takeGenomes(phages, context);
    await takeGenes(phages, context);
    await takeFeatures(phages, context);
    takeBackRest(staged, restOf(before, phages, options), {
      id: address.id,
      name: address.id,
      log,
    });
    const { program, date } = options;
    noteInput(staged, address.id, { kind: 'api', ...asking.fetched(), program, date });
    await settleGenes(staged);
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    const { address: file, expected, found } = error;
    // It may be mended before the next import.
    asking.forget(file.slice(address.origin.length));
    faults.push({ file, line: null, expected, found });
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults };
}

/** The files of what the service no longer has. If genomes were not requested, they stay with their phage. */
function restOf(
  before: ReadonlySet<string>,
  { taken, all }: ServedPhages,
  { since, withGenomes }: ApiOptions,
): Set<string> {
  const isKept = (file: string) => {
    const [, folder, name = ''] = /^(\w+)\/(.*)\.\w+$/.exec(file) ?? [];
    if (!all.has(name)) return false;
    return (since !== null && !taken.has(name)) || (folder === 'genomes' && !withGenomes);
  };
  return new Set([...before].filter((file) => !isKept(file)));
}
