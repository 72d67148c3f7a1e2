/** Reads the entries of a GenBank flat file one after the other. */
import type { AnnotatedSequence, ReadingReports } from '../annotation.ts';
import { TextFault, type TextLine } from '../textLines.ts';
import { parseEntry } from './parseEntry.ts';

// Hundreds of times a phage's genome; they bound the memory that one entry may take.
const maxEntryBytes = 256 << 20;
const maxEntryLines = 1_000_000;

/**
 * Yields the entries that could be read. Throws what reading the lines throws, and a TextFault for an entry that does
 * not end.
 */
export async function* readGenbank(
  chunks: AsyncIterable<readonly TextLine[]>,
  reports: ReadingReports,
): AsyncGenerator<AnnotatedSequence> {
  let lines: string[] = [];
  let firstLine = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    for (const { text, line } of chunk) {
      if (text.startsWith('//') && text.trim() === '//') {
        const entry =
          lines.length === 0 ? null : parseEntry({ lines, firstLine, isWhole: true }, reports);
        lines = [];
        bytes = 0;
        if (entry !== null) yield entry;
        continue;
      }
      if (lines.length === 0) {
        // Some files start with a description of the database.
        if (!text.startsWith('LOCUS')) {
          if (text.trim() !== '')
            reports.passOver({ line, kind: 'lines before LOCUS', what: text });
          continue;
        }
        firstLine = line;
      }
      lines.push(text);
      bytes += text.length;
      if (bytes > maxEntryBytes)
        throw new TextFault(line, `an entry of more than ${maxEntryBytes} bytes`);
      if (lines.length > maxEntryLines)
        throw new TextFault(line, `an entry of more than ${maxEntryLines} lines`);
    }
  }
  if (lines.length > 0) parseEntry({ lines, firstLine, isWhole: false }, reports);
}
