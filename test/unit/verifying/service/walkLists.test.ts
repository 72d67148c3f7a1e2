import { expect, test } from 'vitest';
import { createSiteFinds, fetchRelease } from '../../../../src/verifying/service/service.ts';
import { walkLists } from '../../../../src/verifying/service/walkList.ts';
import { builtSite } from '../folder/builtFolder.ts';
import { createKeptLog } from '../keptLog.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { optionsFor, serveSite } from './askedSite.ts';

test.each(['/api/genes/', '/api/phams/'])(
  'a walk of %s that fails ends the others in order, and its reason is thrown',
  async (lost) => {
    const { url, client } = await serveSite(builtSite);
    const options = optionsFor(url);
    const met = await fetchRelease(options, client, () => createKeptLog().log);
    const ask: typeof client.ask = (request) => {
      if (request.target.includes(lost)) throw new Error(`lost ${lost}`);
      return client.ask(request);
    };
    const service = { ...met.service, client: { ...client, ask } };
    const finds = createSiteFinds(met.lastPages);
    const known = { service, lastPages: met.lastPages };
    const { progress } = watchedProgress();
    await expect(walkLists(options, known, finds, progress)).rejects.toThrow(`lost ${lost}`);
  },
);
