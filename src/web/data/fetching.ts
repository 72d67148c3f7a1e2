/**
 * Reads the site's own files, each as the file that it is, which any host serves. What was read once is kept: a release
 * never changes while a page is open.
 */

const named = (view: string, name: string) => `api/${view}/${encodeURIComponent(name)}/index.json`;

export const addresses = {
  phage: (name: string) => named('phages', name),
  gene: (id: string) => named('genes', id),
  genesOf: (phage: string) => named('genesbyphage', phage),
  featuresOf: (phage: string) => named('featuresbyphage', phage),
  pham: (id: string) => named('phams', id),
  neighbours: (id: string) => `api/phams/${encodeURIComponent(id)}/neighbours/index.json`,
  similarTo: (phage: string) => named('similarbyphage', phage),
  genePage: (page: number) => `api/genes/page/${page}.json`,
  genome: (phage: string) => `media/fastas/${encodeURIComponent(phage)}.fasta`,
  genbank: (phage: string) => `media/genbank/${encodeURIComponent(phage)}.gbk`,
  gff3: (phage: string) => `media/gff3/${encodeURIComponent(phage)}.gff3`,
  /** Of the genes of a phage, whether it has a genome or not. */
  bulkOf: (phage: string, form: 'faa' | 'gff3') =>
    `bulk/phages/${encodeURIComponent(phage)}.${form}`,
  phageIndex: 'web/phages.json',
  proteinIndex: 'web/proteins.json',
  proteinSeeds: (file: number) => `web/seeds-${file}.json`,
  proteins: (file: number) => `web/proteins-${file}.json`,
  content: (part: number) => `web/content-${part}.json`,
  families: 'web/families.json',
  geneIndex: 'web/genes.json',
  labels: 'web/labels.json',
  noteIndex: 'web/notes.json',
  moreFamilies: 'web/morefamilies.json',
  bulkIndex: 'bulk/index.json',
  openApi: 'openapi.json',
  changes: 'changes/index.json',
  familyChanges: 'changes/families.tsv',
  phageChanges: 'changes/phages.tsv',
} as const;

/** The address of the interface for a file of it: without the name of the file. */
export function apiAddress(file: string): string {
  return file.replace(/index\.json$/, '');
}

/**
 * Reads the records of a view while its file comes in, so that of a long one the first are there, or a count, before the
 * end. For a file with the envelope of a list: its records are the objects right inside the array of `results`.
 */
export function createRecordStream() {
  let rest = '';
  let head = '';
  // Where in `rest` to read on, and where the record that is being read begins there.
  let at = 0;
  let start = -1;
  let depth = 0;
  let isInText = false;

  return {
    /** Takes the next piece of the file's text; returns the records that end in it, as JSON. */
    push(text: string): readonly string[] {
      rest += text;
      const records: string[] = [];
      for (; at < rest.length; at++) {
        const character = rest[at];
        if (isInText) {
          if (character === '\\') at++;
          else if (character === '"') isInText = false;
        } else if (character === '"') {
          isInText = true;
        } else if (character === '{' || character === '[') {
          depth++;
          if (character === '[' && depth === recordDepth - 1) head = rest.slice(0, at);
          if (character === '{' && depth === recordDepth) start = at;
        } else if (character === '}' || character === ']') {
          if (character === '}' && depth === recordDepth) {
            records.push(rest.slice(start, at + 1));
            start = -1;
          }
          depth--;
        }
      }
      const kept = start === -1 ? at : start;
      // A piece may end behind a backslash: what that escapes is passed over in the next.
      if (head !== '') rest = rest.slice(Math.min(kept, rest.length));
      if (head !== '') at -= kept;
      if (start !== -1) start = 0;
      return records;
    },
    /** What the file says that it has; null until that has come, or where it does not say. */
    total(): number | null {
      const count = /"count":(\d{1,15})/.exec(head)?.[1];
      return count === undefined ? null : Number(count);
    },
  };
}

// Inside the envelope and its array.
const recordDepth = 3;

/** Why a file could not be had, in words for readers. */
export class Unavailable extends Error {
  readonly isMissing: boolean;
  readonly address: string;

  constructor(message: string, address: string, missing: boolean) {
    super(message);
    this.name = 'Unavailable';
    this.address = address;
    this.isMissing = missing;
  }
}

// Browsers ask a site for about so many files at once.
const mostAtOnce = 6;

/**
 * Does a work for each item, a few at a time, until one fails or `isStopped`; `isOn` says meanwhile whether neither has
 * happened. Rejects as the work does.
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item, at: number, isOn: () => boolean) => Promise<void>,
  isStopped = () => false,
): Promise<void> {
  let next = 0;
  let hasFailed = false;
  const isOn = () => !hasFailed && !isStopped();
  const take = async () => {
    while (next < items.length && isOn()) {
      const at = next++;
      try {
        // oxlint-disable-next-line no-await-in-loop -- each of a few takes one after the other
        await work(items[at] as Item, at, isOn);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, take));
}

/** Why something failed, in words for readers. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server says that there is no such file. */
export function isMissing(error: unknown): error is Unavailable {
  return error instanceof Unavailable && error.isMissing;
}

/** What is asked for, or `otherwise` where the site has no such file. */
export function unlessMissing<Value, Other>(asked: Promise<Value>, otherwise: Other) {
  return asked.catch((error: unknown) => {
    if (isMissing(error)) return otherwise;
    throw error;
  });
}

const kept = new Map<string, Promise<unknown>>();
const mostKept = 400;

/** Takes a file out of the packs of the site; null for one that is in none. */
type Unpack = (address: string) => Promise<Response | null>;

/** Null for a site without packs. */
let unpack: Unpack | null = null;
/** Whether a file came out of a pack, since the host runs no code that takes it out: so it will be with all. */
let isUnpacking = false;

/** Says how packs are read where the host does not. */
export function unpackBy(by: Unpack): void {
  unpack = by;
}

/** Whether a file has no address of its own on this host, as far as is known: it lies in a pack. */
export function lacksAddress(file: string): boolean {
  return isUnpacking && /^api\/.+\/.+\/index\.json$|^(?:bulk|media)\/.+\//.test(file);
}

const waiting = new Set<() => void>();

/** Calls `tell` once it is known that such files lack addresses; returns what ends that. */
export function onLacking(tell: () => void): () => void {
  waiting.add(tell);
  return () => void waiting.delete(tell);
}

/** Forgets what was read, as a page that is opened anew. */
export function forgetAll(): void {
  kept.clear();
  unpack = null;
  isUnpacking = false;
}

/** The JSON of a file at a relative address. Rejects with Unavailable; what failed is asked again the next time. */
export function fetchJson(address: string): Promise<unknown> {
  return keep(address, address, (response): Promise<unknown> => response.json());
}

export function fetchText(address: string): Promise<string> {
  return keep(address, address, (response) => response.text());
}

export function fetchBytes(address: string): Promise<Uint8Array> {
  const read = async (response: Response) => new Uint8Array(await response.arrayBuffer());
  return keep(`${address} bytes`, address, read);
}

/**
 * The first `most` records of a view. Only the beginning of the file is fetched, so that large families load as fast
 * as others. `tell` is called with the number read so far. Rejects with Unavailable.
 */
export function fetchRecords(
  address: string,
  most: number,
  tell: (read: number) => void = () => {},
) {
  return keep(`${address} ${most}`, address, async ({ body }) => {
    const stream = createRecordStream();
    const records: unknown[] = [];
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      for (const json of stream.push(piece.value)) records.push(JSON.parse(json));
      tell(records.length);
      if (records.length >= most) {
        void reader?.cancel();
        break;
      }
    }
    const total = stream.total() ?? 0;
    if (records.length < Math.min(total, most))
      throw new Error('The file ends before its records.');
    return { records: records.slice(0, most), total };
  });
}

function keep<Value>(key: string, address: string, read: (response: Response) => Promise<Value>) {
  // A key is always read by the same function.
  const known = kept.get(key) as Promise<Value> | undefined;
  if (known !== undefined) return known;
  const asked = ask(address, read);
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return asked;
}

async function ask<Value>(address: string, read: (response: Response) => Promise<Value>) {
  const missing = () => new Unavailable('There is no such file on this site.', address, true);
  // A record of this name would be a file of another kind: browsers resolve the dots, however they are escaped.
  if (/(?:^|\/)\.\.?\//.test(address)) throw missing();
  const response = (isUnpacking && (await unpacked(address))) || (await answerAt(address));
  if (response === null) throw missing();
  try {
    return await read(response);
  } catch {
    throw cutShort(address);
  }
}

function cutShort(address: string): Unavailable {
  // Packs may be of another release than their index: all is asked again.
  if (unpack !== null) kept.clear();
  return new Unavailable('The answer was cut short or is not what it should be.', address, false);
}

/** What the site answers, or has in a pack where the host finds nothing; null where there is no such file. */
async function answerAt(address: string): Promise<Response | null> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch {
    throw new Unavailable('The site did not answer. Are you connected?', address, false);
  }
  const { ok, status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  // Buckets forbid what is not there, and some hosts have a page for any address. Code that reads packs answers JSON.
  const isOfHost = status === 404 || status === 403 || type.includes('html');
  const own = isOfHost && !type.includes('json') ? await unpacked(address) : null;
  if (own !== null && !isUnpacking) {
    isUnpacking = true;
    for (const tell of waiting) tell();
  }
  const isNone = status === 404 || (isOfHost && isUnpacking);
  if (ok && !isNone) return response;
  // Without this, the connection stays open.
  void response.body?.cancel();
  if (isNone) return own;
  throw new Unavailable(`The site answered with status ${status}.`, address, false);
}

async function unpacked(address: string): Promise<Response | null> {
  try {
    return (await unpack?.(address)) ?? null;
  } catch (error) {
    throw error instanceof Unavailable ? error : cutShort(address);
  }
}
