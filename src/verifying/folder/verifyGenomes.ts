/**
 * A worker's task: compares the files made of genomes with the records on the pages, and with each other. The bases
 * themselves are taken from the file of all genomes: nothing else in a site has them.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { attempt, reasonOf } from '../../base/failure.ts';
import { closing, openOwn } from '../../base/files.ts';
import { blockIndex, type BlockPlace } from '../../sinks/bulkIndex.ts';
import { type Family, planGenomes } from '../../sinks/bulkPlan.ts';
import type { TableOptions } from '../../sinks/maker.ts';
import type { RecordPages } from '../../sinks/recordLines.ts';
import { createGenomeTexts } from '../../sinks/renderGenomes.ts';
import { familyTables, phageTableText } from '../../sinks/smallTables.ts';
import {
  type BulkPath,
  mediaFolder,
  type PhageTable,
  phageTables,
} from '../../contract/bulkFiles.ts';
import type { PerCollection } from '../../contract/collectionName.ts';
import type { FieldNames, SiteOptions } from '../../contract/siteOptions.ts';
import type { PageNotes } from '../../records/notes.ts';
import { openPages } from '../../sinks/pageBuilder.ts';
import { fastaIndex, type IndexedEntry } from '../../sequences/fasta.ts';
import { encodeSequenceName } from '../../text/escapes.ts';
import type { Tallies } from '../clauses.ts';
import { type FileCheck, openSite, readable, type SiteRef } from './fileCheck.ts';
import { differenceOf, readBlocks } from './verifyBulk.ts';

interface VerifyGenomesTask extends SiteRef, Pick<SiteOptions, 'fieldNames' | 'genomesFile'> {
  /** The notes of all pages. */
  readonly notes: PerCollection<PageNotes>;
}

interface VerifiedGenomes {
  readonly tallies: Tallies;
  /** The number of records that each file must contain. */
  readonly records: readonly (readonly [BulkPath, number])[];
}

const genomesFile = 'bulk/genomes.fa.gz';
const genesFile = 'bulk/genes.fna.gz';
const expectedOfGenomes = 'what the records and the genomes come to';

export function verifyGenomes({
  notes,
  fieldNames,
  genomesFile: plainName = null,
  ...site
}: VerifyGenomesTask): VerifiedGenomes {
  const { log, files } = openSite(site);
  log.checked('B1');
  const place = join(site.root, genomesFile);
  const fail = (address: string, found: string) =>
    log.fail('B1', { address, expected: expectedOfGenomes, found });
  const isThere = files.claimHashed(genomesFile) !== null;
  if (!isThere) fail(genomesFile, 'no such file');
  const blocks: BlockPlace[] = [];
  const lengths = new Map<string, number>();
  const fault = isThere
    ? faultIn(() => {
        for (const { name, bases } of entriesOf(place, blocks)) lengths.set(name, bases.length);
      })
    : null;
  if (fault !== null) fail(genomesFile, `what is not BGZF: ${fault}`);

  const entries: IndexedEntry[] = [];
  const plain = createHash('sha256');
  let geneCount = 0;
  const pages = openPages(site.root);
  const genomeTexts = createGenomeTexts({ read: pages.read, fieldNames });
  /** Compares the files of each genome; yields the nucleotides of its genes. */
  function* genesOfAll(): Generator<Buffer> {
    const found = entriesOf(place, []);
    let isSound = true;
    for (const part of planGenomes(
      notes,
      (name) => lengths.get(encodeSequenceName(name)) ?? null,
    )) {
      for (const phage of part) {
        const next = found.next();
        if (next.done === true) return;
        const made = attempt(() => genomeTexts(phage, next.value.bases));
        // A page that cannot be read is reported under its own clause.
        if (made === undefined) continue;
        if (isSound && !made.genome.equals(next.value.text)) {
          isSound = false;
          fail(genomesFile, `another entry for ${phage.name}`);
        }
        for (const file of made.files)
          files.expect('B1', file.path, expectedOfGenomes, (bytes) => bytes.equals(file.bytes));
        if (plainName !== null) plain.update(made.byGenus());
        entries.push(made.entry);
        geneCount += made.geneCount;
        yield made.genes;
      }
    }
    if (isSound && found.next().done !== true)
      fail(genomesFile, 'a genome of no phage, or of one for the second time');
  }
  try {
    const genes = fault === null && isThere ? genesOfAll() : none();
    const found =
      files.claimHashed(genesFile) === null
        ? 'no such file'
        : differenceOf(join(site.root, genesFile), genes, []);
    if (found !== null) fail(genesFile, found);
    // Runs to the end: the files of all genomes are compared on the way.
    for (const _ of genes);
    if (plainName !== null) {
      const file = `${mediaFolder}${plainName}`;
      const digest = plain.digest('hex');
      const said = files.claimHashed(file);
      if (said?.sha256 !== digest) fail(file, said === null ? 'no such file' : 'something else');
    }
    const isRight = (due: Buffer) => (bytes: Buffer) => bytes.equals(due);
    const index = Buffer.from(fastaIndex(entries));
    files.expect('B1', `${genomesFile}.fai`, 'where the genomes lie', isRight(index));
    const ofBlocks = blocks.slice(0, -1);
    files.expect('B1', `${genomesFile}.gzi`, 'where the blocks lie', isRight(blockIndex(ofBlocks)));
  } finally {
    pages.close();
  }
  const records = [
    [genomesFile, entries.length],
    [genesFile, geneCount],
  ] as const;
  return { tallies: log.tallies, records };
}

function* none(): Generator<Buffer> {}

function faultIn(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

interface Entry {
  readonly name: string;
  readonly text: Buffer;
  readonly bases: Buffer;
}

const [entryStart, newline] = [0x3e, 0x0a];

/** Yields the entries of a FASTA file packed as BGZF. Notes the positions of its blocks. */
function* entriesOf(file: string, blocks: BlockPlace[]): Generator<Entry> {
  let held: Buffer[] = [];
  let from = 0;
  let isLineStart = true;
  const handle = openOwn(file);
  try {
    for (const { at, text } of readBlocks(handle)) {
      blocks.push({ at, from });
      from += text.length;
      let begun = 0;
      for (
        let start = text.indexOf(entryStart);
        start >= 0;
        start = text.indexOf(entryStart, start + 1)
      ) {
        const isStart = start === 0 ? isLineStart : text[start - 1] === newline;
        if (!isStart) continue;
        held.push(Buffer.from(text.subarray(begun, start)));
        begun = start;
        const entry = Buffer.concat(held);
        held = [];
        if (entry.length > 0) yield entryIn(entry);
      }
      held.push(Buffer.from(text.subarray(begun)));
      if (text.length > 0) isLineStart = text.at(-1) === newline;
    }
    const last = Buffer.concat(held);
    if (last.length > 0) yield entryIn(last);
  } finally {
    closing(handle, () => {});
  }
}

function entryIn(text: Buffer): Entry {
  const headerEnd = text.indexOf(newline);
  const header = text.toString('utf8', 1, headerEnd < 0 ? text.length : headerEnd);
  const lines = headerEnd < 0 ? '' : text.toString('latin1', headerEnd);
  const bases = Buffer.from(lines.replaceAll('\n', ''), 'latin1');
  return { name: header.split(' ')[0] ?? '', text, bases };
}

/** Worker tasks: compare the tables of phages and of gene families with those that the pages imply (B1). */
interface TablesTask extends SiteRef {
  readonly options: TableOptions;
  readonly fieldNames: FieldNames;
}

interface VerifyPhageTableTask extends TablesTask {
  readonly table: PhageTable;
  /** The places of all phages, by block. */
  readonly blocks: readonly Uint32Array[];
}

const expected = 'what the records come to';

export function verifyPhageTable({
  table,
  blocks,
  options,
  ...site
}: VerifyPhageTableTask): Tallies {
  return onPages(site, (files, pages) => {
    const { path } = phageTables[table];
    const text = () => readable(phageTableText(table, blocks, pages, options));
    files.expectHashed('B1', path, expected, text);
  });
}

interface VerifyFamiliesTask extends TablesTask {
  readonly families: readonly Family[];
}

export function verifyFamilies({ families, options, ...site }: VerifyFamiliesTask): Tallies {
  return onPages(site, (files, pages) => {
    for (const { path, text } of familyTables(families, pages, options))
      files.expectHashed('B1', path, expected, () => readable(text));
  });
}

function onPages(
  { fieldNames, ...site }: SiteRef & Pick<TablesTask, 'fieldNames'>,
  check: (files: FileCheck, pages: RecordPages) => void,
): Tallies {
  const { log, files } = openSite(site);
  log.checked('B1');
  const pages = openPages(site.root);
  try {
    check(files, { read: pages.read, fieldNames });
  } catch {
    // A page that cannot be read is reported under its own clause.
  } finally {
    pages.close();
  }
  return log.tallies;
}
