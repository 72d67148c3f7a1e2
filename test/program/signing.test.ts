/** `--sign` and `--key`: an altered mirror is found. */
import fs from 'node:fs';
import { expect } from 'vitest';
import { tinyData } from '../integration/tinyData.ts';
import { keyFiles } from '../unit/publishing/keyFiles.ts';
import { test } from './lab.ts';
import { withPreview } from './preview.ts';

const build = ['build', '--quiet', '--no-html', '--bulk', 'ndjson'];

test('a signed site is proven by its key, in a folder and at an address, and stays signed by the next build', async (lab) => {
  await lab.write(tinyData);
  const [{ key, pub }, other] = [keyFiles(lab.at('')), keyFiles(lab.at(''), 'other')];
  await lab.run(...build, '--sign', key);
  const signature = lab.text('dist/release.json.minisig');
  expect(signature).toMatch(
    `\ntrusted comment: release ${lab.json('dist/release.json').release}\n`,
  );
  expect(lab.text('dist/manifest.json')).not.toMatch('minisig');
  for (const more of [[], ['--no-cache']]) {
    await lab.run(...build, '--sign', key, ...more);
    expect(lab.text('dist/release.json.minisig')).toBe(signature);
  }
  for (const harm of [fs.rmSync, (file: string) => fs.appendFileSync(file, 'x')]) {
    harm(lab.at('dist/release.json.minisig'));
    await lab.run(...build, '--sign', key);
    expect(lab.text('dist/release.json.minisig')).toBe(signature);
  }
  await lab.run('verify', 'dist', '--key', pub);
  const { stdout } = await lab.run('verify', 'dist');
  expect(stdout).toMatch(/release +pass .*: signed, and not checked without --key\n/);
  const wrong = await lab.ends(1, 'verify', 'dist', '--key', other.pub);
  expect(wrong.stdout).toMatch(
    /release\.json\.minisig: expected a signature by the key of --key, found a signature of other bytes/,
  );
  await withPreview(['--port', '0'], lab.at(''), async ({ url }) => {
    await lab.run('verify', url, '--key', pub);
    await lab.ends(1, 'verify', url, '--key', other.pub);
    await lab.run('pull', url, 'copy', '--key', pub);
    const refused = await lab.ends(1, 'pull', url, 'copy', '--key', other.pub);
    expect(refused.stderr).toMatch(/is not trusted: /);
  });
  expect(lab.text('copy/release.json.minisig')).toBe(signature);
  // Signed by another from now on; then by nobody.
  await lab.run(...build, '--sign', other.key);
  await lab.run('verify', 'dist', '--key', other.pub);
  await lab.run(...build);
  expect(lab.has('dist/release.json.minisig')).toBe(false);
  expect((await lab.ends(1, 'verify', 'dist', '--key', pub)).stdout).toMatch('found no signature');
});

test('a signed site never has the key in it', async (lab) => {
  await lab.write({ ...tinyData, 'own/CNAME': 'p.example.org\n' });
  const { key } = keyFiles(lab.at('own'));
  const { stderr } = await lab.ends(2, ...build, '--static', 'own', '--sign', key);
  expect(stderr).toMatch(/The key .* lies in own, whose files are published/);
  expect(lab.has('dist')).toBe(false);
});
