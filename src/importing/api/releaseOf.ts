/** The `release.json` of a service that phagepress built. */
import { parseRelease, type Release } from '../../contract/release.ts';
import { releaseFile } from '../../contract/sitePaths.ts';
import { type Asking, ServiceFault } from './askService.ts';

const maxBytes = 1 << 20;

/** Null for any other service, whatever it responds. */
export async function releaseOf({ address, ask }: Asking): Promise<Release | null> {
  try {
    const target = address.apiPath.replace(/api\/$/, releaseFile);
    const { status, body } = await ask(target, { maxBytes });
    return status === 200 ? parseRelease(body.toString()) : null;
  } catch (error) {
    if (error instanceof ServiceFault && error.isOfAnswer) return null;
    throw error;
  }
}
