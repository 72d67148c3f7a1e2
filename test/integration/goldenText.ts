/** Text that must stay as it is: compared with what was written down, or written down anew. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Set `UPDATE_GOLDEN=1` to accept what the program says and builds now. */
export const isUpdating = process.env['UPDATE_GOLDEN'] === '1';

/** Expects `text` to be what `file` holds. */
export async function expectGolden(file: string, text: string): Promise<void> {
  if (isUpdating) await writeFile(file, text);
  expect(text).toBe(await readFile(file, 'utf8'));
}

/** How long a run took is the one thing it says that changes from run to run. */
export function withoutTime(stdout: string): string {
  return stdout.replace(/^( +time +)\d[\d.]* s$/m, '$1<time>');
}
