import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePackage } from '../../../src/commands/init.ts';
import { programVersion } from '../../../src/installed.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** A stand-in for what npm notes where it has installed the program: from which registry, or which file. */
const installedFrom = (resolved: string, version = programVersion()) =>
  tempFolder({
    'node_modules/.package-lock.json': JSON.stringify({
      packages: { 'node_modules/phagepress': { version, resolved } },
    }),
    'node_modules/phagepress/package.json': '{}',
  });

const registry = 'https://registry.npmjs.org/phagepress/-/phagepress.tgz';

async function dependencyOf(installation: string) {
  const dir = tempFolder({ 'README.md': '' });
  const asked: string[] = [];
  const standInNpm = (args: readonly string[]) => {
    asked.push(args[0] ?? '');
    return Promise.resolve({ fault: null });
  };
  const program = path.join(installation, 'node_modules/phagepress');
  await writePackage(dir, undefined, standInNpm, () => {}, program);
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  return { dependencies, asked };
}

test('a program that came from the registry is named by its exact version, and not packed', async () => {
  expect(await dependencyOf(installedFrom(registry))).toEqual({
    dependencies: { phagepress: programVersion() },
    asked: ['install'],
  });
});

test.each([
  ['a file', 'file:../phagepress.tgz', programVersion()],
  ['the registry in another version', registry, '0.0.1'],
])('a program that came from %s is packed', async (_, resolved, version) => {
  expect(await dependencyOf(installedFrom(resolved, version))).toEqual({
    dependencies: { phagepress: `file:phagepress-${programVersion()}.tgz` },
    asked: ['pack', 'install'],
  });
});
