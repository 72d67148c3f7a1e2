/** `phagepress diff`: what changed from one release to another. */
import type { CollectionName } from '../contract/collectionName.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { assertApart, realPathOf } from '../publishing/outFolder.ts';
import type { RecordChange } from '../releases/compareRecords.ts';
import {
  type ChangeCounts,
  countGenomes,
  diffReleases,
  kindOf,
  type ReleaseDiff,
} from '../releases/diffReleases.ts';
import { countFamilies, type FamilyChange } from '../releases/familyMap.ts';
import { tableCell } from '../releases/stageChanges.ts';
import { isAddress, openRelease } from '../releases/openRelease.ts';
import { type ChangedField, changedFields } from '../releases/changedFields.ts';
import {
  assertListFolder,
  createUploadPlan,
  pairsBeside,
  writeUploadLists,
} from '../releases/uploadLists.ts';
import { printable } from '../text/json.ts';
import { formatBytes, formatCount, formatCounted, formatCounts } from '../text/words.ts';
import { workflowCommand } from './renderFindings.ts';
import type { Terminal } from './terminal.ts';

export interface DiffOptions {
  readonly from: string;
  readonly to: string;
  readonly format: 'text' | 'json' | 'tsv' | 'github';
  /** Folder to write lists of an upload into. */
  readonly upload?: string;
}

/** Compares and reports; returns the exit code, 0 also where there are changes. Throws a Failure. */
export async function runDiff(options: DiffOptions, terminal: Terminal): Promise<number> {
  const signal = terminal.interruption();
  if (options.upload !== undefined) {
    assertListFolder(options.upload);
    const target = await realPathOf(options.upload);
    for (const site of [options.from, options.to].filter((one) => !isAddress(one)))
      assertApart(
        await realPathOf(site),
        target,
        `The lists (--upload ${options.upload}) and the site ${site}`,
      );
  }
  const old = await openRelease(options.from, signal);
  try {
    const now = await openRelease(options.to, signal);
    try {
      const plan = options.upload === undefined ? null : createUploadPlan();
      const report = reports[options.format](terminal);
      const diff = await diffReleases(old, now, {
        onChange(collection, change) {
          signal.throwIfAborted();
          report.change(collection, change);
        },
        ...(plan === null ? {} : { onFile: plan.note }),
      });
      const files = { ...diff.files };
      for (const pair of await pairsBeside(old, now)) {
        files[kindOf(pair.before, pair.after)]++;
        files.bytes += pair.after?.bytes ?? 0;
        plan?.note(pair);
      }
      report.end({ ...diff, files }, options);
      if (plan !== null && options.upload !== undefined) {
        const list = plan.list();
        writeUploadLists(options.upload, list, now.release);
        const { first, next, last, gone } = list;
        terminal.err(
          `Wrote lists to ${printable(options.upload)}: ${formatCount(first.length + next.length + last.length)} files to upload in three steps, then ${formatCount(gone.length)} to delete.\n`,
        );
      }
    } finally {
      now.close();
    }
  } finally {
    old.close();
  }
  return 0;
}

interface Report {
  readonly change: (collection: CollectionName, change: RecordChange) => void;
  readonly end: (diff: ReleaseDiff, options: DiffOptions) => void;
}

const reports: Readonly<Record<DiffOptions['format'], (terminal: Terminal) => Report>> = {
  text: textReport,
  json: jsonReport,
  tsv: tsvReport,
  github: githubReport,
};

// Enough to see what it is about; the other formats have all.
const shownRecords = 10;
const shownFamilies = 20;
const shownValue = 60;

function textReport({ out }: Terminal): Report {
  const shown: Partial<Record<CollectionName, string[]>> = {};
  return {
    change(collection, change) {
      const lines = (shown[collection] ??= []);
      if (lines.length < shownRecords) lines.push(textOf(change));
    },
    end(diff, { from, to }) {
      const lines = [
        `${printable(from)}  ${idOf(diff.from)}`,
        `${printable(to)}  ${idOf(diff.to)}`,
        '',
        ...(diff.from.release === diff.to.release ? ['The two are the same release.'] : []),
      ];
      for (const [name, counts] of Object.entries(diff.collections)) {
        const own = shown[name as CollectionName] ?? [];
        lines.push(`${name}: ${countsOf(counts)}`, ...own.map((line) => `  ${line}`));
        const more = counts.added + counts.removed + counts.changed - own.length;
        if (more > 0) lines.push(`  … and ${formatCount(more)} more (--format tsv lists all)`);
      }
      const { families, genomes, files, options } = diff;
      if (families.length > 0) {
        lines.push(`gene families: ${familyCounts(diff)}`);
        lines.push(...families.slice(0, shownFamilies).map((one) => `  ${familyText(one)}`));
        const more = families.length - shownFamilies;
        if (more > 0) lines.push(`  … and ${formatCount(more)} more (--format tsv lists all)`);
      }
      const changed = countGenomes(genomes);
      if (changed.added + changed.removed + changed.changed > 0)
        lines.push(`genomes: ${countsOf(changed)}`);
      if (options.length > 0) lines.push(`options in ${releaseFile}: ${options.join(', ')}`);
      lines.push(`files: ${countsOf(files)}; ${formatBytes(files.bytes)} to upload`);
      out(`${lines.join('\n')}\n`);
    },
  };
}

function idOf({ release, release_date }: ReleaseDiff['from']): string {
  return `${release.slice(0, 16)}${release_date === undefined ? '' : ` of ${release_date}`}`;
}

function countsOf({ added, removed, changed }: ChangeCounts): string {
  return formatCounts({ added, removed, changed }) || 'no changes';
}

function familyCounts({ families, sameFamilies }: ReleaseDiff): string {
  return formatCounts({ ...countFamilies(families), 'kept their number': sameFamilies });
}

function textOf({ key, before, after }: RecordChange): string {
  const name = printable(nameOf(key));
  if (before === null) return `+ ${name}`;
  if (after === null) return `- ${name}`;
  const fields = changedFields(before, after).map(
    ({ field, was, is }) => `${field} ${valueText(was)} → ${valueText(is)}`,
  );
  return `~ ${name}: ${fields.join('; ')}`;
}

/** Keys of records without a name of their own have several parts. */
function nameOf(key: string): string {
  return key.replaceAll(/\0+/g, ' ').trim();
}

function valueText(value: unknown): string {
  const text = printable(value === undefined ? 'nothing' : JSON.stringify(value));
  return text.length > shownValue ? `${text.slice(0, shownValue)}…` : text;
}

function familyText({ kind, old, now, shared }: FamilyChange): string {
  const list = (families: FamilyChange['old']) =>
    families.map(({ id, genes }) => `${id} (${formatCounted(genes, 'gene')})`).join(', ');
  if (old.length === 0) return `new: ${list(now)}`;
  if (now.length === 0) return `gone: ${list(old)}`;
  const kept = shared.reduce((sum, [, , genes]) => sum + genes, 0);
  return `${kind}: ${list(old)} → ${list(now)}, ${formatCounted(kept, 'gene')} in both`;
}

function jsonReport({ out }: Terminal): Report {
  let isFirst = true;
  const begin = () => {
    out(isFirst ? '{\n  "changes": [\n    ' : ',\n    ');
    isFirst = false;
  };
  return {
    change(collection, { key, before, after }) {
      begin();
      const change = kindOf(before, after);
      const name = nameOf(key);
      const fields =
        before === null || after === null ? {} : { fields: changedFields(before, after) };
      out(JSON.stringify({ collection, change, key: name, ...fields }));
    },
    end({ from, to, collections, families, sameFamilies, genomes, files, options }) {
      if (isFirst) out('{\n  "changes": [');
      const rest = {
        from: headOf(from),
        to: headOf(to),
        collections,
        families,
        same_families: sameFamilies,
        genomes,
        files,
        options,
      };
      out(`${isFirst ? '' : '\n  '}],\n${JSON.stringify(rest, null, 2).slice(2)}\n`);
    },
  };
}

function headOf({ release, release_date, version }: ReleaseDiff['from']) {
  return { release, ...(release_date === undefined ? {} : { release_date }), version };
}

const tsvHead = ['collection', 'change', 'key', 'field', 'old', 'new'];

function tsvReport({ file }: Terminal): Report {
  let isFirst = true;
  const row = (...cells: readonly string[]) => {
    if (isFirst) file(`${tsvHead.join('\t')}\n`);
    isFirst = false;
    file(`${cells.map(tableCell).join('\t')}\n`);
  };
  return {
    change(collection, { key, before, after }) {
      const change = kindOf(before, after);
      const name = nameOf(key);
      if (before === null || after === null) return row(collection, change, name, '', '', '');
      for (const { field, was, is } of changedFields(before, after))
        row(collection, change, name, field, cellOf(was), cellOf(is));
    },
    end({ families, genomes }) {
      for (const { kind, old, now } of families) {
        const ids = (some: FamilyChange['old']) => some.map(({ id }) => id).join(' ');
        row('families', kind, ids(old.length > 0 ? old : now), '', ids(old), ids(now));
      }
      for (const [kind, names] of Object.entries(genomes))
        for (const name of names) row('genomes', kind, name, '', '', '');
      if (isFirst) file(`${tsvHead.join('\t')}\n`);
    },
  };
}

function cellOf(value: ChangedField['was']): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function githubReport({ out }: Terminal): Report {
  return {
    change() {},
    end(diff, { from, to }) {
      const notice = (level: 'notice' | 'warning', title: string, text: string) =>
        out(workflowCommand(level, { title: `phagepress diff: ${title}` }, text));
      for (const [name, counts] of Object.entries(diff.collections))
        notice('notice', name, `${countsOf(counts)} from ${from} to ${to}`);
      if (diff.families.length > 0) notice('warning', 'gene families', familyCounts(diff));
      notice(
        'notice',
        'files',
        `${countsOf(diff.files)}; ${formatBytes(diff.files.bytes)} to upload`,
      );
    },
  };
}
