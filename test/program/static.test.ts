/** `build --static`: the publisher's own files beside the site. */
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { withPreview } from './preview.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';

const own = {
  'own/CNAME': 'phages.example.org\n',
  'own/.nojekyll': '',
  'own/.well-known/security.txt': 'Contact: mailto:a@example.org\n',
  'own/assets/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]),
  'own/assets/big.txt': 'x'.repeat(3_000_000),
  'own/assets/.DS_Store': 'litter',
  'own/Thumbs.db': 'litter',
};
const published = ['.nojekyll', '.well-known/security.txt', 'CNAME', 'assets/big.txt'];
const build = [
  'build',
  '--quiet',
  '--no-changes',
  '--base-url',
  'https://p.example.org',
  '--static',
  'own',
];

beforeEach<{ lab: Lab }>(({ lab }) => lab.write({ ...tinyData, ...own }));

const manifestOf = (lab: Lab) => {
  const { files } = lab.json('dist/manifest.json') as { files: { path: string }[] };
  return files.map((file) => file.path);
};

describe.concurrent("the publisher's own files", () => {
  test('are published byte for byte, listed, and verified in the folder and at an address', async (lab) => {
    await lab.run(...build, '--precompress', 'gzip');
    for (const file of [...published, 'assets/logo.png']) {
      const [is, was] = ['dist', 'own'].map((dir) => lab.bytes(`${dir}/${file}`));
      expect(is!.equals(was!), file).toBe(true);
    }
    const listed = manifestOf(lab);
    expect(listed).toEqual(expect.arrayContaining([...published, 'assets/logo.png']));
    expect(listed.filter((file) => /DS_Store|Thumbs|big\.txt\.gz/.test(file))).toEqual([]);
    const release: unknown = lab.json('dist/release.json');
    expect(release).toMatchObject({ static: ['.nojekyll', '.well-known/', 'CNAME', 'assets/'] });
    await lab.run('verify', 'dist');
    await withPreview(['--port', '0'], lab.cwd, async ({ url }) => {
      await lab.run('verify', url);
      const answer = await fetch(`${url}/.well-known/security.txt`);
      expect(await answer.text()).toBe(own['own/.well-known/security.txt']);
      await lab.write({ 'dist/CNAME': 'other.example.org\n' });
      const { stdout } = await lab.ends(1, 'verify', url);
      expect(stdout).toMatch(/manifest +FAIL[^]*CNAME: expected .*, found 18 bytes/);
    });
  });

  test('are taken anew by each build that finds them changed, with and without a cache', async (lab) => {
    await lab.run(...build);
    const again = await lab.run(...build.filter((arg) => arg !== '--quiet'));
    expect(again.stdout).toMatch(/^dist is up to date\./);
    const steps: (() => unknown)[] = [
      () => lab.write({ 'own/CNAME': 'q.example.org\n' }),
      () => lab.write({ 'own/robots.txt': 'User-agent: *\n' }),
      () => lab.remove('own/assets'),
      // Pages are carried over, and so are these.
      () => lab.write({ 'data/genes/Zix.ndjson': asLines([tinyGene('Vexmoor', 9)]) }),
    ];
    for (const step of steps) {
      await step();
      await lab.run(...build);
      await lab.run('verify', 'dist');
      expect(await lab.tree('dist')).toEqual(await lab.fresh(...build));
    }
    expect(manifestOf(lab)).toContain('robots.txt');
    expect(manifestOf(lab)).not.toContain('assets/big.txt');
    // Left out of the command, they are gone.
    await lab.run(...build.slice(0, -2));
    expect(manifestOf(lab)).not.toContain('CNAME');
  });

  test('may be where pages of phages would be, in a packed site without these', async (lab) => {
    const mine = { 'phages/mine/index.html': '<p>mine</p>', 'phages/notes.txt': 'mine\n' };
    for (const [file, text] of Object.entries(mine)) await lab.write({ [`own/${file}`]: text });
    await lab.run(...build, '--no-html', '--records', 'packed', '--host', 'netlify');
    expect(manifestOf(lab)).toEqual(expect.arrayContaining(Object.keys(mine)));
    await withPreview(['--port', '0'], lab.cwd, async ({ url }) => {
      await lab.run('verify', url);
      const answer = await fetch(`${url}/phages/mine/`);
      expect(await answer.text()).toBe(mine['phages/mine/index.html']);
    });
  });

  // Which names are unfit is tested with `staticNames`.
  const unfit: [what: string, make: (lab: Lab) => unknown, says: RegExp][] = [
    ['_headers', (lab) => lab.write({ 'own/_headers': '' }), /own\/_headers .*begins with _/],
    [
      'a link',
      (lab) => symlinkSync('/etc/passwd', lab.at('own/passwd')),
      /own\/passwd .*is a symbolic link/,
    ],
    [
      'a pipe',
      (lab) => execFileSync('mkfifo', [lab.at('own/pipe')]),
      /own\/pipe .*no regular file/,
    ],
    [
      'names that differ by case',
      (lab) => lab.write({ 'own/a.txt': '', 'own/A.txt': '' }),
      /own\/a\.txt .*differs from own\/A\.txt only by case/,
    ],
    [
      'a compressed form',
      (lab) => lab.write({ 'own/CNAME.gz': gzipSync('other') }),
      /own\/CNAME\.gz .*compressed form of own\/CNAME/,
    ],
  ];

  test.for(unfit)('are refused, nothing is touched, with %s', async ([_, make, says], { lab }) => {
    await make(lab);
    const { stderr } = await lab.ends(2, ...build);
    expect(stderr).toMatch(says);
    expect((await lab.tree())['dist/release.json']).toBeUndefined();
  });

  test('are refused before anything is read where a host needs a file of that name', async (lab) => {
    await lab.write({ 'own/404.html': 'mine\n' });
    await lab.run(...build);
    await lab.write({ 'data/genes/bad.ndjson': '{}\n' });
    const { stderr } = await lab.ends(2, ...build, '--host', 'cloudflare-pages');
    expect(stderr).toMatch(/own\/404\.html .*path of a file of the site/);
  });

  test('are refused for what they are where names are not UTF-8, or written in two ways', async (lab) => {
    const bad = Buffer.from(lab.at('own/assets/b\xff'), 'latin1');
    writeFileSync(bad, '');
    const said = async () => (await lab.ends(2, ...build)).stderr.split('\n')[0];
    expect(await said()).toBe(
      'phagepress: own/assets/b\uFFFD cannot be published as it is: it has a name that is not UTF-8.',
    );
    rmSync(bad);
    // The sign itself is a letter like others.
    await lab.write({ 'own/assets/b\uFFFD': '' });
    await lab.run(...build);
    for (const [name, by] of [
      ['M\u00DCLLER', 'case'],
      ['mu\u0308ller', 'how letters with marks are encoded (Unicode normalization)'],
      ['MU\u0308LLER', 'case and how letters with marks are encoded (Unicode normalization)'],
    ] as const) {
      await lab.write({ 'own/assets/m\u00FCller': '', [`own/assets/${name}`]: '' });
      expect(await said()).toMatch(new RegExp(`only by ${by.replace(/[()]/g, '.')}\\.$`));
      lab.remove(`own/assets/${name}`);
    }
  });

  test.for<[dir: string, says: RegExp]>([
    ['nowhere', /There is no folder nowhere/],
    ['own/CNAME', /There is no folder own\/CNAME/],
    ['.', /--static \.\) and the site overlap/],
    ['dist/x', /and the site overlap/],
    ['data/genes', /and the sources overlap/],
  ])('cannot come from %s', async ([dir, says], { lab }) => {
    const { stderr } = await lab.ends(2, ...build.slice(0, -1), dir);
    expect(stderr).toMatch(says);
  });
});

describe.concurrent('a folder of a site with other files', () => {
  test('is refused by their names, with the way to publish them', async (lab) => {
    const without = build.slice(0, -2);
    await lab.run(...without);
    await lab.write({
      'dist/CNAME': '',
      'dist/a.txt': '',
      'dist/b.txt': '',
      'dist/api/c': '',
    });
    const { stderr } = await lab.ends(2, ...without);
    expect(stderr).toContain('holds CNAME, a.txt, api/c and 1 more, which phagepress did not put');
    expect(stderr).toContain('--static');
    const foreign = await lab.ends(2, ...without, '--out', 'own');
    expect(foreign.stderr).toMatch(
      /own holds \.nojekyll, \.well-known, CNAME and 1 more, not a site/,
    );
  });

  test('is none where they are what file managers leave, and verifies', async (lab) => {
    const without = build.slice(0, -2);
    await lab.write({ 'dist/.DS_Store': '' });
    await lab.run(...without);
    for (const file of ['.DS_Store', 'api/Thumbs.db', 'api/genes/desktop.ini']) {
      await lab.write({ [`dist/${file}`]: '' });
    }
    await lab.run('verify', 'dist');
    await lab.run(...without, '--max-age', '7');
  });
});
