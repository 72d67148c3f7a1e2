/** Checks responses outside the API, where every host serves plain files (B1). */
import { codeTypeOf, codeTypes } from '../../contract/codeFiles.ts';
import { bulkHeaders, bulkRequestHeaders } from '../../contract/headers.ts';
import { type AnsweredRow, clauseOf } from './checkLeast.ts';
import { checkBulkHeaders } from './checkServedBulk.ts';
import { endsRight, isPacked } from './fileEnds.ts';
import {
  checkFileCaching,
  checkFresh,
  checkLasting,
  expectLine,
  expectMethods,
  expectOnce,
  namesIn,
  showStatus,
} from './headerChecks.ts';
import { isPublished } from './published.ts';
import type { BesideExpected } from '../table/tableRow.ts';

export function checkNonApi(expected: BesideExpected, received: AnsweredRow): void {
  const { row, reply, address, service, log } = received;
  const fail = (wanted: string, found: string) =>
    log.fail(clauseOf(row), { address, expected: wanted, found });
  const mayBe = (...statuses: readonly number[]) => {
    if (statuses.includes(reply.status)) return true;
    fail(`status ${statuses.join(' or ')}`, showStatus(reply));
    return false;
  };
  const size = 'file' in expected ? (service.manifest?.get(expected.file)?.bytes ?? 0) : 0;
  switch (expected.kind) {
    case 'refused':
      mayBe(...expected.statuses);
      return;
    case 'lasting':
    case 'fresh':
      if (!mayBe(200)) return;
      checkBody(expected.file);
      expectOnce(received);
      if (expected.kind === 'fresh') return checkFresh(received);
      checkLasting(received);
      checkCodeType(expected.file);
      return;
    case 'preflight':
      if (!mayBe(200, 204)) return;
      checkOrigin();
      expectMethods('M3', 'Access-Control-Allow-Methods', received);
      expectNames('Access-Control-Allow-Headers', bulkRequestHeaders);
      return;
    case 'file':
      if (!mayBe(200)) return;
      checkBody(expected.file);
      checkBulkHeaders(expected.file, received);
      checkCommon();
      return;
    case 'part': {
      // A host may ignore Range and send the whole file (RFC 9110, 14.2).
      if (!mayBe(200, 206)) return;
      if (reply.status === 206) checkPart(expected);
      checkBulkHeaders(expected.file, received);
      checkCommon();
      return;
    }
    case 'past-end':
      if (!mayBe(200, 416)) return;
      checkOrigin();
      return;
    case 'unchanged-file':
      if (!mayBe(304)) return;
      if (reply.body.length > 0) fail('no body', `${reply.body.length} bytes`);
      checkOrigin();
      checkCommon();
  }

  /** M1: scripts need the CORS header to read a response; browsers reject a duplicated one. */
  function checkOrigin(): void {
    log.checked('M1');
    expectLine('M1', 'Access-Control-Allow-Origin', '*', received);
    expectOnce(received);
  }

  /** For a response with the file, and for a 304. */
  function checkCommon(): void {
    expectOnce(received);
    expectNames(...exposed);
    checkFileCaching(service.maxAge, received);
  }

  function expectNames(name: string, wanted: string): void {
    const found = new Set(namesIn(reply.lines(name.toLowerCase())));
    if (found.has('*') || namesIn([wanted]).every((one) => found.has(one))) return;
    const said = [...found].join(', ') || 'none';
    log.fail('M1', { address, expected: `${name}: ${wanted}`, found: said });
  }

  function checkBody(file: string): void {
    if (row.method === 'HEAD') checkHead();
    else if (isPublished(service, file, reply.body) === false)
      fail(`the published ${file}`, 'other bytes');
  }

  /** Browsers do not run code of another type. */
  function checkCodeType(file: string): void {
    const wanted = codeTypeOf(file);
    const found = reply.lines('content-type').join(', ');
    const type = found.replace(/\s*;.*/, '').toLowerCase();
    if (wanted === null || type === wanted) return;
    if (wanted === codeTypes.js && type === 'application/javascript') return;
    fail(`Content-Type: ${wanted}`, found === '' ? 'no such header' : found);
  }

  function checkHead(): void {
    if (reply.body.length > 0) fail('no body', `${reply.body.length} bytes`);
    // A host that compresses on the fly may state the compressed size.
    const isPlain = reply.lines('content-encoding').length === 0;
    const [length] = reply.lines('content-length');
    if (isPlain && length !== undefined && length !== String(size)) {
      fail(`a length of ${size}`, length);
    }
  }

  function checkPart({ file, bytes }: { readonly file: string; readonly bytes: number }): void {
    const length = Math.min(bytes, size);
    const said = reply.lines('content-range').join(', ');
    const wanted = `bytes 0-${length - 1}/${size}`;
    if (said !== wanted) fail(`Content-Range: ${wanted}`, said === '' ? 'no such header' : said);
    if (reply.body.length !== length) fail(`${length} bytes`, String(reply.body.length));
    else if (!beginsRight(file, reply.body)) fail(`the first bytes of ${file}`, 'others');
  }
}

const exposed = [
  'Access-Control-Expose-Headers',
  bulkHeaders(0)['Access-Control-Expose-Headers'] ?? '',
] as const;

/** Checks what the first bytes of a file can show. */
function beginsRight(file: string, start: Buffer): boolean {
  return isPacked(file) ? start[0] === 0x1f && start[1] === 0x8b : endsRight(file, start, true);
}
