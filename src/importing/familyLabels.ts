/** Names of families that are no numbers: an import keeps them as labels, in `families.ndjson` below the data folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FamilyLabel, labelsFile } from '../sources/familyLabels.ts';
import type { StagedData } from './dataFolder.ts';
import { type ImportLog, logTo } from './importLog.ts';

/** Adds the labels that a table gives to those of earlier imports, which stay: other phages may have such families. */
export function putFamilyLabels(
  staged: StagedData,
  labels: ReadonlyMap<number, string>,
  tables: readonly string[],
  log: ImportLog,
): void {
  if (labels.size === 0) return;
  const known = staged.files.get(labelsFile);
  if (known === undefined && existsSync(path.join(staged.data, labelsFile))) {
    const kind = `labels of families left out, since ${labelsFile} is no import's`;
    for (const label of labels.values())
      logTo(log.refused, kind, label, { file: labelsFile, line: null });
    return;
  }
  const all = new Map(known === undefined ? [] : labelsIn(staged.read(labelsFile)));
  for (const [id, label] of labels) all.set(id, label);
  const lines = [...all]
    .sort(([a], [b]) => a - b)
    .map(([PhamID, family_label]) => `${JSON.stringify({ PhamID, family_label })}\n`);
  const inputs = [...new Set([...(known?.inputs ?? []), ...tables])].sort();
  staged.put(labelsFile, Buffer.from(lines.join('')), { inputs });
}

/** As an import wrote them. */
function labelsIn(bytes: Buffer): [number, string][] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { PhamID, family_label: label } = JSON.parse(line) as FamilyLabel;
      return [PhamID, label];
    });
}
