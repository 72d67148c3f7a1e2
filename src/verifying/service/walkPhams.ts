/** Walks the list of phams at an address like the other lists: envelope, links, order, bytes (V1). */
import { pageFile } from '../../contract/sitePaths.ts';
import { endOfValue } from '../../json/valueEnd.ts';
import { checkEnvelope } from '../pages/envelope.ts';
import { pagesAhead } from './pagesAhead.ts';
import { isPublished } from './published.ts';
import { scanPage } from '../pages/scanPage.ts';
import { createWalkEnd, type ReadPage, type Report } from './walkEnd.ts';
import { type AnsweredPage, askPage } from './walkList.ts';
import { checkAnswers, type ListWalk } from './walkState.ts';

type Walk = Pick<ListWalk, 'service' | 'schemas' | 'progress' | 'ahead' | 'onPage'>;

export interface PhamWalk extends Walk {
  readonly lastPage: number;
  /** The pages to read. */
  readonly pages: Iterable<number>;
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
  const report: Report = (clause, address, expected, found) =>
    log.fail(clause, { address, expected, found });
  const end = createWalkEnd(service.baseUrl, report);
  const fetch = (number: number) => askPage(service, 'phams', number);
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null;
  for await (const got of pagesAhead(walk.pages, isKnown ? walk.ahead : 1, fetch)) {
    const page = checkAnswered(got);
    if (!isKnown && (page === null || end.nextOf(page, said?.count ?? null) === null)) break;
  }

  function checkAnswered(answered: AnsweredPage): ReadPage | null {
    const { number, address } = answered;
    progress.advance(1);
    log.checked('V1');
    const reply = checkAnswers(service, answered, log, report);
    if (reply === null) return null;
    const file = pageFile('phams', number);
    if (isPublished(service, file, reply.body) === false) {
      const expected = `the bytes of ${file} in release ${service.release?.release.slice(0, 12)}`;
      report('V1', address, expected, 'other bytes');
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
        report('V1', where, 'a pham: PhamID, Color, gene_count, phage_count', 'something else');
      } else if (id <= before) {
        report('L3', where, `a PhamID behind ${before}`, String(id));
      }
      if (id !== null) before = id;
      records++;
      return endOfPham;
    });
    if ('offset' in scanned) {
      report('L1', address, `${scanned.expected} at byte ${scanned.offset}`, 'something else');
      return null;
    }
    const page = { address, number, bytes, scanned, records };
    const envelope = checkEnvelope(page, list, walk.schemas, log);
    return envelope === null ? null : { address, bytes, records, next: envelope.next };
  }
}

// A pham takes about 80 bytes.
const maxPhamBytes = 1000;

/** The PhamID; null if it is not a pham. */
function readPham(bytes: Buffer): number | null {
  if (bytes.length > maxPhamBytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value !== 'object' || value === null) return null;
    const { PhamID, Color, gene_count, phage_count } = value as Record<string, unknown>;
    const areCounts = [PhamID, gene_count, phage_count].every(Number.isSafeInteger);
    return areCounts && typeof Color === 'string' ? Number(PhamID) : null;
  } catch {
    return null;
  }
}
