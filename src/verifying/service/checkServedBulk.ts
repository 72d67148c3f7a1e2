/** B1 at an address: compares bulk files with what was published, in full or, in a sample, by their ends. */
import { constants, gunzipSync } from 'node:zlib';
import { attempt } from '../../base/failure.ts';
import { type HttpReply, targetOf } from '../../base/httpClient.ts';
import { bulkFiles, bulkFolder, bulkTypeAt, isBulkPath } from '../../contract/bulkFiles.ts';
import { blockBytes, endBlock } from '../../publishing/bgzf.ts';
import { formatCount } from '../../text/words.ts';
import type { ClauseLog } from '../clauses.ts';
import { expectedFile } from '../siteManifest.ts';
import { type AskedFile, checkHashed, filesAt } from './filesToAsk.ts';
import { sampled, type Sampling } from './sampling.ts';
import { expectLine, type Received, showStatus } from './published.ts';
import { type Service } from './service.ts';

export function partRanges(bytes: number, partBytes: number): { start: number; end: number }[] {
  return [
    { start: 0, end: Math.min(bytes, partBytes) },
    { start: Math.max(0, bytes - partBytes), end: bytes },
  ];
}

/** Whether the first or last bytes of a file can be of the format in its name. */
export function endsRight(file: string, part: Buffer, isFirst: boolean): boolean {
  if (file.endsWith('.parquet')) return hasMark(part, isFirst);
  if (!isPacked(file)) return true;
  return isFirst
    ? blockBytes(part) !== null && unpacks(part)
    : part.subarray(-endBlock.length).equals(endBlock);
}

export function isPacked(file: string): boolean {
  return /\.(?:gz|tbi)$/.test(file);
}

const parquetMark = Buffer.from('PAR1');

function hasMark(part: Buffer, isFirst: boolean): boolean {
  const from = isFirst ? 0 : part.length - parquetMark.length;
  return part.subarray(Math.max(0, from), Math.max(0, from) + 4).equals(parquetMark);
}

// The limit on decompression: repetitive text has a ratio of up to a hundred.
const maxUnpackedBytes = 64 * 1024 * 1024;

/** Whether a truncated gzip stream decompresses without an error as far as it goes. */
function unpacks(part: Buffer): boolean {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes };
  return attempt(() => gunzipSync(part, options).length > 0) ?? false;
}

/** All files with all records, and some of those of single phages. */
export function bulkToAsk(service: Service, sampling: Sampling): readonly AskedFile[] {
  const { log, manifest, release } = service;
  if (manifest === null || release === null) return [];
  if (release.bulk.length === 0) {
    log.remark('B1', 'none, by choice (--no-bulk)');
    return [];
  }
  const all = manifest.where(isBulkPath);
  const isOfPhage = (entry: number) =>
    /^(?:bulk\/phages|media|phams)\//.test(manifest.pathOf(entry));
  const [ofAll, ofPhages] = [all.filter((entry) => !isOfPhage(entry)), all.filter(isOfPhage)];
  const asked = filesAt(service, [...ofAll, ...sampled(ofPhages, sampling, bulkFolder)]);
  const how = sampling.sample === null ? 'asked' : 'asked, large ones for their ends';
  log.remark('B1', `${formatCount(asked.length)} of ${formatCount(all.length)} ${how}`);
  return asked;
}

export async function checkServedBulk(
  service: Service,
  asked: AskedFile,
  { sample }: Sampling,
  log: ClauseLog,
): Promise<void> {
  log.checked('B1');
  const isLarge = asked.file.bytes > 4 * partBytes;
  await (sample !== null && isLarge ? checkEnds : checkWhole)(service, asked, log);
}

async function checkWhole(service: Service, asked: AskedFile, log: ClauseLog): Promise<void> {
  const { file, address } = asked;
  const reply = await checkHashed(service, asked, 'B1', log);
  if (reply === null) return;
  const fail = (found: string) => log.fail('B1', address, expectedFile, found);
  if (isPlain(reply, fail)) checkBulkHeaders(file.path, { reply, address, log });
}

const partBytes = 64 * 1024;

/** If the host ignores Range, the file is read in full. */
async function checkEnds(service: Service, asked: AskedFile, log: ClauseLog): Promise<void> {
  const { file, address } = asked;
  for (const { start, end } of partRanges(file.bytes, partBytes)) {
    const part = `bytes=${start}-${end - 1}`;
    const result = await service.client.ask({
      target: targetOf(address),
      headers: { Range: part },
      maxBytes: partBytes,
    });
    // The host may have sent the whole file.
    if (!result.ok || result.reply.status === 200) return checkWhole(service, asked, log);
    const { reply } = result;
    const fail = (found: string) => log.fail('B1', `${address} (${part})`, expectedFile, found);
    const [range = ''] = reply.lines('content-range');
    if (!isPlain(reply, fail)) return;
    if (reply.status !== 206) return fail(showStatus(reply));
    if (range !== `bytes ${start}-${end - 1}/${file.bytes}`) return fail(`the part ${range}`);
    if (!endsRight(file.path, reply.body, start === 0)) return fail('other bytes');
    checkBulkHeaders(file.path, { reply, address, log });
  }
}

/** Whether the response has no content encoding: a compressed file is served as it is. */
function isPlain(reply: HttpReply, fail: (found: string) => void): boolean {
  const encodings = reply.lines('content-encoding');
  if (encodings.length === 0) return true;
  fail(`Content-Encoding: ${encodings.join(', ')}`);
  return false;
}

// The registered media type of gzip, and a common older one.
const gzipTypes = ['application/gzip', 'application/x-gzip'];

/** The type of the contract, or that of `bulk/index.json` for the file's content. */
function mayBeTyped(path: string, type: string): boolean {
  const mediaType = type.toLowerCase().replace(/\s*;.*/, '');
  const known = bulkFiles.find((file) => file.path === path)?.mediaType;
  const wanted = bulkTypeAt(`/${path}`);
  const gzip = path.endsWith('.gz') ? gzipTypes : [];
  return wanted === null || [wanted, known, ...gzip].includes(mediaType);
}

/** Checked under the clauses of headers, which not every host can keep. */
export function checkBulkHeaders(path: string, received: Received): void {
  const { reply, address, log } = received;
  log.checked('M1', 'M2');
  expectLine('M1', 'Access-Control-Allow-Origin', '*', received);
  const [type = ''] = reply.lines('content-type');
  if (mayBeTyped(path, type)) return;
  const wanted = `Content-Type: ${bulkTypeAt(`/${path}`)}`;
  log.fail('M2', address, wanted, type === '' ? 'no such header' : type);
}
