/** A site that the preview serves, and how verify is told to verify it. */
import { onTestFinished } from 'vitest';
import type { HttpClient } from '../../../../src/base/httpClient.ts';
import { startPreview } from '../../../../src/preview/server.ts';
import type { AddressOptions } from '../../../../src/verifying/service/service.ts';
import { clientFor } from '../../base/loopback.ts';
import { tempFolder } from '../../sources/tempFolder.ts';

export function optionsFor(baseUrl: string, changes: Partial<AddressOptions> = {}): AddressOptions {
  return {
    baseUrl,
    connections: 4,
    allowed: new Set(),
    expectRelease: null,
    maxAge: null,
    sample: null,
    seed: 1,
    keeps: null,
    ...changes,
  };
}

/** Serves the files until the test has ended. */
export async function serveSite(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly url: string; readonly client: HttpClient }> {
  const preview = await startPreview({ dir: tempFolder(files), port: 0, address: '127.0.0.1' });
  onTestFinished(() => preview.close());
  return { url: preview.url, client: clientFor(new URL(preview.url).origin) };
}
