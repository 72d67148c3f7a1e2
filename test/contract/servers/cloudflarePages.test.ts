import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloudflarePages } from '../../../src/hosts/cloudflare.ts';
import { renderHeadersFile } from '../../../src/hosts/edgeCode.ts';
import { insteadOfCloudflare, testBesideCloudflare } from '../cloudflareSite.ts';
import { testEdgeHost } from '../edgeHost.ts';
import { toolsHint } from '../npmTool.ts';
import { send } from '../runContract.ts';
import { startWrangler, wrangler } from './wrangler.ts';

testEdgeHost({
  title: `Cloudflare Pages in wrangler (${toolsHint})`,
  host: cloudflarePages,
  isReady: wrangler !== null,
  start: async ({ folder, port, hosted }) => {
    const rules = renderHeadersFile(hosted.baseUrl, hosted.maxAge, {});
    for (const { path, bytes } of [rules, ...cloudflarePages.siteFiles(hosted)]) {
      await writeFile(join(hosted.dir, path), bytes);
    }
    return startWrangler(folder, port, ['pages', 'dev', 'site']);
  },
  instead: insteadOfCloudflare(501),
  more: (serverOf, prefix) => {
    testBesideCloudflare(serverOf, prefix);

    test("the API is the worker's however its path is written", async () => {
      const { baseUrl, files } = serverOf();
      const at = (target: string) => send(baseUrl, { target: prefix + target });
      expect((await at('/API/genes/')).status).toBe(404);
      expect((await at('/%61pi/genes/?page=2')).body).toBe(files.get('api/genes/page/2.json'));
    });
  },
});
