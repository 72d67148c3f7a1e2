/** `phagepress verify` as its users run it: what it prints where, and with which exit code it ends. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { withPreview } from './preview.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { sharedFolder, writeFiles } from '../integration/workFolder.ts';

const folder = sharedFolder(async (root) => {
  await writeFiles(root, tinyData);
  const args = ['--page-size', '3', '--base-url', 'https://phages.example/v1'];
  await runWellInProcess(['build', ...args], { cwd: root });
  await runWellInProcess(['build', ...args, '--out', 'broken'], { cwd: root });
  await writeFile(path.join(root, 'broken', 'api', 'genes', 'page', '2.json'), '{}\u001b[2J');
});

const run = (...args: readonly string[]) => runInProcess(['verify', ...args], { cwd: folder() });

/** A site whose one gene breaks a rule, which is allowed. */
async function buildAllowing(lab: Lab): Promise<void> {
  await lab.write({
    'data/genes/a.ndjson': asLines([tinyGene('Quillon', 1, { Length: 1 })]),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
    'own.json': '{"allow":["gene-length","null-value"]}',
  });
  await lab.run('build', '--config', 'own.json');
}

describe.concurrent('of a folder', () => {
  test('says that it keeps the contract, clause by clause, and what to do next', async () => {
    const { status, stdout, stderr } = await run('dist', '--jobs', '2');
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'Verifying 4 pages\n' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('dist keeps the contract.');
    expect(lines).toContain('  L3        pass  order');
    expect(lines).toContain(
      '  M1        n/a   headers of every answer: a folder answers no requests',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}read {6}7 genes and 2 phages, from \d+ files$/),
    );
    expect(lines.at(-1)).toBe('Next: upload it, then phagepress verify https://phages.example/v1.');
  });

  test('names what is wrong, and ends with 1', async () => {
    const { status, stdout } = await run('broken');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^broken does not keep the contract: \d clauses of 30\.\n/);
    expect(stdout).toMatch(
      /^ {2}manifest {2}FAIL {2}.*\n +api\/genes\/page\/2\.json: expected \d+ bytes, found 6\n/m,
    );
    expect(stdout).toContain("expected the end of the page at byte 2, found '\\u001b[2J'");
    expect(stdout).toMatch(/\nNext: build the site again, and do not upload this one\.\n$/);
  });

  test('says nothing with --quiet but what is wrong', async () => {
    expect(await run('dist', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    const { status, stdout, stderr } = await run('broken', '--quiet');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^manifest: api\/genes\/page\/2\.json: expected /);
  });

  test('follows what the build was allowed, and lists it', async (lab) => {
    await buildAllowing(lab);
    const { stdout } = await lab.run('verify', 'dist');
    expect(stdout).toContain('  S3        note  rules across fields and records\n');
    // Of the two, only what is broken.
    expect(stdout).toContain(
      '\n  allowed   gene-length: broken, and published on purpose, says release.json\n',
    );
    const json = await lab.run('verify', 'dist', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, allowed: ['gene-length'] });
  });

  test('takes the rules of flags and of the configuration file as allowed, too', async (lab) => {
    await buildAllowing(lab);
    // As a build writes it that was allowed nothing.
    lab.edit('dist/release.json', /"allowed": \[[^\]]*\]/, '"allowed": []');
    const refused = await lab.ends(1, 'verify', 'dist', '--quiet');
    expect(refused.stderr).toContain('[gene-length]\n  hint: If it was published on purpose, say');
    for (const flags of [
      ['--config', 'own.json'],
      ['--allow', 'gene-length'],
    ]) {
      const { stdout } = await lab.run('verify', 'dist', ...flags);
      expect(stdout).toContain('  S3        note  rules across fields and records\n');
    }
  });

  test('is JSON with --format json', async () => {
    const { status, stdout } = await run('broken', '--format', 'json');
    const report = JSON.parse(stdout) as { clauses: { clause: string; status: string }[] };
    expect(status).toBe(1);
    expect(report).toMatchObject({ ok: false, target: 'broken', kind: 'folder', sampled: false });
    expect(report.clauses).toContainEqual(
      expect.objectContaining({ clause: 'manifest', status: 'fail', departures: 1 }),
    );
  });

  test.for<[args: string[], code: number, words: string]>([
    [['nowhere'], 1, 'Cannot verify nowhere: it is not there (ENOENT).'],
    [['dist/index.html'], 1, 'Cannot verify dist/index.html: it is a file.'],
    [['dist', '--sample', '3'], 2, '--sample is for an address, and dist is a folder.'],
    [['dist', '--rate', '3'], 2, '--rate is for an address, and dist is a folder.'],
    [['dist', '--expect-release', 'XYZ'], 2, 'Expected 7 to 64 of the digits 0-9 and a-f'],
    [['dist', '--allow', 'schema'], 2, 'What breaks the rule schema cannot be published.'],
    [['https://me:secret@example.org/'], 2, 'it has a user name or password'],
    [['https://example.org/?page=2'], 2, 'it has a query'],
    [[], 2, "missing required argument 'target'"],
  ])('refuses %j with %i', async ([args, code, words]) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toContain(words);
  });

  test('prints no password', async () => {
    const { stderr } = await run('https://me:secret@example.org/');
    expect(stderr).not.toContain('secret');
  });
});

describe.concurrent('of an address', () => {
  test('that keeps the contract ends with 0', async () => {
    await withPreview(['--port', '0'], folder(), async ({ url }) => {
      const { status, stdout, stderr } = await run(`${url}/`);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stderr).toMatch(/^Reading 5 pages\nAsking [\d,]+ requests\n$/);
      expect(stdout).toMatch(new RegExp(`^${url}/ keeps the contract\\.\n`));
      expect(stdout).toMatch(/\n {2}read {6}7 genes and 2 phages, by [\d,]+ requests\n/);
      expect(stdout).toMatch(/\nNext: nothing; readers get what was published\.\n$/);
    });
  });

  test('that does not ends with 1, and a sample is told', async () => {
    await withPreview(['--port', '0', '--dir', 'broken'], folder(), async ({ url }) => {
      expect(await run(url, '--quiet')).toMatchObject({ status: 1, stdout: '' });
    });
    await withPreview(['--port', '0'], folder(), async ({ url }) => {
      const { stdout } = await run(url, '--sample', '1', '--seed', '2', '--rate', '1000');
      expect(stdout).toContain('as far as a sample shows');
      const other = await run(url, '--max-age', '5');
      expect(other.stdout).toContain(
        'expected Cache-Control: public, max-age=5, found "public, max-age=300"',
      );
    });
  });

  test('where nobody answers ends with 3', async () => {
    const { status, stderr } = await run('http://127.0.0.1:1');
    expect(status).toBe(3);
    expect(stderr).toMatch(/^phagepress: Cannot verify http:\/\/127\.0\.0\.1:1: no answer: /);
  });
});
