/** How the program was called, so that the commands in its hints can be typed as shown. */
import path from 'node:path';

/** `script` is the file that Node was started with: a link in a bin folder, or the file itself. */
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
