import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { netlify } from '../../../src/hosts/netlify.ts';
import { testEdgeHost } from '../edgeHost.ts';
import { testBesideNetlify } from '../netlifySite.ts';
import { npmTool, toolsHint } from '../npmTool.ts';
import { startServer } from '../serverProcess.ts';

const deno = npmTool('deno', '2.9.6', 'bin.cjs');
const stub = fileURLToPath(new URL('netlifyStub.mjs', import.meta.url));

testEdgeHost({
  title: `the edge function for Netlify in Deno (${toolsHint}), around it a stub`,
  host: netlify,
  isReady: deno !== null,
  start: async ({ folder, port, hosted }) => {
    for (const { path, text } of netlify.ownFiles(hosted)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const code = join(folder, 'netlify/edge-functions/phagepress.js');
    // With less, it may not read below /dev, where a memory disk lies.
    const args = ['run', '--no-config', '--allow-all'];
    return startServer(process.execPath, [deno ?? '', ...args, stub, code, hosted.dir, `${port}`], {
      url: `${hosted.baseUrl}/release.json`,
      cwd: folder,
      env: { DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' },
    });
  },
  instead: ({ needs }) => (/beside-/.test(needs.join()) ? {} : null),
  missing: 'Not here.',
  more: testBesideNetlify,
});
