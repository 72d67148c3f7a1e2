/** The program's own version, as package.json says it. */
import { readFileSync } from 'node:fs';

export function programVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url)).toString();
  const manifest: { version: string } = JSON.parse(text);
  return manifest.version;
}
