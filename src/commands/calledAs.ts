/** How the program was called, so that what it advises can be typed as it stands. */
import path from 'node:path';

/** `script` is the file that Node was told to run: a link to it in a folder of programs, or itself. */
export function calledAs(script: string | undefined, cwd: string): string {
  if (script === undefined) return 'phagepress';
  const parts = script.split(/[\\/]/);
  const [folder, name = ''] = parts.slice(-2);
  const isProgram = /^phagepress(?:\.cmd|\.ps1)?$/.test(name);
  if (parts.includes('node_modules') && (folder === '.bin' || parts.includes('phagepress')))
    return 'npx phagepress';
  if (isProgram) return 'phagepress';
  const shown = path.relative(cwd, script);
  const short = shown.length < script.length ? shown : script;
  return `node ${/[^\w./\\:@+-]/.test(short) ? JSON.stringify(short) : short}`;
}
