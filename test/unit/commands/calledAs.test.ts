import { expect, test } from 'vitest';
import { calledAs } from '../../../src/commands/importCommands.ts';

test.each([
  ['/home/me/site/node_modules/.bin/phagepress', 'npx phagepress'],
  ['/home/me/.npm/_npx/0a1b/node_modules/.bin/phagepress', 'npx phagepress'],
  ['C:\\site\\node_modules\\phagepress\\lib\\cli.js', 'npx phagepress'],
  ['/usr/local/bin/phagepress', 'phagepress'],
  ['/home/me/clone/lib/cli.js', 'node lib/cli.js'],
  ['/home/me/other clone/lib/cli.js', 'node "../other clone/lib/cli.js"'],
  ['/opt/x/cli.js', 'node /opt/x/cli.js'],
  [undefined, 'phagepress'],
])('%s is told as %s', (script, told) => {
  expect(calledAs(script, '/home/me/clone')).toBe(told);
});
