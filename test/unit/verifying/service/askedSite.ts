/** A site that the preview serves. */
import { onTestFinished } from 'vitest';
import type { HttpClient } from '../../../../src/base/httpClient.ts';
import { startPreview } from '../../../../src/preview/server.ts';
import { clientFor } from '../../base/loopback.ts';
import { tempFolder } from '../../sources/tempFolder.ts';

/** Serves the files until the test has ended. */
export async function serveSite(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly url: string; readonly client: HttpClient }> {
  const preview = await startPreview({ dir: tempFolder(files), port: 0, address: '127.0.0.1' });
  onTestFinished(() => preview.close());
  return { url: preview.url, client: clientFor(new URL(preview.url).origin) };
}
