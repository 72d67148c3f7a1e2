/** A small service of this interface that a test can make say anything, and imports from it in this process. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { runImportApi } from '../../src/commands/importService.ts';
import { blankPhage } from '../../src/importing/blankPhage.ts';
import { serve } from '../unit/base/loopback.ts';
import { silentTerminal } from '../unit/commands/silentTerminal.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A phage as a service has it, without what is not known. */
export const phage = (name: string, fields: Fields = {}): Fields => ({
  ...blankPhage(name),
  date_modified: '2020-01-01T00:00:00Z',
  ...fields,
});

export const gene = (name: string, number: number, fields: Fields = {}): Fields => ({
  GeneID: `${name}_CDS_${number}`,
  PhageID: {
    PhageID: name,
    Accession: '',
    Name: `${name}_Draft`,
    HostGenus: '',
    Cluster: 'A',
    Subcluster: null,
  },
  PhamID: { PhamID: 7, Color: '#12ab34' },
  Start: number * 100,
  Stop: number * 100 + 9,
  Length: 9,
  Name: String(number),
  Translation: 'MAR',
  Orientation: 'F',
  Notes: '',
  LocusTag: null,
  ...fields,
});

export interface Served {
  /** By its path from `/api/`, such as `genes/`. */
  readonly lists: Readonly<Record<string, readonly Fields[]>>;
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly pageSize?: number;
  /** Answers in place of the service, where it returns true. */
  readonly instead?: (request: Asked, response: ServerResponse) => boolean;
}

export interface Asked {
  /** The target without `/api/`. */
  readonly target: string;
  /** How often it was asked for before. */
  readonly before: number;
  readonly headers: IncomingMessage['headers'];
}

export interface ApiServer {
  readonly url: string;
  /** All that was asked for, in order. */
  readonly asked: Asked[];
  /** What is answered from now on. */
  now: Served;
}

export async function serveApi(served: Served): Promise<ApiServer> {
  const server: ApiServer = { url: '', asked: [], now: served };
  const url = await serve((request, response) => {
    const target = (request.url ?? '').replace(/^\/api\//, '');
    const before = server.asked.filter((one) => one.target === target).length;
    const asked = { target, before, headers: request.headers };
    server.asked.push(asked);
    if (server.now.instead?.(asked, response) === true) return;
    const { lists, files = {}, pageSize = 2 } = server.now;
    const file = files[request.url ?? ''];
    if (file !== undefined) return void response.end(file);
    const [list = '', query = ''] = target.split('?');
    const records = lists[list];
    if (records === undefined) return void response.writeHead(404).end('{"detail":"Not found."}');
    const page = Number(new URLSearchParams(query).get('page') ?? 1);
    const isLast = page * pageSize >= records.length;
    const results = records.slice((page - 1) * pageSize, page * pageSize);
    const next = isLast ? null : `http://elsewhere.example/api/${list}?format=api&page=${page + 1}`;
    response.end(JSON.stringify({ count: records.length, next, previous: null, results }));
  });
  return Object.assign(server, { url });
}

export interface InProcess {
  readonly code: number;
  readonly out: string;
  /** With the address of the service as `URL`. */
  readonly err: string;
}

/** Imports into `data` below `cwd`, with little replyTimeout. */
export async function importFrom(
  { url }: Pick<ApiServer, 'url'>,
  cwd: string,
  options: Partial<Parameters<typeof runImportApi>[1]> = {},
): Promise<InProcess> {
  const said = { out: '', err: '' };
  const terminal = {
    ...silentTerminal,
    out: (text: string) => void (said.out += text),
    file: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  };
  const code = await runImportApi(
    url,
    { data: path.join(cwd, 'data'), rate: 1000, ...options },
    terminal,
    { backoffMs: 0, maxTries: 3 },
  );
  const shown = (text: string) => text.replaceAll(url, 'URL').replaceAll(cwd, 'CWD');
  return { code, out: shown(said.out), err: shown(said.err) };
}
