/** Unpacks a spreadsheet within bounds: it is a ZIP file, which may expand to far more than its size. */
import { fromBufferPromise } from 'yauzl';

/** Thrown for a file that is not a spreadsheet; the message says what it is. */
export class NoSpreadsheet extends Error {}

const maxEntries = 1000;
const maxUnpackedBytes = 32 << 20;

/** The files that hold its cells, by path. Throws a NoSpreadsheet. */
export async function unpackSpreadsheet(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let unpacked = 0;
  try {
    const zip = await fromBufferPromise(bytes);
    if (zip.entryCount > maxEntries) throw new NoSpreadsheet(`more than ${maxEntries} files in it`);
    for await (const entry of zip.eachEntry()) {
      if (!/^xl\/.*\.(?:xml|rels)$/.test(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      // Counted while reading: the size stated in the ZIP file may be wrong.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length;
        if (unpacked > maxUnpackedBytes)
          throw new NoSpreadsheet(`more than ${maxUnpackedBytes} bytes in it`);
        chunks.push(chunk as Buffer);
      }
      const file = Buffer.concat(chunks);
      // Spreadsheet programs never write one; its entities could stand for far more text than it has.
      if (file.includes('<!DOCTYPE') || file.includes('<!ENTITY'))
        throw new NoSpreadsheet('a spreadsheet with definitions of entities');
      files.set(entry.fileName, file);
    }
  } catch (error) {
    if (error instanceof NoSpreadsheet) throw error;
    throw new NoSpreadsheet('a ZIP file that cannot be unpacked', { cause: error });
  }
  return files;
}
