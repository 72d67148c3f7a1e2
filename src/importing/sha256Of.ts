/** The hash of a file, as `provenance.json` has it. */
import { hash } from 'node:crypto';

export function sha256Of(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}
