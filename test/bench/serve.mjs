/**
 * What a request costs the server: nginx and Caddy with what `phagepress host` writes, and the preview, each beside the
 * same program on plain files. Plain nginx gets the same addresses, which it answers with the `index` of a folder.
 * `wrk` asks, in turns, so that whatever else the machine does falls on all alike; what counts is the CPU time of a
 * request, the median of all turns, and the median of their ratios. Needs wrk, and the servers in `hosts`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cli, cpuSecondsOf } from './measure.mjs';

const httpServer = createRequire(import.meta.url).resolve('http-server/bin/http-server');
const nobody = 'Nobody';

/** Prints the table; `folder` is a new one, which the caller removes. */
export async function benchServing(folder, { seconds, turns, genes, skipped }) {
  const data = path.join(folder, 'data');
  execFileSync('node', [cli, 'sample', '--genes', String(genes), '--seed', '1', '--out', data]);
  const pairs = [];
  const stops = [];
  try {
    const hosts = [nginx, caddy, preview];
    for (const host of hosts.filter(({ name }) => !skipped.has(name))) {
      const [ours, plain] = [await freePort(), await freePort()];
      const dir = path.join(folder, host.name);
      mkdirSync(dir);
      const site = path.join(dir, 'site');
      const baseUrl = `http://127.0.0.1:${ours}`;
      const build = ['build', '--quiet', '--data', data, '--out', site, '--base-url', baseUrl];
      execFileSync('node', [
        cli,
        ...build,
        '--no-cache',
        '--allow',
        'local-base-url',
        ...host.build,
      ]);
      const servers = await host({ dir, site, ours, plain });
      stops.push(...servers.map(({ stop }) => stop));
      const pids = servers.map(({ pid }) => pid);
      pairs.push({ title: host.name, hasIndex: host.hasIndex, ours, plain, pids, site });
    }
    const rows = requestsOf(pairs[0].site);
    const costs = new Map();
    for (let turn = 0; turn < turns; turn++) {
      for (const { title, hasIndex, ours, plain, pids } of pairs) {
        for (const { name, target, file } of rows) {
          const key = `${title} ${name}`;
          const address = hasIndex ? target : `/${file}`;
          costs.set(key, [
            ...(costs.get(key) ?? []),
            {
              ours: cost(pids[0], `http://127.0.0.1:${ours}${target}`, seconds),
              plain: cost(pids[1], `http://127.0.0.1:${plain}${address}`, seconds),
            },
          ]);
        }
      }
    }
    print(rows, pairs, costs);
  } finally {
    for (const stop of stops) stop();
  }
}

function requestsOf(site) {
  const pages = readdirSync(path.join(site, 'api/genes/page')).length;
  const record = (name, list) => {
    const folders = readdirSync(path.join(site, 'api', list), { withFileTypes: true });
    const first = folders.find((entry) => entry.isDirectory() && !entry.name.startsWith('page'));
    const target = `/api/${list}/${first.name}/`;
    return { name, target, file: `${target.slice(1)}index.json` };
  };
  const middle = Math.ceil(pages / 2);
  return [
    { name: 'page 1', target: '/api/genes/', file: 'api/genes/index.json' },
    {
      name: 'page=N',
      target: `/api/genes/?format=api&page=${middle}`,
      file: `api/genes/page/${middle}.json`,
    },
    { name: 'page=last', target: '/api/genes/?page=last', file: `api/genes/page/${pages}.json` },
    record('gene', 'genes'),
    record('phage', 'phages'),
    record('family', 'phams'),
    { name: '404', target: `/api/phages/${nobody}/`, file: `api/phages/${nobody}/index.json` },
  ];
}

/** Microseconds of CPU time. */
function cost(pid, url, seconds) {
  const before = cpuSecondsOf(pid);
  const said = execFileSync('wrk', ['-t1', '-c8', `-d${seconds}s`, url], { encoding: 'utf8' });
  const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
  return ((cpuSecondsOf(pid) - before) / requests) * 1e6;
}

function print(rows, pairs, costs) {
  console.log(
    'CPU time of a request in microseconds, on plain files and as a site, and their ratio:\n',
  );
  console.log(`| | ${rows.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(rows.length)}`);
  for (const { title } of pairs) {
    const cells = rows.map(({ name }) => {
      const turns = costs.get(`${title} ${name}`);
      const [ours, plain] = ['ours', 'plain'].map((of) => median(turns.map((turn) => turn[of])));
      const ratio = median(turns.map((turn) => turn.plain / turn.ours));
      return `${plain.toFixed(1)} : ${ours.toFixed(1)} = ${ratio.toFixed(2)}`;
    });
    console.log(`| ${title} | ${cells.join(' | ')} |`);
  }
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Both as one process, as Debian sets it up, with the line that docs/hosts.md asks for. */
async function nginx({ dir, site, ours, plain }) {
  writeHost('nginx', site, dir);
  const text = readFileSync(path.join(dir, 'nginx/phagepress.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/m, '')
    .replace(/listen [0-9]+;/, `listen 127.0.0.1:${ours};`);
  const servers = {
    ours: text,
    plain: `server { listen 127.0.0.1:${plain}; root ${site}; index index.json; }`,
  };
  const started = [];
  for (const [name, server] of Object.entries(servers)) {
    const own = path.join(dir, name);
    mkdirSync(own);
    writeFileSync(path.join(own, 'server.conf'), server);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      path.join(own, 'nginx.conf'),
      `daemon off; master_process off; pcre_jit on; pid ${own}/pid; error_log ${own}/error.log;
events {}
http { access_log off; sendfile on; tcp_nopush on; include /etc/nginx/mime.types;
${places.map((place) => `${place}_temp_path ${own}/${place};`).join('\n')}
include ${own}/server.conf; }
`,
    );
    started.push(
      await start(
        'nginx',
        ['-c', path.join(own, 'nginx.conf')],
        {},
        name === 'ours' ? ours : plain,
      ),
    );
  }
  return started;
}
nginx.build = ['--host', 'nginx'];
nginx.hasIndex = true;

async function caddy({ dir, site, ours, plain }) {
  writeHost('caddy', site, dir);
  const settings = '{\n\tdefault_bind 127.0.0.1\n\tauto_https off\n\tadmin off\n}\n';
  const servers = {
    ours: readFileSync(path.join(dir, 'Caddyfile'), 'utf8'),
    plain: `http://127.0.0.1:${plain} {\n\troot * ${site}\n\tfile_server\n}\n`,
  };
  const started = [];
  for (const [name, server] of Object.entries(servers)) {
    const file = path.join(dir, `${name}.Caddyfile`);
    writeFileSync(file, settings + server);
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    started.push(await start('caddy', args, { HOME: dir }, name === 'ours' ? ours : plain));
  }
  return started;
}
caddy.build = ['--host', 'caddy'];

async function preview({ dir, site, ours, plain }) {
  const dumb = [
    httpServer,
    site,
    '-a',
    '127.0.0.1',
    '-p',
    String(plain),
    '-d',
    'false',
    '--silent',
  ];
  return [
    await start(
      'node',
      [cli, 'preview', '--dir', site, '--port', String(ours)],
      { HOME: dir },
      ours,
    ),
    await start('node', dumb, { HOME: dir }, plain),
  ];
}
preview.build = [];

function writeHost(host, site, dir) {
  const args = [cli, 'host', host, '--dir', site, '--out', dir];
  execFileSync('node', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function start(command, args, env, port) {
  const child = spawn(command, args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: env.HOME ?? '/' },
  });
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/release.json`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return { pid: child.pid, stop: () => child.kill() };
    await delay(50);
  }
  child.kill();
  throw new Error(`${command} ${args.join(' ')} does not answer on port ${port}`);
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
