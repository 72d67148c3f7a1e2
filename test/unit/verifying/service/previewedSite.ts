/** A site that the preview serves, and that verify is told to verify, with answers changed on their way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Preview, startPreview } from '../../../../src/preview/previewServer.ts';
import type { AddressOptions } from '../../../../src/verifying/service/addressOptions.ts';
import { verifyAddress } from '../../../../src/verifying/service/verifyAddress.ts';
import { type KnownAnswers, type Meddle, startBetween } from '../../../contract/answeringServer.ts';
import { smallData } from '../../../contract/verifySites.ts';
import { withServer } from '../../../contract/verifyUrl.ts';
import { asLines, tinyGene } from '../../../integration/tinyData.ts';
import { addFile } from '../../sources/tempFolder.ts';
import { builtFiles, told } from '../folder/builtFolder.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { clientFor } from '../../http/loopback.ts';

let folder: string;
let preview: Preview;
const known: KnownAnswers = new Map();

// Two genes that do not agree on the colour of their pham, which is allowed.
export const allowed = 'pham-color-consistent';
const data = {
  ...smallData,
  'genes/b.ndjson': asLines([
    tinyGene('Vexmoor', 3, { PhamID: { PhamID: 512, Color: '#123456' } }),
  ]),
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'phagepress-unit-'));
  const own = path.join(folder, 'own');
  addFile(own, 'robots.txt', 'User-agent: *');
  const { files } = await builtFiles({ static: own, allowed: new Set([allowed] as const) }, data);
  const dir = path.join(folder, 'site');
  for (const [name, content] of Object.entries(files)) addFile(dir, name, content);
  preview = await startPreview({ dir, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview.close();
  rmSync(folder, { recursive: true, force: true });
});

export async function verify(
  changes: Partial<AddressOptions> = {},
  url: string = preview.url,
  http: Parameters<typeof clientFor>[1] = {},
) {
  const options: AddressOptions = {
    baseUrl: url,
    connections: 4,
    allowed: new Set(),
    expectRelease: null,
    maxAge: null,
    sample: null,
    seed: 1,
    keeps: null,
    ...changes,
  };
  const { progress, seen } = watchedProgress();
  const verification = await verifyAddress(options, clientFor(new URL(url).origin, http), progress);
  return { ...verification, told: told(verification.log), seen };
}

/** Verifies a server that answers like the preview, but for what `meddle` changes. */
export function meddled(meddle: Meddle, changes: Partial<AddressOptions> = {}, http = {}) {
  return new Promise<Awaited<ReturnType<typeof verify>>>((done, fail) => {
    const server = startBetween(preview.url, meddle, (target) => target, known);
    withServer(server, async (url) => {
      done(await verify(changes, url, http));
    }).catch(fail);
  });
}
