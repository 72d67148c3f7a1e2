/** `build --host`, `build --links` and `phagepress host`, as a publisher runs them. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { hostNames } from '../../src/hosts/host.ts';
import { runInProcess } from './runProgram.ts';
import { tinyData } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';

beforeEach<{ lab: Lab }>(({ lab }) => lab.write(tinyData));

describe.concurrent('a build for a host', () => {
  test('that cannot serve it writes nothing, and says the two ways out', async (lab) => {
    const quietly = ['build', '--quiet', '--base-url', 'https://p.example.org'];
    const build = [...quietly, '--page-size', '1', '--host', 'static'];
    const refused = await lab.ends(2, ...build);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(/^phagepress: --host static: .*\n {2}hint: .*--links path/);
    expect(lab.has('dist')).toBe(false);

    await lab.run(...build, '--links', 'path');
    const page = lab.text('dist/api/genes/page/2.json');
    expect(page).toContain('/api/genes/page/3.json?format=api&page=3"');
    expect(page).toContain('/api/genes/page/1.json?format=api&page=1"');
    const release: unknown = lab.json('dist/release.json');
    expect(release).toMatchObject({ links: 'path' });
  });

  test('whose links are paths says that it departs from L2', async (lab) => {
    const { stdout } = await lab.run('build', '--links', 'path');
    expect(stdout).toContain('page/<n>.json, not to ?page=<n> (departs from L2)');
  });

  test('that reads more than the site is named in what comes next', async (lab) => {
    const at = ['--base-url', 'https://p.example.org'];
    const build = ['build', ...at, '--host', 'apache', '--host', 'nginx'];
    // The second time there is nothing to do, and the same to say.
    for (const _ of ['first', 'again']) {
      const { stdout } = await lab.run(...build);
      expect(stdout).toContain(
        '\nNext: phagepress preview --dir dist, then phagepress host nginx --dir dist, then upload dist to your host.\n',
      );
    }
  });

  test('of a packed site takes pages out of packs where the build has put them there', async (lab) => {
    const nginx = async (...args: readonly string[]) => {
      const build = ['build', '--quiet', '--records', 'packed', ...args];
      await lab.run(...build, '--base-url', 'https://p.example.org');
      return (await lab.run('host', 'nginx')).stdout;
    };
    expect(await nginx()).not.toContain('/-packed-pages');
    expect(await nginx('--host', 'nginx', '--no-html')).not.toContain('/-packed-pages');
    expect(await nginx('--host', 'nginx')).toContain('/-packed-pages');
  });

  test('has names in any case in release.json, from where preview and hosts take it', async (lab) => {
    const releaseOf = () => lab.json('dist/release.json') as object;
    const functionOf = async () => (await lab.run('host', 'vercel')).stdout;
    await lab.run('build', '--quiet');
    expect(releaseOf()).not.toHaveProperty('case_insensitive_names');
    expect(await functionOf()).toContain('"caseInsensitiveNames":false');
    await lab.write({ 'phagepress.config.json': '{"caseInsensitiveNames":true}' });
    await lab.run('build', '--quiet');
    expect(releaseOf()).toMatchObject({ case_insensitive_names: true });
    expect(await functionOf()).toContain('"caseInsensitiveNames":true');
    await lab.run('build', '--quiet', '--no-case-insensitive-names');
    expect(releaseOf()).not.toHaveProperty('case_insensitive_names');
  });
});

const withOwnFiles = hostNames.filter(
  (name) => !['apache', 'cloudflare-pages', 'static'].includes(name),
);

describe.concurrent('phagepress host', () => {
  test('prints what lives outside the site, or writes it where --out says', async (lab) => {
    await lab.run('build', '--quiet', '--base-url', 'https://p.example.org');
    const printed = await lab.run('host', 'nginx');
    expect(printed.stderr).toBe('');
    expect(printed.stdout).toContain('server {');
    const written = await lab.run('host', 'nginx', '--out', 'conf');
    expect(written.stdout).toBe('');
    const file = /^Wrote (.*)\.$/m.exec(written.stderr)?.[1] ?? '';
    expect(lab.text(file)).toBe(printed.stdout);
  });

  test.for<[host: string, file: string, own: string]>([
    ['netlify', 'netlify.toml', '[build]\n  command = "npx phagepress build"\n'],
    ['netlify', 'netlify/edge-functions/phagepress.js', 'export default () => {};\n'],
    ['vercel', 'vercel.json', '{ "framework": null }\n'],
    ['caddy', 'Caddyfile', 'a.example.org\n\n\n# ... Made by phagepress.\n'],
  ])(
    '%s overwrites no %s of a publisher, and writes nothing',
    async ([host, file, own], { lab }) => {
      await lab.write({ [file]: own });
      await lab.run('build', '--quiet');
      const before = await lab.tree();
      const { stdout, stderr } = await lab.ends(2, 'host', host, '--out', '.');
      expect(stdout).toBe('');
      expect(stderr).toContain(
        `phagepress: ${file} is there already, with other content.\n  hint: `,
      );
      expect(await lab.tree()).toEqual(before);
    },
  );

  test.for(withOwnFiles)('%s overwrites no edit of what it wrote', async (host, { cwd, lab }) => {
    await lab.run('build', '--quiet');
    const write = ['host', host, '--out', 'conf'];
    await lab.run(...write);
    const conf = path.join(cwd, 'conf');
    const made = await readTree(conf);
    // Each in its turn, after a build that changes all of them.
    const build = ['build', '--quiet', '--base-url', 'https://b.example.org/x'];
    await lab.run(...build, '--page-size', '4', '--max-age', '7');
    for (const file of Object.keys(made)) {
      if (file === 'phagepress.sha256') continue;
      await writeFiles(conf, { [file]: Buffer.from(`${made[file]} `, 'latin1') });
      const before = await readTree(conf);
      const { stderr } = await lab.ends(2, ...write);
      expect(stderr).toMatch(
        /^phagepress: conf\/\S+ was edited since it was written\.\n {2}hint: .*--root/,
      );
      expect(stderr).toContain(`conf/${file} was edited`);
      expect(await readTree(conf)).toEqual(before);
      await writeFiles(conf, { [file]: Buffer.from(made[file] ?? '', 'latin1') });
    }
    await lab.run(...write);
    expect(await readTree(conf)).not.toEqual(made);
  });

  test('leaves hashes that sha256sum can check, of several hosts in one folder', async (lab) => {
    await lab.run('build', '--quiet');
    for (const host of ['vercel', 'netlify', 'vercel']) {
      await lab.run('host', host, '--out', '.');
    }
    const checked = execFileSync('sha256sum', ['-c', 'phagepress.sha256'], { cwd: lab.cwd });
    expect(checked.toString().trim().split('\n')).toEqual([
      'middleware.js: OK',
      'netlify.toml: OK',
      'netlify/edge-functions/phagepress.js: OK',
      'vercel.json: OK',
    ]);
  });

  const told: [host: string, flags: string[], hosting: object, holds: string[]][] = [
    [
      'nginx',
      ['--root', '/srv/my site', '--server-name', 'www.b.org', '--certificate', '/a.pem'],
      { certificateKey: '/a.key' },
      [
        'root "/srv/my site";',
        'server_name www.b.org;',
        'listen 443 ssl;',
        'ssl_certificate "/a.pem";',
        'ssl_certificate_key "/a.key";',
        'server:/srv/my site/',
      ],
    ],
    [
      'caddy',
      ['--root', '/srv/p', '--server-name', 'www.b.org'],
      { certificate: '/a.pem', certificateKey: '/a.key', root: '/elsewhere' },
      ['root * `/srv/p`', 'www.b.org {', 'tls `/a.pem` `/a.key`'],
    ],
    [
      'cloudflare-workers',
      ['--worker-name', 'phages', '--server-name', 'www.b.org', '--zone', 'b.org'],
      { root: './site', bucket: 'not-for-this-one' },
      [
        '"name": "phages"',
        '"directory": "./site"',
        '"pattern": "www.b.org/x/*"',
        '"zone_name": "b.org"',
      ],
    ],
    ['netlify', ['--root', 'web/dist'], {}, ['publish = "web/dist"']],
    ['vercel', [], { root: 'web/dist' }, ['"outputDirectory": "web/dist"']],
    [
      'cloudfront',
      ['--bucket', 'my-bucket', '--distribution', 'E2QWRUHAPOMQZL', '--root', 'my dist'],
      {},
      [
        "aws s3 sync 'my dist' s3://my-bucket --delete",
        "aws s3 cp 'my dist'/errors s3://my-bucket/errors",
        '--distribution-id E2QWRUHAPOMQZL',
      ],
    ],
  ];

  test.for(told)('%s is told what to edit', async ([host, flags, hosting, holds], { lab }) => {
    const config = JSON.stringify({ baseUrl: 'https://b.org/x', hosting });
    await lab.write({ 'phagepress.config.json': config });
    await lab.run('build', '--quiet');
    const { stdout } = await lab.run('host', host, ...flags);
    for (const text of holds) expect(stdout).toContain(text);
    // Nothing is left to fill in.
    expect(stdout.replaceAll('\\(?<', '').match(/(?<!\(\?)<[a-z]+>/gi)).toBeNull();
  });

  test.for<[args: string[], says: string]>([
    [['vercel', '--bucket', 'my-bucket'], 'vercel does not use --bucket.'],
    [['nginx', '--certificate', '/a.pem'], 'A certificate and its key go together.'],
    [
      ['nginx', '--certificate', '/a.pem', '--certificate-key', '/a.key'],
      'A certificate is for https, and the links start with http://b.org.',
    ],
    [['nginx', '--root', 'a\nb'], 'Expected a path without control characters.'],
    [['nginx', '--server-name', 'a;b'], 'Expected a name such as phages.example.org.'],
    [['cloudfront', '--bucket', 'A_B'], 'Expected the name of a bucket'],
  ])('%j is refused', async ([args, says], { lab }) => {
    await lab.run('build', '--quiet', '--base-url', 'http://b.org');
    const { stdout, stderr } = await lab.ends(2, 'host', ...args);
    expect(stdout).toBe('');
    expect(stderr).toContain(says);
  });

  test('what the configuration file says wrongly of a host is located', async (lab) => {
    const config = '{\n"hosting": { "serverName": "a b" } }';
    await lab.write({ 'phagepress.config.json': config });
    const { stderr } = await lab.ends(2, 'host', 'nginx');
    expect(stderr).toContain('phagepress.config.json:2: /hosting/serverName: expected a name');
  });

  test.for(withOwnFiles)(
    '%s writes again what it wrote, also for another site',
    async (host, { lab }) => {
      const [build, write] = [
        ['build', '--quiet', '--page-size'],
        ['host', host, '--out', '.'],
      ];
      await lab.run(...build, '100');
      await lab.run(...write);
      await lab.run(...build, '4', '--base-url', 'https://b.example.org/x');
      await lab.run(...write);
    },
  );

  test('refuses a site of more files than the host takes, as its manifest says', async (lab) => {
    await lab.run('build', '--quiet');
    const files = Array.from({ length: 14_999 }, (_, at) => {
      return { path: `api/genes/${at}/index.json`, bytes: 1, sha256: 'ab' };
    });
    // With itself and release.json one more than 15,000.
    await lab.write({ 'dist/manifest.json': JSON.stringify({ files }) });
    const { stdout, stderr } = await lab.ends(2, 'host', 'vercel');
    expect(stdout).toBe('');
    expect(stderr).toContain('Vercel takes at most 15,000 files; this site has 15,001, ');
    expect(stderr).toContain('hint: Leave out the files of single genes with --no-gene-files.');
    await lab.write({ 'dist/manifest.json': JSON.stringify({ files: files.slice(1) }) });
    await lab.run('host', 'vercel');
  });

  test.for<[out: string, file: string]>([
    ['dist', 'dist/netlify.toml'],
    ['dist/deploy', 'dist/deploy/netlify.toml'],
    ['linked', 'linked/netlify.toml'],
  ])('does not write into the site: --out %s', async ([out, file], { cwd, lab }) => {
    await lab.run('build', '--quiet');
    symlinkSync('dist/api', path.join(cwd, 'linked'));
    const before = await lab.tree();
    const { stderr } = await lab.ends(2, 'host', 'netlify', '--out', out);
    expect(stderr).toMatch(`phagepress: ${file} would lie in the site, and be published with it.`);
    expect(await lab.tree()).toEqual(before);
  });

  test('says what a host reads that needs nothing outside the site', async (lab) => {
    const build = ['build', '--quiet', '--base-url', 'https://p.example.org', '--host', 'apache'];
    await lab.run(...build);
    expect(lab.has('dist/.htaccess')).toBe(true);
    const { stderr } = await lab.run('host', 'apache');
    expect(stderr).toContain('--host apache');
  });

  test('lists what each host can and cannot do', async () => {
    const { status, stdout } = await runInProcess(['host', '--list'], { cwd: tmpdir() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^nginx \(nginx\)\n/m);
    expect(stdout).toMatch(/^static \(Any file server\)\n(?: {2}.*\n)*? {2}not: `\?page=N`/m);
  });

  test.for<[args: string[], code: number, says: RegExp]>([
    [[], 2, /Which host is it for\?\n {2}hint: Name one of nginx, /],
    [['ngnix'], 2, /did you mean nginx\?/],
    [['nginx', '--dir', 'nowhere'], 1, /nowhere is not a site built by phagepress\./],
  ])('%j is refused with what to do', async ([args, code, says], { lab }) => {
    const { stdout, stderr } = await lab.ends(code, 'host', ...args);
    expect(stdout).toBe('');
    expect(stderr).toMatch(says);
  });
});
