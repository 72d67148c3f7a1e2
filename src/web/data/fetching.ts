/** Reads the site's own files. What was read once is kept: a release never changes while a page is open. */
import { createRecordStream } from './recordStream.ts';

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

/** Whether the server says that there is no such file. */
export function isMissing(error: unknown): error is Unavailable {
  return error instanceof Unavailable && error.isMissing;
}

const kept = new Map<string, Promise<unknown>>();
const mostKept = 400;

/** Forgets what was read, as a page that is opened anew. */
export function forgetAll(): void {
  kept.clear();
}

/** The JSON of a file at a relative address. Rejects with Unavailable; what failed is asked again the next time. */
export function fetchJson(address: string): Promise<unknown> {
  return keep(address, address, async (response) => {
    const value: unknown = await response.json();
    return value;
  });
}

/** The text of a file at a relative address. Rejects with Unavailable. */
export function fetchText(address: string): Promise<string> {
  return keep(address, address, (response) => response.text());
}

export interface Records {
  readonly records: readonly unknown[];
  /** How many there are in all. */
  readonly total: number;
}

/**
 * The first `most` records of a view. Only the beginning of the file is fetched, so that large families load as fast
 * as others. `tell` is called with the number read so far. Rejects with Unavailable.
 */
export function fetchRecords(
  address: string,
  most: number,
  tell: (read: number) => void = () => {},
): Promise<Records> {
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

function keep<Value>(
  key: string,
  address: string,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
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

async function ask<Value>(
  address: string,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const missing = () => new Unavailable('There is no such file on this site.', address, true);
  // A record of this name would be a file of another kind: browsers resolve the dots, however they are escaped.
  if (/(?:^|\/)\.\.?\//.test(address)) throw missing();
  let response: Response;
  try {
    response = await fetch(address);
  } catch {
    throw new Unavailable('The site did not answer. Are you connected?', address, false);
  }
  // Without this, the connection stays open.
  if (!response.ok) void response.body?.cancel();
  if (response.status === 404) throw missing();
  if (!response.ok) {
    throw new Unavailable(`The site answered with status ${response.status}.`, address, false);
  }
  try {
    return await read(response);
  } catch {
    throw new Unavailable('The answer was cut short or is not what it should be.', address, false);
  }
}
