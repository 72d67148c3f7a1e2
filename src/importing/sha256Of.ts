/** The hash of a file, as `provenance.json` has it. */
import { createHash } from 'node:crypto';

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
