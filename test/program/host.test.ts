/** `build --host`, `build --links` and `phagepress host`, as a publisher runs them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../src/hosts/host.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { tinyData } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

describe.concurrent('a build for a host', () => {
  test('that cannot serve it writes nothing, and says the two ways out', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const quietly = ['build', '--quiet', '--base-url', 'https://p.example.org'];
      const build = [...quietly, '--page-size', '1', '--host', 'static'];
      const refused = await runInProcess(build, { cwd });
      expect(refused).toMatchObject({ status: 2, stdout: '' });
      expect(refused.stderr).toMatch(/^phagepress: --host static: .*\n {2}hint: .*--links path/);
      expect(existsSync(path.join(cwd, 'dist'))).toBe(false);

      expect(await runInProcess([...build, '--links', 'path'], { cwd })).toMatchObject({
        status: 0,
      });
      const page = readFileSync(path.join(cwd, 'dist/api/genes/page/2.json'), 'utf8');
      expect(page).toContain('/api/genes/page/3.json?format=api&page=3"');
      expect(page).toContain('/api/genes/page/1.json?format=api&page=1"');
      const release: unknown = JSON.parse(
        readFileSync(path.join(cwd, 'dist/release.json'), 'utf8'),
      );
      expect(release).toMatchObject({ links: 'path' });
    });
  });

  test('whose links are paths says that it departs from L2', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const { stdout } = await runInProcess(['build', '--links', 'path'], { cwd });
      expect(stdout).toContain('page/<n>.json, not to ?page=<n> (departs from L2)');
    });
  });

  test('that reads more than the site is named in what comes next', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const at = ['--base-url', 'https://p.example.org'];
      const build = ['build', ...at, '--host', 'apache', '--host', 'nginx'];
      // The second time there is nothing to do, and the same to say.
      for (const _ of ['first', 'again']) {
        const { stdout } = await runWellInProcess(build, { cwd });
        expect(stdout).toContain(
          '\nNext: phagepress preview --dir dist, then phagepress host nginx --dir dist, then upload dist to your host.\n',
        );
      }
    });
  });

  test('has names in any case in release.json, from where preview and hosts take it', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const releaseOf = () =>
        JSON.parse(readFileSync(path.join(cwd, 'dist/release.json'), 'utf8')) as object;
      const functionOf = async () => (await runWellInProcess(['host', 'vercel'], { cwd })).stdout;
      await runWellInProcess(['build', '--quiet'], { cwd });
      expect(releaseOf()).not.toHaveProperty('case_insensitive_names');
      expect(await functionOf()).toContain('"caseInsensitiveNames":false');
      await writeFiles(cwd, { 'phagepress.config.json': '{"caseInsensitiveNames":true}' });
      await runWellInProcess(['build', '--quiet'], { cwd });
      expect(releaseOf()).toMatchObject({ case_insensitive_names: true });
      expect(await functionOf()).toContain('"caseInsensitiveNames":true');
      await runWellInProcess(['build', '--quiet', '--no-case-insensitive-names'], { cwd });
      expect(releaseOf()).not.toHaveProperty('case_insensitive_names');
    });
  });

  test('of a name that is near one is told which', async () => {
    const { status, stderr } = await runInProcess(['build', '--host', 'cloudflare'], {
      cwd: tmpdir(),
    });
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean cloudflare-pages?');
  });
});

const withOwnFiles = hostNames.filter(
  (name) => !['apache', 'cloudflare-pages', 'static'].includes(name),
);

describe.concurrent('phagepress host', () => {
  test('prints what lives outside the site, or writes it where --out says', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runInProcess(['build', '--quiet', '--base-url', 'https://p.example.org'], { cwd });
      const printed = await runInProcess(['host', 'nginx'], { cwd });
      expect(printed).toMatchObject({ status: 0, stderr: '' });
      expect(printed.stdout).toContain('server {');
      const written = await runInProcess(['host', 'nginx', '--out', 'conf'], { cwd });
      expect(written).toMatchObject({ status: 0, stdout: '' });
      const file = /^Wrote (.*)\.$/m.exec(written.stderr)?.[1] ?? '';
      expect(readFileSync(path.join(cwd, file), 'utf8')).toBe(printed.stdout);
    });
  });

  test.each([
    ['netlify', 'netlify.toml', '[build]\n  command = "npx phagepress build"\n'],
    ['netlify', 'netlify/edge-functions/phagepress.js', 'export default () => {};\n'],
    ['vercel', 'vercel.json', '{ "framework": null }\n'],
    ['caddy', 'Caddyfile', 'a.example.org\n\n\n# ... Made by phagepress.\n'],
  ])('%s does not overwrite a %s of the publisher, and writes nothing', async (host, file, own) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { ...tinyData, [file]: own });
      await runWellInProcess(['build', '--quiet'], { cwd });
      const before = await readTree(cwd);
      const { status, stdout, stderr } = await runInProcess(['host', host, '--out', '.'], { cwd });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `phagepress: ${file} is there already, with other content.\n  hint: `,
      );
      expect(await readTree(cwd)).toEqual(before);
    });
  });

  test.each(withOwnFiles)('%s overwrites no edit of what it wrote', async (host) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build', '--quiet'], { cwd });
      const write = ['host', host, '--out', 'conf'];
      await runWellInProcess(write, { cwd });
      const conf = path.join(cwd, 'conf');
      const made = await readTree(conf);
      // Each in its turn, after a build that changes all of them.
      const build = ['build', '--quiet', '--base-url', 'https://b.example.org/x'];
      await runWellInProcess([...build, '--page-size', '4', '--max-age', '7'], { cwd });
      for (const file of Object.keys(made)) {
        if (file === 'phagepress.sha256') continue;
        await writeFiles(conf, { [file]: Buffer.from(`${made[file]} `, 'latin1') });
        const before = await readTree(conf);
        const { status, stderr } = await runInProcess(write, { cwd });
        expect({ status, stderr }).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(
            /^phagepress: conf\/\S+ was edited since it was written\.\n {2}hint: .*--root/,
          ) as string,
        });
        expect(stderr).toContain(`conf/${file} was edited`);
        expect(await readTree(conf)).toEqual(before);
        await writeFiles(conf, { [file]: Buffer.from(made[file] ?? '', 'latin1') });
      }
      await runWellInProcess(write, { cwd });
      expect(await readTree(conf)).not.toEqual(made);
    });
  });

  test('leaves hashes that sha256sum can check, of several hosts in one folder', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build', '--quiet'], { cwd });
      for (const host of ['vercel', 'netlify', 'vercel']) {
        await runWellInProcess(['host', host, '--out', '.'], { cwd });
      }
      const checked = execFileSync('sha256sum', ['-c', 'phagepress.sha256'], { cwd });
      expect(checked.toString().trim().split('\n')).toEqual([
        'middleware.js: OK',
        'netlify.toml: OK',
        'netlify/edge-functions/phagepress.js: OK',
        'vercel.json: OK',
      ]);
    });
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

  test.each(told)('%s is told what was to be edited', async (host, flags, hosting, holds) => {
    await inWorkFolder(async (cwd) => {
      const config = JSON.stringify({ baseUrl: 'https://b.org/x', hosting });
      await writeFiles(cwd, { ...tinyData, 'phagepress.config.json': config });
      await runWellInProcess(['build', '--quiet'], { cwd });
      const { stdout } = await runWellInProcess(['host', host, ...flags], { cwd });
      for (const text of holds) expect(stdout).toContain(text);
      // Nothing is left to fill in.
      expect(stdout.replaceAll('\\(?<', '').match(/(?<!\(\?)<[a-z]+>/gi)).toBeNull();
    });
  });

  test.each([
    [['vercel', '--bucket', 'my-bucket'], 'vercel does not use --bucket.'],
    [['nginx', '--certificate', '/a.pem'], 'A certificate and its key go together.'],
    [
      ['nginx', '--certificate', '/a.pem', '--certificate-key', '/a.key'],
      'A certificate is for https, and the links start with http://b.org.',
    ],
    [['nginx', '--root', 'a\nb'], 'Expected a path without control characters.'],
    [['nginx', '--server-name', 'a;b'], 'Expected a name such as phages.example.org.'],
    [['cloudfront', '--bucket', 'A_B'], 'Expected the name of a bucket'],
  ])('%j is refused', async (args, says) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build', '--quiet', '--base-url', 'http://b.org'], { cwd });
      const { status, stdout, stderr } = await runInProcess(['host', ...args], { cwd });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(says);
    });
  });

  test('what the configuration file says wrongly of a host is located', async () => {
    await inWorkFolder(async (cwd) => {
      const config = '{\n"hosting": { "serverName": "a b" } }';
      await writeFiles(cwd, { ...tinyData, 'phagepress.config.json': config });
      const { status, stderr } = await runInProcess(['host', 'nginx'], { cwd });
      expect(status).toBe(2);
      expect(stderr).toContain('phagepress.config.json:2: /hosting/serverName: expected a name');
    });
  });

  test.each(withOwnFiles)('%s writes again what it wrote, also for another site', async (host) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const [build, write] = [
        ['build', '--quiet', '--page-size'],
        ['host', host, '--out', '.'],
      ];
      await runWellInProcess([...build, '100'], { cwd });
      await runWellInProcess(write, { cwd });
      await runWellInProcess([...build, '4', '--base-url', 'https://b.example.org/x'], { cwd });
      await runWellInProcess(write, { cwd });
    });
  });

  test('refuses a site of more files than the host takes, as its manifest says', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build', '--quiet'], { cwd });
      const files = Array.from({ length: 14_999 }, (_, at) => {
        return { path: `api/genes/${at}/index.json`, bytes: 1, sha256: 'ab' };
      });
      // With itself and release.json one more than 15,000.
      await writeFiles(cwd, { 'dist/manifest.json': JSON.stringify({ files }) });
      const { status, stdout, stderr } = await runInProcess(['host', 'vercel'], { cwd });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Vercel takes at most 15,000 files; this site has 15,001, ');
      expect(stderr).toContain('hint: Leave out the files of single genes with --no-gene-files.');
      await writeFiles(cwd, { 'dist/manifest.json': JSON.stringify({ files: files.slice(1) }) });
      await runWellInProcess(['host', 'vercel'], { cwd });
    });
  });

  test.each([
    ['dist', 'dist/netlify.toml'],
    ['dist/deploy', 'dist/deploy/netlify.toml'],
    ['linked', 'linked/netlify.toml'],
  ])('does not write into the site: --out %s', async (out, file) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build', '--quiet'], { cwd });
      symlinkSync('dist/api', path.join(cwd, 'linked'));
      const before = await readTree(cwd);
      const { status, stderr } = await runInProcess(['host', 'netlify', '--out', out], { cwd });
      expect(status).toBe(2);
      expect(stderr).toMatch(
        `phagepress: ${file} would lie in the site, and be published with it.`,
      );
      expect(await readTree(cwd)).toEqual(before);
    });
  });

  test('says what a host reads that needs nothing outside the site', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      const build = ['build', '--quiet', '--base-url', 'https://p.example.org', '--host', 'apache'];
      await runWellInProcess(build, { cwd });
      expect(existsSync(path.join(cwd, 'dist/.htaccess'))).toBe(true);
      const { status, stderr } = await runInProcess(['host', 'apache'], { cwd });
      expect(status).toBe(0);
      expect(stderr).toContain('--host apache');
    });
  });

  test('lists what each host can and cannot do', async () => {
    const { status, stdout } = await runInProcess(['host', '--list'], { cwd: tmpdir() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^nginx \(nginx\)\n/m);
    expect(stdout).toMatch(/^static \(Any file server\)\n(?: {2}.*\n)*? {2}not: `\?page=N`/m);
  });

  test.each([
    [[], /Which host is it for\?\n {2}hint: Name one of nginx, /],
    [['ngnix'], /did you mean nginx\?/],
    [['nginx', '--dir', 'nowhere'], /nowhere is not a site built by phagepress\./],
  ])('%j is refused with what to do', async (args, says) => {
    await inWorkFolder(async (cwd) => {
      const { status, stdout, stderr } = await runInProcess(['host', ...args], { cwd });
      expect([status === 1 || status === 2, stdout]).toEqual([true, '']);
      expect(stderr).toMatch(says);
    });
  });
});
