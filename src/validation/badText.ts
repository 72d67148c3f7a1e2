/** Records that are not valid UTF-8: the first bad byte, and one finding for the whole file. */
import type { Breach, Finding } from '../findings/finding.ts';
import { lineBreaksBefore } from '../findings/locate.ts';
import { showString } from '../json/showToken.ts';
import { badBytesHint, type BadBytes, examineBytes, iconvHint } from '../text/encoding.ts';

interface BadTextWatch {
  readonly note: (record: Buffer, line: number) => void;
  /** Located at the first bad byte, with a hint that fits all of them; null if there is none. */
  readonly finding: (file: string) => Finding | null;
}

// A sample large enough to guess the encoding.
const maxExamined = 1000;

export function createBadTextWatch(): BadTextWatch {
  let first: Omit<Finding, 'file' | 'hint'> | null = null;
  let examined = 0;
  const seen: Omit<BadBytes, 'first'> = { hasUtf8: false, hasWindows: false, hasOther: false };
  return {
    note(record, line) {
      if (++examined > maxExamined) return;
      const bad = examineBytes(record);
      seen.hasUtf8 ||= bad.hasUtf8;
      seen.hasWindows ||= bad.hasWindows;
      seen.hasOther ||= bad.hasOther;
      if (first !== null) return;
      const [offset, { rule, pointer, expected, found }] = notUtf8(record);
      const breaks = lineBreaksBefore(record.toString('utf8'), offset);
      first = { rule, pointer, expected, found, line: line + breaks };
    },
    finding: (file) => (first === null ? null : { ...first, file, hint: badBytesHint(seen) }),
  };
}

/** What is wrong with a record that is not valid UTF-8, and its offset in the text. */
export function notUtf8(bytes: Buffer): [offset: number, breach: Breach] {
  const bad = examineBytes(bytes);
  const before = bytes.toString('utf8', 0, bad.first);
  // A byte order mark, or the zero bytes of UTF-16.
  const isWide = [0xff, 0xfe].includes(bytes[bad.first] ?? 0) || bytes.includes(0);
  return [
    before.length,
    {
      rule: 'unicode',
      pointer: '',
      expected: 'UTF-8 text',
      found: `the byte 0x${(bytes[bad.first] ?? 0).toString(16)} behind ${showString(before.slice(-20))}`,
      hint: isWide ? iconvHint('UTF-16') : badBytesHint(bad),
    },
  ];
}
