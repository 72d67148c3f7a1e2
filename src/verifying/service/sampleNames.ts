/** Draws some other names of phages from the files of their index, which all hosts serve (D3). */
import { isObject } from '../../contract/jsonObject.ts';
import { collections } from '../../collections/collections.ts';
import { aliasFile, aliasFolder } from '../../contract/aliasIndex.ts';
import { foldName, unsafeNameReason } from '../../contract/recordName.ts';
import { viewFile } from '../../contract/views.ts';
import { attempt } from '../../failure.ts';
import { compareText } from '../../text/compareText.ts';
import { formatCounted } from '../../text/quantities.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { KnownAliases } from '../table/tableRow.ts';
import type { AddressOptions } from './addressOptions.ts';
import { type AskedFile, checkEach, expectedFile, filesAt, sampleOf } from './askedFiles.ts';
import { showStatus } from './headerChecks.ts';
import { isPublished, longestAnswer, type PublishedAddress } from './published.ts';
import { drawOne } from './samplePages.ts';
import { type Service, targetOf } from './service.ts';

interface DrawnName {
  /** In lower case, which every host answers. */
  readonly name: string;
  readonly phage: string;
  /** A list or view, and the phage's file there under its own name. */
  readonly top: string;
  readonly file: string;
}

interface SampledNames {
  /** One phage, for the contract's table; null if none of those drawn is suitable. */
  readonly aliases: Omit<KnownAliases, 'genome'> | null;
  readonly addresses: readonly PublishedAddress[];
  readonly isTaken: (name: string) => boolean;
}

const plainName = /^[A-Za-z0-9_-]+$/;
// The lists and views by the name of a phage.
const tops = ['phages', 'genesbyphage', 'featuresbyphage'];

/** Draws one name from each selected file, by the seed. `unfitReason` says why a host cannot serve a name. */
export async function sampleNames(
  service: Service,
  unfitReason: (name: string) => string | null,
  options: AddressOptions,
): Promise<SampledNames> {
  const { baseUrl, index, log } = service;
  const isFit = (name: string) => unsafeNameReason(name) === null && unfitReason(name) === null;
  const texts = await readIndex(service, options);
  const drawn = texts.flatMap(({ file, names, isDrawn }): DrawnName[] => {
    if (!isDrawn) return [];
    const fit = [...names].filter(([name, phage]) => name !== phage && isFit(name));
    const seed = `${options.seed} ${file}`;
    const [name, phage] = fit[drawOne(fit.length, seed) - 1] ?? [];
    if (name === undefined || phage === undefined) return [];
    const owned = tops.flatMap((top) => ownFile(service, top, phage));
    const own = owned[drawOne(owned.length, seed) - 1];
    return own === undefined ? [] : [{ name, phage, ...own }];
  });
  const addresses = drawn.map(({ name, top, file }): PublishedAddress => {
    return {
      clause: 'D3',
      address: `${baseUrl}/api/${top}/${encodeURIComponent(name)}/${index}`,
      file,
      expected: `what is published as ${file}`,
      isRight: (bytes) => isPublished(service, file, bytes) === true,
    };
  });
  if (texts.length > 0) log.remark('D3', `${formatCounted(drawn.length, 'other name')} asked`);
  const one = drawn.find(
    ({ name, phage }) =>
      plainName.test(name) && plainName.test(phage) && ownFile(service, 'phages', phage).length > 0,
  );
  const known = new Map(texts.flatMap(({ names }) => [...names]));
  return {
    aliases: one === undefined ? null : { phage: one.phage, names: [one.name] },
    addresses,
    isTaken: (name) => known.has(foldName(name)),
  };
}

interface IndexPart {
  readonly file: string;
  /** Maps other names to phages. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether to draw a name from it. */
  readonly isDrawn: boolean;
}

/** Some files of the index, and those in which names would be that the table takes to be unknown. */
async function readIndex(service: Service, options: AddressOptions): Promise<IndexPart[]> {
  const { manifest } = service;
  if (manifest === null) return [];
  const entries = manifest.where((path) => path.startsWith(aliasFolder));
  const drawn = new Set(
    sampleOf(entries.length, options, aliasFolder).flatMap((at) => entries[at] ?? []),
  );
  const stranger = foldName(collections.phages.missingKey);
  const strangers = [stranger, `${stranger}_draft`].map((name) => manifest.find(aliasFile(name)));
  const asked = [...new Set([...drawn, ...strangers.filter((entry) => entry >= 0)])];
  const read: IndexPart[] = [];
  await checkEach(service, filesAt(service, asked), options.connections, async (one, strict) => {
    const names = await readNames(service, one, strict);
    const isDrawn = drawn.has(manifest.find(one.file.path));
    if (names !== null) read.push({ file: one.file.path, names, isDrawn });
  });
  return read.toSorted((a, b) => compareText(a.file, b.file));
}

/** Null, and a departure, if it is not the published file. */
async function readNames(
  service: Service,
  { file, address }: AskedFile,
  log: ClauseLog,
): Promise<IndexPart['names'] | null> {
  log.checked('D3');
  const maxBytes = longestAnswer(service, file.path);
  const result = await service.client.ask({ target: targetOf(address), maxBytes });
  if (!result.ok) {
    log.fail('answers', { address, expected: expectedFile, found: result.reason });
    return null;
  }
  const { reply } = result;
  const isRight = reply.status === 200 && isPublished(service, file.path, reply.body) === true;
  const names = isRight ? namesIn(reply.body) : null;
  if (names !== null) return names;
  const found =
    reply.status !== 200 ? showStatus(reply) : isRight ? 'no object of names' : 'other bytes';
  log.fail('D3', { address, expected: expectedFile, found });
  return null;
}

/** Null if it is not an object of texts. */
function namesIn(bytes: Buffer): IndexPart['names'] | null {
  const value: unknown = attempt(() => JSON.parse(bytes.toString()));
  if (!isObject(value)) return null;
  const names = new Map<string, string>();
  for (const [name, phage] of Object.entries(value)) {
    if (typeof phage !== 'string') return null;
    names.set(name, phage);
  }
  return names;
}

/** The file of a phage in a list or view under its own name, if there is one. */
function ownFile(
  { manifest }: Service,
  top: string,
  phage: string,
): Pick<DrawnName, 'top' | 'file'>[] {
  const file = viewFile([top, phage]);
  return (manifest?.find(file) ?? -1) < 0 ? [] : [{ top, file }];
}
