/** What the program says, whatever it is called with and whatever the names that it meets hold. */
import { describe, expect } from 'vitest';
import { test } from './lab.ts';
import { runInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';

const odd = 'a\u001b[31mb\u009bc\u202ed\u2066e\nf';
// Line ends are the program's own.
const unprintable = /[^\P{C}\n]/u;

describe.concurrent('names that would steer a terminal', () => {
  test.for<string[]>([
    ['check', '--data', odd],
    ['check', '--data', odd, '--format', 'github'],
    ['check', '--data', odd, '--format', 'json'],
    ['build', '--data', 'good', '--out', odd],
    ['build', '--data', 'good', '--out', odd, '--format', 'json'],
    ['build', '--config', odd],
    ['build', '--data', 'good', '--out', `good/${odd}`],
    ['build', `--${odd}`],
    ['build', '--host', odd, '--format', 'json'],
    [odd],
    ['preview', '--dir', odd],
    ['verify', odd],
    ['verify', odd, '--format', 'json'],
    ['sample', '--genes', '1', '--out', odd],
    ['host', odd],
    ['host', 'nginx', '--dir', odd],
  ])('are shown escaped by %j', async (args, { cwd, lab }) => {
    const good = Object.entries(tinyData).map(([file, text]) => [
      file.replace('data/', 'good/'),
      text,
    ]);
    await lab.write(Object.fromEntries(good) as Record<string, string>);
    const bad = asLines([tinyGene('Quillon', 1, { Start: -1 })]);
    if (args[0] === 'check') await lab.write({ [`${odd}/genes/${odd}.ndjson`]: bad });
    const { stdout, stderr } = await runInProcess(args, { cwd });
    expect(stdout + stderr).not.toMatch(unprintable);
    // A line break in a name is no line of its own.
    expect(stdout + stderr).not.toMatch(/^f(?!iles)/m);
    // A summary as JSON does not name the folder.
    const isNamed = args[0] !== 'build' || !args.includes('json') || args.includes('--host');
    if (isNamed) expect(stdout + stderr).toContain('\\u001b[31mb\\u009bc\\u202ed\\u2066e');
  });

  test('are the same in JSON for whoever reads it', async (lab) => {
    const bad = asLines([tinyGene('Quillon', 1, { Start: -1 })]);
    await lab.write({ [`data/genes/${odd}.ndjson`]: bad });
    const { stdout } = await lab.ends(1, 'check', '--format', 'json');
    const report = JSON.parse(stdout) as { findings: { file: string }[] };
    expect(report.findings.map(({ file }) => file)).toContain(`data/genes/${odd}.ndjson`);
  });
});

describe.concurrent('a command line that is refused', () => {
  test.for<[args: string[], message: RegExp]>([
    [['build', '--nonsense', '--format', 'json'], /unknown option '--nonsense'/],
    [['build', '--format=json', '--page-size', '0'], /'--page-size <n>' argument '0' is invalid/],
    [['check', '--format', 'json', 'excess'], /too many arguments/],
    [['build', '--format', 'json', '--data', 'missing', '--out', 'missing/dist'], /overlap/],
    [['build', '--format', 'json', '--config', 'missing.json'], /Cannot read the configuration/],
    [['build', '--format', 'json', '--config', 'wrong.json'], /The configuration file is wrong/],
    [['build', '--config', 'json.json', '--data', 'data', '--out', 'data/x'], /overlap/],
    [['verify', '--format', 'json', 'ftp:', '--sample', '2'], /--sample is for an address/],
  ])('is told as JSON where that was asked for: %j', async ([args, message], { lab }) => {
    await lab.write({
      ...tinyData,
      'wrong.json': '{"pageSize":0}',
      'json.json': '{"format":"json"}',
    });
    const { stdout, stderr } = await lab.ends(2, ...args);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      failure: { exitCode: 2, message: expect.stringMatching(message) as string },
    });
  });

  test('is told as text where it was not', async () => {
    const { stdout, stderr } = await runInProcess(['build', '--nonsense'], { cwd: '/' });
    expect(stdout).toBe('');
    expect(stderr).toContain("error: unknown option '--nonsense'\n");
  });
});

describe.concurrent('what people try first', () => {
  test('`version` is told of --version', async () => {
    const { status, stderr } = await runInProcess(['version'], { cwd: '/' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'error: unknown command \'version\'\n(Did you mean --version?)\nRun "phagepress --help" for the commands.\n',
    });
  });

  test('a preview of nothing says to build', async (lab) => {
    for (const args of [[], ['--dir', 'nowhere']]) {
      const { stderr } = await lab.ends(1, 'preview', ...args);
      expect(stderr).toContain('hint: Run `phagepress build` first.');
    }
  });
});

describe.concurrent('a site whose links lead to this machine', () => {
  test('is told as that by build, verify and host, with the flag that mends it', async (lab) => {
    await lab.write(tinyData);
    const built = await lab.run('build');
    expect(built.stdout).toContain(
      'links     start with http://127.0.0.1:8080, which works on this machine only\n',
    );
    expect(built.stdout).toContain(
      'Next: phagepress preview --dir dist. To publish it, build it for its address with --base-url.\n',
    );
    const verified = await lab.run('verify', 'dist');
    expect(verified.stdout).toContain(
      'Next: build it for its address with --base-url. Its links start with http://127.0.0.1:8080, which works on this machine only.\n',
    );
    const hosted = await lab.run('host', 'nginx');
    expect(hosted.stderr).toBe(
      'The links of dist start with http://127.0.0.1:8080, which works on this machine only. Build it for its address with --base-url.\n',
    );
  });

  test.for<string[]>([
    [],
    ['--base-url', 'http://localhost/x'],
    ['--base-url', 'https://[::1]:8443'],
  ])('is not built for a host, unless that is allowed: %j', async (where, { lab }) => {
    await lab.write(tinyData);
    const build = ['build', '--host', 'nginx', '--host', 'vercel', ...where];
    const { stderr } = await lab.ends(2, ...build);
    expect(stderr).toMatch(
      /^phagepress: The site is for nginx and vercel, but its links would start with http.*, which works on this machine only\.\n {2}hint: .* --base-url.* --allow local-base-url\.\n$/,
    );
    expect(lab.has('dist')).toBe(false);
    await lab.run(...build, '--allow', 'local-base-url');
  });
});
