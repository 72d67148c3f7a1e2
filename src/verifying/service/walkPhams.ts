/** Walks the list of phams at an address like the other lists: envelope, links, order, bytes (V1). */
import type { Progress } from '../../progress.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import { endOfValue } from '../../json/valueEnd.ts';
import { checkEnvelope } from '../pages/envelope.ts';
import { showStatus } from './headerChecks.ts';
import { pagesAhead } from './pagesAhead.ts';
import { type Answers, askAnswers, checkPacked, isPublished } from './published.ts';
import { scanPage } from '../pages/scanPage.ts';
import type { SchemaChecks } from '../pages/schemaChecks.ts';
import type { Service } from './service.ts';
import { createWalkEnd, type ReadPage } from './walkEnd.ts';
import { addressOfPage } from './walkList.ts';
import { checkServedHeaders } from './walkState.ts';

export interface PhamWalk {
  readonly service: Service;
  readonly schemas: SchemaChecks;
  readonly progress: Progress;
  readonly lastPage: number;
  readonly ahead: number;
  /** The pages to read. */
  readonly pages: Iterable<number>;
  readonly onPage: (number: number, bytes: Buffer) => void;
}

/** Does nothing if phams are not published. */
export async function walkPhams(walk: PhamWalk): Promise<void> {
  const { service, lastPage, progress } = walk;
  const { log } = service;
  const said = service.release?.collections.phams;
  if (lastPage === 0) return;
  const list = {
    collection: 'phams',
    baseUrl: service.baseUrl,
    links: service.release?.links ?? 'query',
    count: said?.count ?? null,
    pageSize: said?.page_size ?? null,
    lastPage,
    isExact: true,
  } as const;
  let before = -1;
  const fetch = async (number: number): Promise<AnsweredPage> => {
    const address = addressOfPage(service, 'phams', number);
    const answers = await askAnswers(service, address, pageFile('phams', number));
    return { number, address, answers };
  };
  const end = createWalkEnd(service.baseUrl, (clause, address, expected, found) =>
    log.fail(clause, { address, expected, found }),
  );
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null;
  for await (const got of pagesAhead(walk.pages, isKnown ? walk.ahead : 1, fetch)) {
    const page = checkAnswers(got);
    if (!isKnown && (page === null || end.nextOf(page, said?.count ?? null) === null)) break;
  }

  function checkAnswers({ number, address, answers }: AnsweredPage): ReadPage | null {
    progress.advance(1);
    const { plain } = answers;
    log.checked('answers', 'L4', 'V1');
    if (!plain.ok) {
      log.fail('answers', { address, expected: 'an answer', found: plain.reason });
      return null;
    }
    const { reply } = plain;
    if (reply.status !== 200) {
      log.fail('L4', { address, expected: `200 and page ${number}`, found: showStatus(reply) });
      return null;
    }
    checkServedHeaders(service, reply, address, log);
    checkPacked(answers, address, log);
    const file = pageFile('phams', number);
    if (isPublished(service, file, reply.body) === false) {
      const expected = `the bytes of ${file} in release ${service.release?.release.slice(0, 12)}`;
      log.fail('V1', { address, expected, found: 'other bytes' });
    } else {
      walk.onPage(number, reply.body);
    }
    return checkPage(address, number, reply.body);
  }

  function checkPage(address: string, number: number, bytes: Buffer): ReadPage | null {
    let records = 0;
    const scanned = scanPage(bytes, (start) => {
      const endOfPham = endOfValue(bytes, start);
      const id = readPham(bytes.subarray(start, endOfPham));
      const where = `${address}#/results/${records}`;
      if (id === null) {
        const expected = 'a pham: PhamID, Color, gene_count, phage_count';
        log.fail('V1', { address: where, expected, found: 'something else' });
      } else if (id <= before) {
        const expected = `a PhamID behind ${before}`;
        log.fail('L3', { address: where, expected, found: String(id) });
      }
      if (id !== null) before = id;
      records++;
      return endOfPham;
    });
    if ('offset' in scanned) {
      const expected = `${scanned.expected} at byte ${scanned.offset}`;
      log.fail('L1', { address, expected, found: 'something else' });
      return null;
    }
    const page = { address, number, bytes, scanned, records };
    const envelope = checkEnvelope(page, list, walk.schemas, log);
    return envelope === null ? null : { address, bytes, records, next: envelope.next };
  }
}

interface AnsweredPage {
  readonly number: number;
  readonly address: string;
  readonly answers: Answers;
}

// A pham takes about 80 bytes.
const maxPhamBytes = 1000;

/** The PhamID; null if it is not a pham. */
function readPham(bytes: Buffer): number | null {
  if (bytes.length > maxPhamBytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value !== 'object' || value === null) return null;
    const {
      PhamID: id,
      Color,
      gene_count: genes,
      phage_count: phages,
    } = value as Record<string, unknown>;
    const isFamily = typeof Color === 'string' && [id, genes, phages].every(Number.isSafeInteger);
    return isFamily ? Number(id) : null;
  } catch {
    return null;
  }
}
