import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloudflarePages, cloudflareWorkers } from '../../../src/hosts/cloudflare.ts';
import { renderHeadersFile } from '../../../src/hosts/edgeCode.ts';
import { checkEach } from '../checkEach.ts';
import { insteadOfCloudflare, testBesideCloudflare } from '../cloudflareSite.ts';
import { testEdgeHost } from '../edgeHost.ts';
import { toolsHint } from '../npmTool.ts';
import { send } from '../runContract.ts';
import { startWrangler, wrangler } from './wrangler.ts';

testEdgeHost({
  title: `Cloudflare Workers in wrangler (${toolsHint})`,
  host: cloudflareWorkers,
  siteFolder: 'the "site"; it\'s here',
  isReady: wrangler !== null,
  start: async ({ folder, port, hosted }) => {
    const rules = renderHeadersFile(hosted.baseUrl, hosted.maxAge, {});
    // Built for both: what Pages reads must not be in the way.
    const both = [cloudflarePages, cloudflareWorkers].flatMap((host) => host.siteFiles(hosted));
    for (const { path, bytes } of [rules, ...both]) {
      await writeFile(join(hosted.dir, path), bytes);
    }
    for (const { path, text } of cloudflareWorkers.ownFiles(hosted)) {
      await writeFile(join(folder, path), text);
    }
    return startWrangler(folder, port, ['dev']);
  },
  // The validators of a running wrangler are those of its start; a deployment is a start.
  restarts: true,
  instead: insteadOfCloudflare(501),
  more: (serverOf, prefix) => {
    testBesideCloudflare(serverOf, prefix);

    test('what Cloudflare Pages reads is not published', () =>
      checkEach(['_worker.js', '_routes.json', '_headers', '.assetsignore'], async (file) => {
        const answer = await send(serverOf().baseUrl, { target: `${prefix}/${file}` });
        expect(answer.status).toBe(404);
      }));
  },
});
