/** What the program says, where it says it, and with which exit code it ends. */
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { sharedFolder, writeFiles } from '../integration/workFolder.ts';

const escape = String.fromCodePoint(0x1b);
const nastyField = `${escape}[2J${String.fromCodePoint(0x9b, 0x202e)}`;
const manyGenes = Array.from({ length: 3000 }, (_, n) => tinyGene(`Unknown${n}`, 1));

/** `good/`, `warned/` with one warning, `bad/` with three errors and one warning, and so on. */
const folder = sharedFolder((root) => {
  const good = Object.entries(tinyData).map(([file, content]) => [
    `good/${file.slice(5)}`,
    content,
  ]);
  return writeFiles(root, {
    ...Object.fromEntries(good),
    'warned/genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
    'warned/phages/none.json': '[]',
    'bad/genes/a.ndjson': asLines([
      { ...tinyGene('Quillon', 1), Start: '0' },
      tinyGene('Quillon', 2, { Length: 7 }),
      tinyGene('Vexmoor', 1),
      { ...tinyGene('Quillon', 3), Notes: 5 },
    ]),
    'bad/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
    'nasty/genes/a.ndjson': asLines([{ ...tinyGene('Quillon', 1), [nastyField]: nastyField }]),
    'nasty/phages/a.ndjson': asLines([tinyPhage('Quillon', { end_type: nastyField })]),
    [`nasty/phages/b${nastyField}.ndjson`]: '{',
    'flood/genes/a.ndjson': asLines(manyGenes),
    'flood/phages/none.json': '[]',
  });
});

const run = (...args: readonly string[]) => runInProcess(args, { cwd: folder() });

describe.concurrent('output that is piped', () => {
  test.each([
    'build --data good --out piped',
    'check --data good --format json',
    'check --data bad',
    'check --data nasty',
    'check --data nasty --format github',
    'build --help',
    'biuld',
    'sample --genes 40 --out sample',
  ])('holds no control or formatting characters but line ends: %s', async (command) => {
    const { stdout, stderr } = await run(...command.split(' '));
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(`${stdout}${stderr}`).not.toBe('');
  });

  test('names each stage once, on standard error, with what there is to do', async () => {
    const { stderr } = await run('build', '--data', 'good', '--out', 'stages');
    expect(stderr).toMatch(
      /^Reading \d[\d.]* kB\nWriting 9 records\nWriting views \d+ files\nWriting bulk files 16 records\n$/,
    );
  });
});

describe.concurrent('--quiet', () => {
  test('leaves nothing to say of a build that went well', async () => {
    const result = await run('build', '--data', 'good', '--out', 'quiet', '--quiet');
    expect(result).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('leaves the warnings', async () => {
    const { status, stdout, stderr } = await run('check', '--data', 'warned', '--quiet');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^warned\/genes\/a\.ndjson:1: .* \[gene-phage-known\]\n$/);
  });

  test('leaves the findings of every format', async () => {
    const plain = await run('check', '--data', 'bad', '--quiet');
    expect(plain).toMatchObject({ status: 1, stdout: '' });
    expect(plain.stderr.match(/\[[a-z-]+\]$/gm)).toHaveLength(4);
    const github = await run('check', '--data', 'bad', '--quiet', '--format', 'github');
    expect(github).toMatchObject({ status: 1, stderr: '' });
    expect(github.stdout.trimEnd().split('\n')).toHaveLength(4);
    const json = await run('check', '--data', 'bad', '--quiet', '--format', 'json');
    expect(json).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(json.stdout).findings).toHaveLength(4);
  });
});

describe.concurrent('--format json', () => {
  test('holds every finding, with its place, severity and hint', async () => {
    const { status, stdout } = await run('check', '--data', 'bad', '--format', 'json');
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    expect(report).toEqual({
      ok: false,
      sources: { files: 2, bytes: expect.any(Number) },
      records: { genes: 2, phages: 1 },
      errors: { total: 3, byRule: { schema: 2, 'gene-length': 1 } },
      warnings: { total: 1, byRule: { 'gene-phage-known': 1 } },
      geneLengths: { unexplained: 1 },
      site: null,
      elapsedMs: expect.any(Number),
      findings: expect.any(Array),
    });
    expect(report.findings).toEqual([
      {
        severity: 'error',
        rule: 'schema',
        file: 'bad/genes/a.ndjson',
        line: 1,
        pointer: '/Start',
        expected: 'an integer from 0 to 9007199254740991',
        found: 'the string "0"',
      },
      expect.objectContaining({
        rule: 'gene-length',
        kind: 'unexplained',
        line: 2,
        hint: expect.any(String),
      }),
      expect.objectContaining({ rule: 'schema', line: 4, pointer: '/Notes', found: '5' }),
      expect.objectContaining({ severity: 'warning', rule: 'gene-phage-known', line: 3 }),
    ]);
  });

  test('counts also the findings that --max-errors keeps back', async () => {
    const { stdout } = await run('check', '--data', 'bad', '--format', 'json', '--max-errors', '1');
    const { errors, warnings, findings } = JSON.parse(stdout);
    expect([errors.total, warnings.total, findings.length]).toEqual([3, 1, 1]);
  });
});

test.concurrent('--format github writes an annotation a finding, and the summary', async () => {
  const { status, stdout } = await run('check', '--data', 'bad', '--format', 'github');
  expect(status).toBe(1);
  const lines = stdout.split('\n');
  const place = (line: number, rule: string) =>
    `file=bad/genes/a.ndjson,line=${line},title=phagepress%3A ${rule}`;
  expect(lines.slice(0, 4)).toEqual([
    `::error ${place(1, 'schema')}::/Start: expected an integer from 0 to 9007199254740991, found the string "0"`,
    expect.stringMatching(`^::error ${place(2, 'gene-length')}::/Length: expected 12 .* \\(.+\\)$`),
    `::error ${place(4, 'schema')}::/Notes: expected a string, found 5`,
    expect.stringMatching(`^::warning ${place(3, 'gene-phage-known')}::/PhageID/PhageID: `),
  ]);
  expect(lines[4]).toBe('The data is not fit to be published.');
});

describe.concurrent('help', () => {
  test('--version prints the version of the package alone', async () => {
    const { version } = packageJson;
    expect(await run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each(['build', 'check', 'preview', 'sample'])(
    '%s --help goes to standard output, and help %s says the same',
    async (name) => {
      const help = await run(name, '--help');
      expect(help).toMatchObject({ status: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Usage: phagepress ${name} \\[options\\]\\n`));
      expect(help.stdout).toMatch(/^ {2}-h, --help {2,}print help$/m);
      expect(await run('help', name)).toEqual(help);
    },
  );
});
