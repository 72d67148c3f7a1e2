/** Requests a service's responses: each at most once per fetch, however often the fetch is interrupted. */
import { createHash } from 'node:crypto';
import { takeTurns } from '../../files/takeTurns.ts';
import { ServiceAbandoned } from '../../http/retryLimits.ts';
import type { HttpClient } from '../../http/httpClient.ts';
import type { Answer, FetchedAnswers } from './fetchedAnswers.ts';
import type { ServiceAddress } from './serviceAddress.ts';

/** Why a service cannot be imported: the address, what was expected there, and what was found. */
export class ServiceFault extends Error {
  readonly address: string;
  readonly expected: string;
  readonly found: string;
  /** Whether only this response is bad, and would be again: the service itself works. */
  readonly isOfAnswer: boolean;

  constructor(address: string, expected: string, found: string, isOfAnswer = false) {
    super(found);
    this.isOfAnswer = isOfAnswer;
    this.address = address;
    this.expected = expected;
    this.found = found;
  }
}

export interface Asking {
  readonly address: ServiceAddress;
  /** The response, which is 200 or 404. It is kept once it is valid: `check` throws a ServiceFault if it is not. */
  readonly ask: (
    target: string,
    options: { readonly maxBytes: number; readonly check?: (answer: Answer) => void },
  ) => Promise<Answer>;
  /** Drops the responses for all targets below this one, so that the next import requests them anew. */
  readonly forget: (below: string) => void;
  /** The total size and hash of all responses, in the order of requests. */
  readonly fetched: () => { readonly bytes: number; readonly sha256: string };
}

export function createAsking(
  address: ServiceAddress,
  client: Pick<HttpClient, 'ask'>,
  kept: FetchedAnswers,
  onAnswer: () => void,
): Asking {
  const hash = createHash('sha256');
  const asked = new Set<string>();
  const turn = takeTurns();
  let bytes = 0;
  const request = async (target: string, maxBytes: number): Promise<Answer> => {
    const at = `${address.origin}${target}`;
    const headers = { Accept: 'application/json, */*;q=0.1' };
    const result = await client
      .ask({ target, headers, maxBytes, isFromElsewhere: false })
      .catch((error: unknown) => {
        throw error instanceof ServiceAbandoned
          ? new ServiceFault(at, 'an answer', error.message)
          : error;
      });
    if (!result.ok) throw new ServiceFault(at, 'a whole answer', result.reason, result.isTooLong);
    const { status, body, lines } = result.reply;
    if (status === 200 || status === 404) return { status, body };
    const [location = 'nowhere'] = lines('location');
    const [pause] = lines('retry-after');
    const more =
      status >= 300 && status < 400
        ? `, a redirect to ${location}, which is not followed`
        : pause === undefined
          ? ''
          : ` and Retry-After: ${pause}`;
    const isOfAnswer = status >= 300 && status < 500 && status !== 429;
    throw new ServiceFault(at, 'status 200', `status ${status}${more}`, isOfAnswer);
  };
  return {
    address,
    async ask(target, { maxBytes, check = () => {} }) {
      await turn();
      asked.add(target);
      const known = kept.get(target);
      const answer = known ?? (await request(target, maxBytes));
      check(answer);
      if (known === null) kept.put(target, answer);
      hash.update(`${target}\n${answer.status}\n${answer.body.length}\n`).update(answer.body);
      bytes += answer.body.length;
      onAnswer();
      return answer;
    },
    forget(below) {
      for (const target of asked) if (target.startsWith(below)) kept.forget(target);
    },
    fetched: () => ({ bytes, sha256: hash.copy().digest('hex') }),
  };
}
