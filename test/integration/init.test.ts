/** `phagepress init`: a project that builds as it is, of somebody's own files or of an example. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../src/hosts/hostNames.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { pythonHas, runPython } from '../readers/python.ts';
import { spreadsheet, textRows } from '../unit/importing/table/spreadsheets.ts';
import { exitOf, nodeFile, runCli, runWell, startCli, untilSaid } from './runCli.ts';
import { inWorkFolder, readTree, writeFiles } from './workFolder.ts';

const init = (cwd: string, ...args: string[]) => runCli(['init', ...args], { cwd });
const own = ['.github/workflows/site.yml', '.gitignore', 'README.md', 'phagepress.config.json'];

test('a folder of annotations and a table become a project, whose two commands are enough', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'runs/made.gbk': genbankText,
      'runs/other.gff': gff3Text.replaceAll('MADE01', 'OTHER'),
      'runs/phages.xlsx': spreadsheet([
        { name: 'Phages', rows: textRows(['Phage', 'Cluster', 'Freezer box'], ['one', 'A', '7']) },
      ]),
      // About phages only by what --columns says; its headers are none of the other table's.
      'runs/more.csv': 'Lab name,Year found\nOTHER,2020\n',
      'runs/rates.tsv': 'gene\trate\nx\t1\n',
      'runs/notes.txt': 'none\n',
    });
    const columns = ['Freezer box=', 'Lab name=phage_name', 'Year found=found_year'];
    const args = ['site', '--from', 'runs', ...columns.flatMap((one) => ['--columns', one])];
    const { status, stdout, stderr } = await init(cwd, ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Imported 3 phages, 6 genes, 4 other features, 3 genomes from 2 files, 1 field of 1 phage and 1 field of 1 phage, in site\/data\.\n/,
    );
    expect(stdout).toMatch(
      /^Not read:\n {2}runs\/notes\.txt: .*\n {2}runs\/rates\.tsv: no table about phages\n/m,
    );
    expect(stdout).toMatch(
      /\nWrote in site: phagepress\.config\.json, \.gitignore, README\.md, \.github\/workflows\/site\.yml\.\nNext, in site:\n {2}phagepress build\n {2}phagepress preview\n$/,
    );
    const site = path.join(cwd, 'site');
    const config = JSON.parse(fs.readFileSync(path.join(site, 'phagepress.config.json'), 'utf8'));
    expect(config.allow).toEqual(['null-value', 'gene-length']);
    const readme = fs.readFileSync(path.join(site, 'README.md'), 'utf8');
    for (const rule of config.allow)
      expect(readme).toMatch(new RegExp(`^- \`${rule}\`: .* line \\d+`, 'm'));
    const built = await runCli(['build'], { cwd: site });
    expect(built.status, built.stderr).toBe(0);
    const ignored = fs.readFileSync(path.join(site, '.gitignore'), 'utf8');
    const made = fs.readdirSync(site).filter((name) => !own.some((one) => one.startsWith(name)));
    expect(made.toSorted()).toEqual(['.dist.phagepress-cache', 'data', 'dist']);
    expect(ignored).toContain('/dist/\n/.dist.phagepress-*\n');
    const verified = await runCli(['verify', 'dist'], { cwd: site });
    expect(verified.status, verified.stdout).toBe(0);
  });
});

test('what --columns says is not passed over without --from', async () => {
  await inWorkFolder(async (cwd) => {
    const { status, stderr } = await init(cwd, 'site', '--columns', 'Lab name=phage_name');
    expect(status).toBe(2);
    expect(stderr).toBe(
      'phagepress: --columns says what headers mean, but --from names no file.\n' +
        '  hint: Name the table with --from, or leave out --columns.\n',
    );
    expect(await readTree(cwd)).toEqual({});
  });
});

test('what --columns says is not passed over where no table is about phages', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'runs/made.gbk': genbankText,
      'runs/more.csv': 'Lab name,Year found\none,2020\n',
    });
    const columns = ['--columns', 'Lab nane=phage_name', '--columns', 'Year found=found_year'];
    const { status, stdout, stderr } = await init(cwd, 'site', '--from', 'runs', ...columns);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      '--columns says what headers mean, but there is no table about phages.\n  runs/more.csv: no table about phages\n',
    );
    expect(fs.existsSync(path.join(cwd, 'site'))).toBe(false);
  });
});

test.each([
  [
    'a configuration file that is broken',
    '{"allow":[',
    /phagepress\.config\.json:1: .*json-syntax/s,
  ],
  [
    'one whose data lies elsewhere',
    '{"data":"records"}',
    /phagepress\.config\.json says that the data lies in site\/records, not in site\/data\./,
  ],
])('%s stops it before anything is imported', async (_, config, message) => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'made.gbk': genbankText,
      'site/phagepress.config.json': config,
      'site/data/phages/README.md': 'kept\n',
    });
    const before = await readTree(path.join(cwd, 'site'));
    const { status, stderr } = await init(cwd, 'site', '--from', 'made.gbk');
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(await readTree(path.join(cwd, 'site'))).toEqual(before);
  });
});

test('without files it has an example, which builds without any rule allowed', async () => {
  await inWorkFolder(async (cwd) => {
    const { status, stdout } = await init(cwd, 'my phägen');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'Wrote in my phägen: data/phages/Example.json, data/genes/Example.ndjson, ',
    );
    const site = path.join(cwd, 'my phägen');
    expect(Object.keys(await readTree(site)).toSorted()).toEqual(
      [...own, 'data/genes/Example.ndjson', 'data/phages/Example.json'].toSorted(),
    );
    await runWell(['check'], { cwd: site });
    const { stdout: built } = await runWell(['build'], { cwd: site });
    expect(built).toContain('warnings  none');
  });
});

test('a profile goes into the configuration, or is told where that is left as it is', async () => {
  await inWorkFolder(async (cwd) => {
    await init(cwd, 'site', '--profile', 'phagesdb');
    const site = path.join(cwd, 'site');
    const config = fs.readFileSync(path.join(site, 'phagepress.config.json'), 'utf8');
    expect(JSON.parse(config)).toEqual({
      data: 'data',
      out: 'dist',
      profile: 'phagesdb',
      allow: [],
    });
    await runWell(['build'], { cwd: site });
    const { stdout } = await init(cwd, 'site', '--profile', 'phagesdb');
    expect(stdout).toContain(
      'The profile phagesdb was not written: put "profile": "phagesdb" into phagepress.config.json.',
    );
  });
});

test('what is there is left as it is, and what it lacks is said', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'a.gbk': genbankText,
      'README.md': 'mine\n',
      'phagepress.config.json': '{ "allow": ["null-value"] }\n',
    });
    const { status, stdout } = await init(cwd, '.', '--from', '.');
    expect(status).toBe(0);
    expect(stdout).toContain('Left as they are: phagepress.config.json, README.md.\n');
    expect(stdout).toContain('also needs in "allow" of phagepress.config.json: gene-length.\n');
    expect(fs.readFileSync(path.join(cwd, 'README.md'), 'utf8')).toBe('mine\n');
    await runWell(['build', '--allow', 'gene-length'], { cwd });
    const again = await init(cwd, '.', '--from', '.');
    expect(again.stdout).toMatch(/^Unchanged: 2 phages/);
    expect(again.stdout).not.toMatch(/data\/|dist\//);
    expect(again.stdout).toContain('Wrote in .: nothing.\n');
  });
});

describe('nothing is left of what a failed init made', () => {
  test.each([
    [['deep/site', '--from', 'bad.gbk'], 1, 'bad.gbk:7: expected // at the end'],
    [
      ['deep/site', '--from', 'good.gbk', 'bad.csv'],
      1,
      "bad.csv:1: expected a known column, found 'Box'",
    ],
    [
      ['deep/site', '--from', 'good.gbk', 'words.txt'],
      1,
      'words.txt:1: expected a GenBank or GFF3 file',
    ],
    [['deep/site', '--from', 'empty'], 1, 'Nothing to import in empty.'],
    [['deep/site', '--from', 'nowhere'], 2, 'There is no file'],
    [['deep/site', '--from', ''], 2, 'Expected a path, found an empty string.'],
    [['deep/site', '--from'], 2, "option '--from <files...>' argument missing"],
    [['good.gbk', '--from', 'bad.csv'], 2, 'good.gbk is no folder.'],
    [['deep/site', '--host', 'nowhere'], 2, 'Expected one of nginx'],
    [[], 2, "missing required argument 'dir'"],
  ])('%j', async (args, code, message) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, {
        'good.gbk': genbankText,
        'bad.gbk': genbankText.slice(0, 200),
        'bad.csv': 'phage,Box\none,1\n',
        'words.txt': 'words\n',
        'empty/.keep': '',
      });
      const before = await readTree(cwd);
      const { status, stderr } = await init(cwd, ...args);
      expect(stderr).toContain(message);
      expect(status).toBe(code);
      expect(await readTree(cwd)).toEqual(before);
      expect(fs.existsSync(path.join(cwd, 'deep'))).toBe(false);
    });
  });

  test('nor where something cannot be written', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { 'a.gbk': genbankText });
      fs.mkdirSync(path.join(cwd, 'shut'), { mode: 0o555 });
      const { status, stderr } = await runCli(['init', 'shut/site', '--from', 'a.gbk'], {
        cwd,
        unprivileged: true,
      });
      expect(stderr).toMatch(/^phagepress: Cannot write .*shut.*no permission/);
      expect(stderr).toContain('hint: Grant write permission there or choose another place.\n');
      expect(status).toBe(3);
      expect(fs.readdirSync(path.join(cwd, 'shut'))).toEqual([]);
    });
  });

  test('nor where an input cannot be read', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { 'a.gbk': genbankText });
      fs.chmodSync(path.join(cwd, 'a.gbk'), 0);
      const options = { cwd, unprivileged: true };
      const { status, stderr } = await runCli(['init', 'site', '--from', 'a.gbk'], options);
      expect(stderr).toMatch(/^phagepress: Cannot read .*a\.gbk: no permission \(EACCES\)\.\n/);
      expect(stderr).toContain('Grant read permission there.');
      expect(status).toBe(3);
      expect(fs.readdirSync(cwd)).toEqual(['a.gbk']);
    });
  });

  test('nor of one that is ended by Ctrl-C', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { 'a.gbk': genbankText });
      // The import waits for a lock that somebody holds.
      fs.mkdirSync(path.join(cwd, 'deep/.data.phagepress-lock'), { recursive: true });
      const child = startCli(['init', 'deep', '--from', 'a.gbk'], { cwd });
      await untilSaid(child.stderr, 'Waiting for another import');
      child.kill('SIGINT');
      expect(await exitOf(child)).toBe(130);
      expect(await readTree(cwd)).toEqual({ 'a.gbk': genbankText });
    });
  });
});

test('data that breaks what cannot be allowed is named, and kept', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'data/genes/a.ndjson': '{}\n' });
    const { status, stdout } = await init(cwd, '.');
    expect(stdout).toContain('The data breaks rules that cannot be allowed: schema.\n');
    expect(stdout).toMatch(/Next, in \.:\n {2}phagepress check\n$/);
    expect(status).toBe(1);
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly env?: object }>
  >;
}

describe.skipIf(!pythonHas('yaml'))(
  'the workflow (to run this: apt-get install python3-yaml)',
  () => {
    test.each([null, ...hostNames])('for %s', async (host) => {
      await inWorkFolder(async (cwd) => {
        await runWell(['init', 'site', ...(host === null ? [] : ['--host', host])], { cwd });
        const site = path.join(cwd, 'site');
        const { jobs } = (await runPython(
          'yaml.py',
          path.join(site, '.github/workflows/site.yml'),
        )) as Workflow;
        expect(Object.keys(jobs)).toEqual(host === null ? ['check'] : ['check', 'publish']);
        const steps = Object.values(jobs).flatMap((job) => job.steps);
        for (const { uses } of steps)
          if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
        // Every command of the program in it can be run, but for the one that asks the address.
        const address = 'https://phages.example.org';
        const runs = steps.flatMap(({ run }) => run?.split('\n') ?? []);
        const commands = runs.flatMap((line) => /^phagepress (.*)$/.exec(line)?.[1] ?? []);
        for (const command of commands.filter((one) => !one.startsWith('verify "'))) {
          const args = command
            .replace(/"\$SITE_URL"|"\$\{\{ steps\.pages\.outputs\.base_url \}\}"/, address)
            .split(' ');
          await runWell(args, { cwd: site });
        }
        const last = steps.at(-1)?.run ?? '';
        if (host !== null) expect(last).toContain(`--host ${host} --expect-release`);
        // The README names every setting.
        const readme = fs.readFileSync(path.join(site, 'README.md'), 'utf8');
        const text = JSON.stringify(jobs);
        const settings = [...text.matchAll(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g)].map(
          ([, name]) => name,
        );
        for (const name of settings) expect(readme).toContain(`- \`${name}\`: `);
        expect(settings.length > 0).toBe(host !== null && host !== 'static');
        if (host === 'static') {
          const all = fs.readFileSync(path.join(site, '.github/workflows/site.yml'), 'utf8');
          expect(all).toMatch(
            /upload-pages-artifact@v5\n(?:.*\n){1,4} +include-hidden-files: true\n/,
          );
        }
      });
    });
  },
);

test('the commands that follow can be typed in the folder of the project', async () => {
  await inWorkFolder(async (cwd) => {
    const program = new URL('../../lib/cli.js', import.meta.url);
    await writeFiles(cwd, { 'tool.mjs': `import ${JSON.stringify(program.href)};\n` });
    const { stdout } = await promisify(execFile)(nodeFile, ['tool.mjs', 'init', 'a/site'], { cwd });
    const [, script = ''] = /Next, in a\/site:\n {2}node (\S+) build\n/.exec(stdout) ?? [];
    expect(path.resolve(cwd, 'a/site', script)).toBe(path.join(cwd, 'tool.mjs'));
  });
});
