/** Reads the site's own files. What was read once is kept: a release never changes while a page is open. */

/** Why a file could not be had, in words for readers. */
export class Unavailable extends Error {
  readonly isMissing: boolean;
  readonly address: string;

  constructor(message: string, address: string, isMissing: boolean) {
    super(message);
    this.name = 'Unavailable';
    this.address = address;
    this.isMissing = isMissing;
  }
}

const kept = new Map<string, Promise<unknown>>();
const mostKept = 400;

/** The JSON of a file at a relative address. Rejects with Unavailable; what failed is asked again the next time. */
export function fetchJson(address: string): Promise<unknown> {
  return keep(address, async (response) => {
    const value: unknown = await response.json();
    return value;
  });
}

/** The text of a file at a relative address. Rejects with Unavailable. */
export async function fetchText(address: string): Promise<string> {
  return String(await keep(address, (response) => response.text()));
}

function keep(address: string, read: (response: Response) => Promise<unknown>): Promise<unknown> {
  const known = kept.get(address);
  if (known !== undefined) return known;
  const asked = ask(address, read);
  kept.set(address, asked);
  asked.catch(() => kept.delete(address));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return asked;
}

async function ask(
  address: string,
  read: (response: Response) => Promise<unknown>,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch {
    throw new Unavailable('The site did not answer. Are you connected?', address, false);
  }
  // What is not read would keep its connection.
  if (!response.ok) void response.body?.cancel();
  if (response.status === 404) {
    throw new Unavailable('There is no such file on this site.', address, true);
  }
  if (!response.ok) {
    throw new Unavailable(`The site answered with status ${response.status}.`, address, false);
  }
  try {
    return await read(response);
  } catch {
    throw new Unavailable('The answer was cut short or is not what it should be.', address, false);
  }
}
