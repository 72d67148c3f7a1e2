/** `phagepress pull`: a copy of a site, byte for byte, by what changed alone. */
import { hash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { asLines, tinyData, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { type Lab, test } from './lab.ts';
import { withPreview } from './preview.ts';

const build = ['build', '--quiet', '--max-drop', '100', '--out', 'site'];
const notes = (text: string) => ({
  'data/genes/Quillon.ndjson': asLines(
    [1, 2, 3, 4].map((n) => tinyGene('Quillon', n, { Notes: n === 2 ? text : '' })),
  ),
});

/** Bases that repeat nowhere near. */
const bases = Array.from({ length: 600 }, (_, at) => 'ACGT'[(at * at + (at >> 3)) % 4]).join('');

const rich = {
  ...tinyData,
  'data/features/all.ndjson': asLines([
    tinyFeature('Quillon', { Notes: 'one' }),
    tinyFeature('Quillon', { Notes: 'one' }),
    tinyFeature('Vexmoor', { Notes: 'two' }),
  ]),
  'data/phages/all.ndjson': asLines([
    { ...tinyPhage('Ünïco%de', { genome_length: 600 }), gcpercent: null },
  ]),
  'data/genomes/all.fasta': `>Ünïco%de\n${bases}\n`,
  'own/CNAME': 'phages.example.org\n',
};

async function expectSame(lab: Lab, copy = 'copy'): Promise<void> {
  const [site, copied] = [await lab.tree('site'), await lab.tree(copy)];
  expect(Object.keys(copied)).toEqual(Object.keys(site));
  expect(Object.keys(site).filter((file) => site[file] !== copied[file])).toEqual([]);
}

/** Serves a folder as a plain host does; counts what it sends, and lets a test answer first. */
async function withHost<T>(
  lab: Lab,
  use: (host: {
    readonly url: string;
    readonly sent: () => number;
    readonly asked: string[];
    answer: (file: string) => Buffer | null | undefined;
  }) => Promise<T>,
): Promise<T> {
  let sent = 0;
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const file = decodeURIComponent(request.url ?? '').slice(1);
    asked.push(file);
    const own = host.answer(file);
    const bytes =
      own === undefined && lab.has(`site/${file}`) ? readFileSync(lab.at(`site/${file}`)) : own;
    sent += bytes?.length ?? 0;
    response.writeHead(bytes ? 200 : 404).end(bytes ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    asked,
    answer: (_: string): Buffer | null | undefined => undefined,
  };
  try {
    return await use(host);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('phagepress pull', () => {
  test.for([
    ['as files', []],
    ['in packs', ['--records', 'packed', '--bulk', 'ndjson,genomes,phages']],
    ['without bulk files, under other names', ['--no-bulk', '--profile', 'phagesdb']],
    [
      'with all that can be told',
      ['--keep', '3', '--bulk', 'ndjson,tsv,parquet,genomes', '--precompress', 'gzip'],
    ],
  ] as const)('copies a site %s, and keeps it current, byte for byte', async ([, how], { lab }) => {
    await lab.write(rich);
    const args = [...build, ...how, '--static', 'own', '--allow', 'null-value'];
    await lab.run(...args);
    await withPreview(['--dir', 'site', '--port', '0'], lab.at(''), async ({ url }) => {
      await lab.run('pull', url, 'copy');
      await expectSame(lab);
      const versions: Record<string, string>[] = [
        notes('changed'),
        {
          'data/features/all.ndjson': asLines([
            tinyFeature('Quillon', { Notes: 'one' }),
            tinyFeature('Vexmoor', { Notes: 'three' }),
          ]),
          'own/CNAME': 'other.example.org\n',
        },
        {
          'data/phages/Aldermoss.json': JSON.stringify(tinyPhage('Aldermoss')),
          'data/genomes/all.fasta': `>Ünïco%de\n${bases.slice(0, 599)}A\n`,
        },
      ];
      for (const [at, version] of versions.entries()) {
        await lab.write(version);
        await lab.run(...args);
        // After the second it is away.
        if (at === 1) continue;
        const { stdout } = await lab.run('pull', url, 'copy');
        expect(stdout).toMatch(/^copy is now release [0-9a-f]{16} of /);
        await expectSame(lab);
      }
      await lab.run('verify', 'copy');
      const { stdout } = await lab.run('pull', url, 'copy');
      expect(stdout).toMatch(/^copy is current: release /);
    });
    expect(lab.names('').filter((name) => name.startsWith('.copy.'))).toEqual([]);
  });

  test('fetches at most 2 % of the bytes where 1 % of the records changed', async (lab) => {
    await lab.run('sample', '--genes', '2000', '--out', 'data');
    await lab.run(...build);
    await withHost(lab, async (host) => {
      await lab.run('pull', host.url, 'copy');
      const file = lab.names('data/genes').find((name) => /n(?:d|)json$|jsonl$/.test(name))!;
      const lines = lab.text(`data/genes/${file}`).trimEnd().split('\n');
      const changed = lines.map((line, at) =>
        at < 20 ? JSON.stringify({ ...JSON.parse(line), Notes: `noted ${at}` }) : line,
      );
      await lab.write({ [`data/genes/${file}`]: `${changed.join('\n')}\n` });
      await lab.run(...build);
      const before = host.sent();
      await lab.run('pull', host.url, 'copy');
      await expectSame(lab);
      const all = Object.values(await lab.tree('site')).reduce((sum, text) => sum + text.length, 0);
      expect((host.sent() - before) / all).toBeLessThan(0.02);
      expect(host.asked).not.toContain('api/genes/page/1.json');
    });
  });

  test('takes all of a site that another version made, or that tells no changes', async (lab) => {
    await lab.write(rich);
    const args = [...build, '--allow', 'null-value'];
    await lab.run(...args);
    await withHost(lab, async (host) => {
      await lab.run('pull', host.url, 'copy');
      await lab.write(notes('changed'));
      await lab.run(...args, '--no-changes');
      // As a program would write it that has another description of the interface.
      const text = `${lab.text('site/openapi.json').trimEnd()} \n`;
      const { createHash } = await import('node:crypto');
      const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
      const manifest = lab
        .text('site/manifest.json')
        .replace(/("path":"openapi.json","bytes":)\d+,"sha256":"\w+"/, (_, head: string) => {
          return `${head}${Buffer.byteLength(text)},"sha256":"${hashOf(text)}"`;
        });
      await lab.write({ 'site/openapi.json': text, 'site/manifest.json': manifest });
      lab.edit('site/release.json', '"0.1.0"', '"0.0.9"');
      lab.edit('site/release.json', /"release": "\w+"/, `"release": "${hashOf(manifest)}"`);
      const { stderr } = await lab.run('pull', host.url, 'copy');
      expect(stderr).toMatch(/All records are fetched: .* tells no changes since/);
      expect(stderr).toMatch(/was built by phagepress 0\.0\.9/);
      await expectSame(lab);
    });
  });

  test.for([
    ['no gzip', () => Buffer.from('x')],
    ['no JSON', () => gzipSync('{}\n{"collection"\n')],
    ['no object', () => gzipSync('{}\nnull\n')],
    [
      'an unfit record',
      () => gzipSync('{}\n{"collection":"genes","change":"added","key":"Z","record":{}}\n'),
    ],
  ] as const)('fetches all where changes nobody signed hold %s', async ([, spoil], { lab }) => {
    await lab.write(rich);
    await lab.run(...build, '--allow', 'null-value');
    await lab.run('pull', 'site', 'copy');
    await lab.write(notes('changed'));
    await lab.run(...build, '--allow', 'null-value');
    const [{ file }] = lab.json('site/changes/index.json').steps;
    const bytes = spoil();
    await lab.write({ [`site/${file.path}`]: bytes });
    lab.edit('site/changes/index.json', file.sha256, hash('sha256', bytes));
    lab.edit('site/changes/index.json', `"bytes": ${file.bytes},`, `"bytes": ${bytes.length},`);
    const { stderr } = await lab.run('pull', 'site', 'copy');
    expect(stderr).toMatch('All records are fetched: ');
    await expectSame(lab);
  });

  test('mends a copy that is damaged, and takes nothing else for a copy', async (lab) => {
    await lab.write(rich);
    await lab.run(...build, '--allow', 'null-value');
    await lab.run('pull', 'site', 'copy');
    lab.remove('copy/api/phages/index.json');
    const { stderr } = await lab.run('pull', 'site', 'copy');
    expect(stderr).toMatch('copy is damaged, and is made anew.');
    await expectSame(lab);
    await lab.write({ 'copy/own.txt': 'mine' });
    for (const [dir, said] of [
      ['copy', 'copy holds own.txt, which phagepress did not put there.'],
      ['data', 'data holds '],
      ['site/copy', 'The site site and its copy site/copy overlap.'],
    ] as const) {
      const { stderr: refusal } = await lab.ends(2, 'pull', 'site', dir);
      expect(refusal).toMatch(said);
      expect(lab.has(`.${dir}.phagepress-pulled`)).toBe(false);
    }
    expect(lab.text('copy/own.txt')).toBe('mine');
  });

  test('publishes nothing that is not as its manifest says, and goes on where it was', async (lab) => {
    await lab.write(rich);
    await lab.run(...build, '--allow', 'null-value');
    await withHost(lab, async (host) => {
      host.answer = (file) => (file === 'bulk/phages.ndjson.gz' ? Buffer.from('other') : undefined);
      const first = await lab.ends(1, 'pull', host.url, 'copy');
      expect(first.stderr).toMatch(
        /bulk\/phages\.ndjson\.gz of http.* is not what its manifest\.json says/,
      );
      expect(lab.has('copy')).toBe(false);
      host.answer = (file) => (file === 'bulk/genes.ndjson.gz' ? Buffer.from('other') : undefined);
      host.asked.length = 0;
      await lab.ends(1, 'pull', host.url, 'copy');
      host.answer = () => undefined;
      host.asked.length = 0;
      await lab.run('pull', host.url, 'copy');
      // It has been fetched before.
      expect(host.asked).not.toContain('bulk/phages.ndjson.gz');
      await expectSame(lab);

      await lab.write(notes('changed'));
      await lab.run(...build, '--allow', 'null-value');
      const copy = await lab.tree('copy');
      host.answer = (file) => (file === 'release.json' ? Buffer.from('{}') : undefined);
      await lab.ends(1, 'pull', host.url, 'copy');
      expect(await lab.tree('copy')).toEqual(copy);
      // Of a step that is not as its index says, no byte of the release depends.
      host.answer = (file) => (file.includes('..') ? Buffer.from('x') : undefined);
      const spoilt = await lab.run('pull', host.url, 'copy');
      expect(spoilt.stderr).toMatch(
        /All records are fetched: changes\/.* is not what its index says/,
      );
      expect(spoilt.stderr).toMatch(/^changes\/ is not copied: /m);
      expect(lab.text('copy/release.json')).toBe(lab.text('site/release.json'));
      expect(lab.has('copy/changes')).toBe(false);
      host.answer = () => undefined;
      await lab.run('pull', host.url, 'copy');
      await expectSame(lab);
    });
  });

  test('says that a site was published anew while it was read', async (lab) => {
    await lab.write(rich);
    await lab.run(...build, '--allow', 'null-value');
    const release = lab.text('site/release.json');
    const other = release.replace(/"release": "\w+"/, `"release": "${'0'.repeat(64)}"`);
    await withHost(lab, async (host) => {
      for (const command of [
        ['pull', host.url, 'copy'],
        ['diff', host.url, 'site'],
      ]) {
        let asked = 0;
        host.answer = (file) => {
          if (file === 'release.json') return Buffer.from(asked++ === 0 ? release : other);
          return file === 'manifest.json' ? Buffer.from('{}') : undefined;
        };
        const { stderr } = await lab.ends(1, ...command);
        expect(stderr).toMatch('was published anew while it was read');
      }
    });
    expect(lab.has('copy')).toBe(false);
  });

  test('touches no folder that holds anything else, and reads no service of others', async (lab) => {
    await lab.write({ ...rich, 'mine/notes.txt': 'mine' });
    await lab.run(...build, '--allow', 'null-value');
    await withHost(lab, async (host) => {
      const into = await lab.ends(2, 'pull', host.url, 'mine');
      expect(into.stderr).toMatch('not a site built by phagepress');
      host.answer = (file) => (file === 'release.json' ? Buffer.from('{}') : undefined);
      const { stderr } = await lab.ends(1, 'pull', host.url, 'copy');
      expect(stderr).toMatch('is no site of phagepress');
    });
    expect(lab.names('mine')).toEqual(['notes.txt']);
  });
});
