/** Labels of gene families, from `families.ndjson` below the data folder: names for people, beside the numbers. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, systemCode } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import type { Finding } from '../text/findings.ts';
import { showToken } from '../text/json.ts';
import { placeOf, unreadable } from './decodeSource.ts';

export const labelsFile = 'families.ndjson';

/** A line of the file. */
export interface FamilyLabel {
  readonly PhamID: number;
  readonly family_label: string;
}

interface FamilyLabels {
  /** By PhamID, in the order of the file. */
  readonly labels: ReadonlyMap<number, string>;
  readonly findings: readonly Finding[];
}

/** None without such a file. Throws a Failure for a system error. */
export function readFamilyLabels(dataDir: string): FamilyLabels {
  const labels = new Map<number, string>();
  const findings: Finding[] = [];
  const file = path.join(dataDir, labelsFile);
  let bytes: Buffer;
  try {
    bytes = closing(openRegular(file), (handle) => readFileSync(handle));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return { labels, findings };
    return { labels, findings: [unreadable(file, 0, error)] };
  }
  if (!isUtf8(bytes)) {
    const place = placeOf(file, 0, 'unicode');
    return { labels, findings: [{ ...place, expected: 'text in UTF-8', found: 'other bytes' }] };
  }
  for (const [at, line] of bytes.toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const label = labelOf(line);
    const place = placeOf(file, at + 1, 'schema');
    if (label === null) {
      const expected = 'a PhamID and its label, {"PhamID":38,"family_label":"terL"}';
      findings.push({ ...place, expected, found: showToken(line.trim()) });
    } else if (labels.has(label.PhamID)) {
      const found = `a second one of ${label.PhamID}`;
      findings.push({ ...place, expected: 'one label for each family', found });
    } else labels.set(label.PhamID, label.family_label);
  }
  return { labels, findings };
}

function labelOf(line: string): FamilyLabel | null {
  const value = attempt(() => JSON.parse(line) as Record<string, unknown> | null) ?? {};
  const { PhamID, family_label: label, ...others } = value;
  const isId = typeof PhamID === 'number' && Number.isSafeInteger(PhamID) && PhamID >= 0;
  const isLabel = typeof label === 'string' && label.trim() !== '';
  return isId && isLabel && Object.keys(others).length === 0
    ? { PhamID, family_label: label }
    : null;
}
